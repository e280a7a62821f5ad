import { setImmediate } from "node:timers/promises";
import type { BalancePoint, Statement, StatementFigures, StatementLine } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accountOf,
  activate,
  botsOf,
  deactivate,
  deactivateInvestor,
  errorOf,
  startWithdrawal,
  toCents,
} from "../../../../../tests/harness/money-calls.ts";
import { liveALife, trade as tradeWith } from "../../../../../tests/harness/investor-life.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { createStatementQueue } from "./statement-queue.ts";
import { changeHistory } from "../../../../../tests/harness/change-history.ts";

let test: TestApp;
let bots: ScriptedBots;
/** Connects as the database owner, who may change posting times. */
let owner: Sql;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
  owner = openPool(test.database.url, { role: null, max: 1 });
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await owner.end();
  await test.close();
});

const THIS_MONTH = new Date().toISOString().slice(0, 7);
const statementOf = async (client: TestClient, month = THIS_MONTH): Promise<Statement> => {
  const answer = await client.call("GET", `/api/user/statement?month=${month}`);
  expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""]);
  return answer.body;
};
const monthsOf = async (client: TestClient): Promise<{ month: string; lines: number }[]> =>
  (await client.call("GET", "/api/user/statement/months")).body;

function adjust(client: TestClient, body: object): Promise<{ status: number }> {
  return test.admin.call("POST", `/api/admin/users/${client.userId}/balance`, body);
}

const trade = (bot: number, from: number, to: number): Promise<void> => tradeWith(bots, bot, from, to);

/** Spreads the client's transactions over the last months. */
async function spreadOver(client: TestClient, months: number): Promise<void> {
  await changeHistory(
    owner,
    (tx) => tx`
    with mine as (
      select id, row_number() over (order by posted_at, id) as place, count(*) over () as of from ledger_transactions t
      where id in (
        select e.transaction_id from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.user_id = ${client.userId}
        union select transaction_id from position_events where user_id = ${client.userId}
      )
    )
    update ledger_transactions t
    set posted_at = clock_timestamp() - make_interval(days => (${months * 30} * (1 - place::float / of))::int)
    from mine where mine.id = t.id`,
  );
}

const codes = {
  deposit_funds: "depositFunds",
  profit_funds: "profitFunds",
  withdrawal_hold: "onHold",
  running_profit: "runningProfit",
} as const satisfies Record<string, keyof StatementFigures>;
const figures = ["balance", "depositFunds", "profitFunds", "onHold", "runningProfit", "invested"] as const;

/** Compares the lines with every ledger entry of the investor and the platform's share of each transaction. */
async function expectEntries(client: TestClient, lines: readonly StatementLine[]): Promise<void> {
  const entries = await test.sql<{ id: string; account: keyof typeof codes; amount: string; share: string }[]>`
    select e.transaction_id::text as id, split_part(a.code, ':', 3) as account, e.amount::text,
      coalesce((select s.amount from ledger_entries s join ledger_accounts p on p.id = s.account_id
        where s.transaction_id = e.transaction_id and p.code = 'platform:profit_share'), 0)::numeric(20, 2)::text as share
    from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.user_id = ${client.userId}`;
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const { id, account, amount, share } of entries) {
    expect([id, byId.get(id)?.amounts[codes[account]], byId.get(id)?.profitShare]).toEqual([id, amount, share]);
  }
  const shown = lines.flatMap(({ amounts }) => Object.values(codes).filter((name) => amounts[name] !== "0.00"));
  expect(shown).toHaveLength(entries.length);
}

function expectRunning({ opening, lines, closing }: Statement): void {
  let before = opening;
  for (const { amounts, balances } of lines) {
    for (const name of figures) expect(toCents(balances[name])).toBe(toCents(before[name]) + toCents(amounts[name]));
    expect(toCents(balances.balance)).toBe(toCents(balances.depositFunds) + toCents(balances.profitFunds));
    before = balances;
  }
  expect(closing).toEqual(before);
}

describe("a statement", () => {
  it.each([1, 2, 3, 4])(
    "equals the ledger to the cent, and each month opens with the last closing balances (%i)",
    async (seed) => {
      const client = await test.funded("3000");
      await liveALife({ test, bots }, client, seed, 40);
      await spreadOver(client, 4);
      const months = (await monthsOf(client)).reverse();
      expect(months.length).toBeGreaterThanOrEqual(4);
      const statements: Statement[] = [];
      for (const { month } of months) statements.push(await statementOf(client, month));
      let before: StatementFigures | null = null;
      for (const [index, statement] of statements.entries()) {
        expectRunning(statement);
        expect(statement.leftOut).toBe(0);
        expect(statement.lines).toHaveLength(months[index]!.lines);
        if (before) expect(statement.opening).toEqual(before);
        else expect(Object.values(statement.opening)).toEqual(figures.map(() => "0.00"));
        before = statement.closing;
      }
      await expectEntries(
        client,
        statements.flatMap(({ lines }) => lines),
      );
      // The scenario must contain enough kinds of movements.
      expect(new Set(statements.flatMap(({ lines }) => lines.map(({ kind }) => kind))).size).toBeGreaterThan(5);
      const account = await accountOf(client);
      expect(before).toEqual({
        balance: account.balance,
        depositFunds: account.depositFunds,
        profitFunds: account.profitFunds,
        onHold: account.withdrawalHold,
        runningProfit: account.adjustmentProfit,
        invested: account.totalInvested,
      });
    },
  );

  it("has what was posted from the first moment of its month (UTC) to the last", async () => {
    const client = await test.funded("100");
    await adjust(client, { balance: "150" });
    const moments = ["2026-05-01T00:00:00Z", "2026-05-31T23:59:59.999999Z"];
    await changeHistory(
      owner,
      (tx) => tx`
      with mine as (
        select e.transaction_id as id, row_number() over (order by e.transaction_id) as place
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.user_id = ${client.userId} group by e.transaction_id
      )
      update ledger_transactions t set posted_at = (${moments}::timestamptz[])[mine.place] from mine where mine.id = t.id`,
    );
    const [before, month, after] = await Promise.all(
      ["2026-04", "2026-05", "2026-06"].map((each) => statementOf(client, each)),
    );
    expect([before!.lines.length, month!.lines.length, after!.lines.length]).toEqual([0, 2, 0]);
    expect([month!.opening.balance, month!.closing.balance, after!.opening.balance]).toEqual([
      "0.00",
      "150.00",
      "150.00",
    ]);
  });

  it(
    "describes each movement, gives the reason of adjustments and shows profit shares separately",
    { tags: ["adjustment-reason"] },
    async () => {
      const client = await test.funded("2000");
      await activate(client, bots.ids[2], "1000");
      await trade(2, 100, 120);
      await deactivate(client, bots.ids[2]);
      await adjust(client, { totalProfit: "25", reason: "Goodwill for the outage" });
      await adjust(client, { balance: "1500" });
      await startWithdrawal(client, "100");
      const { lines, name, email, isPaperMoney, operator } = await statementOf(client);
      expect({ name, email, isPaperMoney, operator }).toEqual({
        name: "Amina Otieno",
        email: client.email,
        isPaperMoney: true,
        operator: null,
      });
      expect(lines.map(({ kind }) => kind)).toEqual([
        "deposit",
        "allocation",
        "deactivation",
        "adjustment",
        "adjustment",
        "withdrawal-hold",
      ]);
      const [deposit, allocation, exit, granted, lowered, hold] = lines;
      expect(deposit?.text).toBe("Deposit of $2,000.00 received by USDT (TRC20).");
      expect(allocation?.text).toBe(`$1,000.00 invested in ${allocation?.botName ?? ""}.`);
      expect(allocation?.amounts).toMatchObject({ balance: "-1000.00", invested: "1000.00" });
      expect(toCents(exit!.profitShare)).toBeGreaterThan(0n);
      expect(exit?.text).toMatch(
        /closed\. \$1,1\d\d\.\d\d returned to the balance, with a gain of \$1\d\d\.\d\d, of which \$\d+\.\d\d is the platform's share\.$/,
      );
      expect(exit?.amounts.invested).toBe("-1000.00");
      expect(granted).toMatchObject({
        reason: "Goodwill for the outage",
        text: "Adjustment by the operator, not earned by trading: Goodwill for the outage.",
        amounts: { runningProfit: "25.00", balance: "0.00" },
      });
      expect(lowered).toMatchObject({
        reason: null,
        text: "Adjustment by the operator, not earned by trading: no reason was given.",
      });
      expect(hold?.text).toBe("Withdrawal of $100.00 requested. The amount is on hold until it is paid out.");
      expect(hold?.amounts).toMatchObject({ balance: "-100.00", onHold: "100.00" });
    },
  );

  it("shows an adjustment of invested money that changes no account of the investor", async () => {
    const client = await test.funded("1000");
    await activate(client, bots.ids[3], "500");
    expect((await adjust(client, { totalInvested: "800", reason: "Moved over" })).status).toBe(200);
    const { lines, closing } = await statementOf(client);
    expect(lines.at(-1)).toMatchObject({ kind: "adjustment", amounts: { balance: "0.00", invested: "300.00" } });
    expect(closing.invested).toBe("800.00");
  });

  it("is available to its owner, also after a deactivation", { tags: ["deactivated-access"] }, async () => {
    const [one, other] = [await test.funded("1000"), await test.funded("700")];
    await deactivateInvestor(test.admin, one.userId);
    await one.call("POST", "/api/auth/signin", { email: one.email, password: "Correct-h0rse!" });
    expect((await statementOf(one)).closing.balance).toBe("1000.00");
    expect((await statementOf(other)).closing.balance).toBe("700.00");
    for (const form of ["csv", "pdf"]) {
      const answer = await one.call("GET", `/api/user/statement.${form}?month=${THIS_MONTH}`);
      expect([form, answer.status, answer.headers["content-disposition"]]).toEqual([
        form,
        200,
        `attachment; filename="wazi-statement-${THIS_MONTH}.${form}"`,
      ]);
    }
  });

  it.each(["", "?month=", "?month=2026-13", "?month=2026-1", "?month=0000-01", "?month=9999-12", "?month=2026-11&x=1"])(
    "rejects the query %s",
    async (query) => {
      const answer = await test.admin.call("GET", `/api/user/statement${query}`);
      expect([answer.status, errorOf(answer).code]).toEqual([400, "VALIDATION"]);
    },
  );

  it("is empty before the first movement, and the months run to the current one", async () => {
    const client = await test.funded("100");
    const { lines, opening, closing } = await statementOf(client, "2019-05");
    expect([lines, opening]).toEqual([[], closing]);
    expect(await monthsOf(client)).toEqual([{ month: THIS_MONTH, lines: 1 }]);
    expect(await monthsOf(await test.signUp())).toEqual([{ month: THIS_MONTH, lines: 0 }]);
  });
});

describe("downloads", () => {
  it("are limited to twenty per minute for all files together", async () => {
    const limited = await startTestApp(test.database, undefined, { RATE_LIMIT_SCALE: "1" });
    const client = (await test.signUp()).through(limited);
    const paths = [`/api/user/statement.csv?month=${THIS_MONTH}`, "/api/user/export"];
    for (let each = 0; each < 20; each += 1) expect((await client.call("GET", paths[each % 2]!)).status).toBe(200);
    const refused = await client.call("GET", `/api/user/statement.pdf?month=${THIS_MONTH}`);
    expect([refused.status, errorOf(refused).code]).toEqual([429, "RATE_LIMITED"]);
    expect((await client.call("GET", `/api/user/statement?month=${THIS_MONTH}`)).status).toBe(200);
    await limited.close();
  });

  it("are rendered one at a time with at most twenty waiting", async () => {
    const inTurn = createStatementQueue();
    let [running, most] = [0, 0];
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await setImmediate();
      running -= 1;
    };
    const broken = inTurn(() => Promise.reject(new Error("broken")));
    const others = Array.from({ length: 19 }, (_one, index) => inTurn(work, `investor ${index % 7}`));
    await expect(inTurn(work, "investor 8")).rejects.toMatchObject({ code: "BUSY" });
    await expect(broken).rejects.toThrow("broken");
    await Promise.all(others);
    expect(most).toBe(1);
    await inTurn(work);
  });

  it("are rendered for investors in turn, with at most three of one waiting", async () => {
    const inTurn = createStatementQueue();
    const rendered: string[] = [];
    const render = (of: string) => inTurn(() => Promise.resolve(rendered.push(of)), of);
    const tasks = ["a", "a", "a", "a", "b"].map(render);
    await expect(render("a")).rejects.toMatchObject({ code: "BUSY" });
    await Promise.all(tasks);
    expect(rendered).toEqual(["a", "a", "b", "a", "a"]);
  });
});

describe("a balance history", () => {
  const pointsOf = async (client: TestClient, days: number): Promise<BalancePoint[]> => {
    const answer = await client.call("GET", `/api/user/balance-history?days=${days}`);
    return (answer.body as { points: BalancePoint[] }).points;
  };

  it("ends with the current figures at the unit price of closed trades", async () => {
    const client = await test.funded("2000");
    await activate(client, bots.ids[4], "700");
    await activate(client, bots.ids[5], "300");
    await trade(4, 100, 107);
    await startWithdrawal(client, "50");
    const [point, ...others] = await pointsOf(client, 90);
    expect(others).toEqual([]);
    const account = await accountOf(client);
    const held = await botsOf(client);
    expect(point).toMatchObject({
      day: new Date().toISOString().slice(0, 10),
      balance: account.balance,
      onHold: "50.00",
      invested: account.totalInvested,
      value: held.reduce((sum, { value }) => sum + Number(value), 0).toFixed(2),
    });
  });

  it("has a point for each day since sign-up, valued at that day's unit price", async () => {
    const client = await test.funded("1000");
    await activate(client, bots.ids[6], "1000");
    await trade(6, 100, 110);
    await trade(6, 100, 110);
    // The deposit was five days ago, and the first trade closed three days ago.
    await owner`update users set created_at = now() - interval '6 days' where id = ${client.userId}`;
    await changeHistory(
      owner,
      (tx) => tx`update ledger_transactions set posted_at = now() - interval '5 days' where id in (
      select transaction_id from position_events where user_id = ${client.userId}
      union select e.transaction_id from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.user_id = ${client.userId})`,
    );
    await owner`update bot_trades set executed_at = now() - interval '3 days'
      where bot_id = ${bots.ids[6]} and sequence = 1`;
    const points = await pointsOf(client, 90);
    expect(points.map(({ invested }) => invested)).toEqual(["0.00", ...Array<string>(6).fill("1000.00")]);
    const values = points.map(({ value }) => Math.round(Number(value) / 10));
    expect(values).toEqual([0, 100, 100, 110, 110, 110, 121]);
    expect(await pointsOf(client, 2)).toEqual(points.slice(-2));
  });

  it.each(["0", "367", "x", "1.5", "-1"])("rejects %s days", async (days) => {
    const answer = await test.admin.call("GET", `/api/user/balance-history?days=${days}`);
    expect(errorOf(answer).message).toBe("days must be a whole number from 1 to 366");
  });
});

describe("the export of own data", () => {
  it("contains all data of the user and no secrets or data of others", { tags: ["download"] }, async () => {
    const [client, other] = [await test.funded("900"), await test.funded("800")];
    await activate(client, bots.ids[0], "200");
    const answer = await client.call("GET", "/api/user/export");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="wazi-own-data.json"');
    expect(answer.body).toMatchObject({
      profile: { email: client.email, first_name: "Amina" },
      account: { balance: "700.00" },
      deposits: [{ amount: 900 }],
      positions: [{ own_deposit: 200 }],
      positionEvents: [{ kind: "allocation" }],
      ledger: [{ kind: "allocation" }, { kind: "deposit" }],
    });
    for (const secret of ["hashed_password", "argon2", "sid_hash", other.userId, other.email, test.admin.userId]) {
      expect(answer.text).not.toContain(secret);
    }
  });
});
