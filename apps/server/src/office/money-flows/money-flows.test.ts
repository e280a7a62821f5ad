import { DAY_MS, MINUTE_MS } from "@wazi/contracts";
import type { AnswerOf, getMoneyFlows, MoneyFlowDay, Withdrawal } from "@wazi/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  accountOf,
  activate,
  botsOf,
  deactivate,
  isSuccess,
  settleDeposit,
  settleWithdrawal,
  startDeposit,
  startWithdrawal,
  toCents,
  transferInvestment,
} from "../../../../../tests/harness/money-calls.ts";
import { OWN_TIME, startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { createSeededRandom, type Random } from "../../../../../lab/commands/seeding/seeded-random.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { toDay } from "../../ledger/days/sum-ledger-days.ts";
import { storeLedgerDays } from "../../ledger/days/store-ledger-days.ts";
import { takeDaysLock } from "../../ledger/days/store.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { readMoneyFlows } from "./read-money-flows.ts";
import { changeHistory } from "../../../../../tests/harness/change-history.ts";

type MoneyFlows = AnswerOf<typeof getMoneyFlows>;

/** The first simulated day, 400 days ago. */
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS - 400 * DAY_MS;

let test: TestApp;
let owner: Sql;
let bots: ScriptedBots;
let moved = 0;

beforeAll(async () => {
  test = await startTestApp(undefined, undefined, OWN_TIME);
  owner = openPool(test.database.url, { role: null, max: 1 });
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

const dayName = (day: number): string => toDay(new Date(START + day * DAY_MS));
const at = (day: number, minutes = 0): { sql: Sql; now: () => Date } => ({
  sql: test.sql,
  now: () => new Date(START + day * DAY_MS + minutes * MINUTE_MS),
});
const keptDays = async (): Promise<number> => {
  const [row] = await test.sql<{ days: number }[]>`select count(*)::int as days from ledger_days`;
  return row!.days;
};

/** Moves everything posted since the last call into one simulated day, ending in its last millisecond. */
async function endDay(day: number): Promise<void> {
  const midnight = new Date(START + (day + 1) * DAY_MS);
  await changeHistory(
    owner,
    (tx) => tx`
    with moved as (select id, row_number() over (order by id desc) as place from ledger_transactions where id > ${moved})
    update ledger_transactions t set posted_at = ${midnight}::timestamptz - interval '1 millisecond' - (m.place - 1) * interval '1 second'
    from moved m where m.id = t.id`,
  );
  // A trade is recorded after its transaction, possibly on the next day.
  await owner`
    update bot_trades b set executed_at = t.posted_at + interval '2 milliseconds' from ledger_transactions t
    where t.id = b.transaction_id and t.id > ${moved}`;
  await changeHistory(
    owner,
    (tx) => tx`
    update pool_interest i set posted_at = t.posted_at + interval '2 milliseconds' from ledger_transactions t
    where t.id = i.transaction_id and t.id > ${moved}`,
  );
  const [last] = await test.sql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from ledger_transactions`;
  moved = last!.id;
}

const rounded = (price: number): number => Number(price.toFixed(4));

interface End {
  held: bigint;
  owed: bigint;
}

/** Reads what is held and owed now, from the balances. */
async function endNow(): Promise<End> {
  const [row] = await test.sql<{ held: string; funds: string; worth: string }[]>`
    select (select coalesce(-sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.code like 'external:%' or a.code = 'market')::numeric(20, 2)::text as held,
      (select coalesce(sum(balance), 0) from ledger_accounts where user_id is not null)::numeric(20, 2)::text as funds,
      (select coalesce(sum(floor(h.units * p.nav * 100) / 100), 0) from pools p
        join (select bot_id, sum(units) as units from positions group by 1) h using (bot_id))::numeric(20, 2)::text as worth`;
  return { held: toCents(row!.held), owed: toCents(row!.funds) + toCents(row!.worth) };
}

const centsOf = (day: MoneyFlowDay) => ({
  moneyIn: toCents(day.moneyIn),
  moneyOut: toCents(day.moneyOut),
  traded: toCents(day.traded),
  interest: toCents(day.interest),
  adjusted: toCents(day.adjusted),
  platformIncome: toCents(day.platformIncome),
  other: toCents(day.other),
  held: toCents(day.held),
  owed: toCents(day.owed),
});

/** Checks for each day that opening balance plus flows equals closing balance. */
function expectToAddUp(days: readonly MoneyFlowDay[], before: End): void {
  let { held, owed } = before;
  for (const day of days) {
    const flows = centsOf(day);
    const external = flows.moneyIn - flows.moneyOut + flows.traded + flows.interest;
    held += external;
    owed += external + flows.adjusted - flows.platformIncome - flows.other;
    expect([day.day, flows.held, flows.owed]).toEqual([day.day, held, owed]);
  }
}

function expectNowToAddUp({ now, days }: MoneyFlows): void {
  const figure = (name: keyof MoneyFlows["now"]): bigint => toCents(now[name]);
  expect(figure("owed")).toBe(figure("balances") + figure("onHold") + figure("runningProfit") + figure("positions"));
  expect(figure("held")).toBe(
    figure("owed") + figure("platformIncome") - figure("adjusted") + figure("other") + figure("openTrades"),
  );
  const last = days.at(-1);
  if (!last) return;
  expect(now.held).toBe(last.held);
  expect(figure("owed") + figure("openTrades")).toBe(toCents(last.owed));
}

describe("money flows without movements", () => {
  it("have no days, and held and owed are zero", async () => {
    const answer = await test.admin.call("GET", "/api/admin/money-flows");
    const { at: _at, ...rest } = answer.body as MoneyFlows;
    const nothing = "0.00";
    expect(rest).toEqual({
      days: [],
      now: {
        held: nothing,
        owed: nothing,
        balances: nothing,
        onHold: nothing,
        runningProfit: nothing,
        positions: nothing,
        platformIncome: nothing,
        adjusted: nothing,
        other: nothing,
        openTrades: nothing,
      },
    });
    expect(await keptDays()).toBe(0);
  });

  it.each(["31", "0", "-1", "x", "", "365.0"])("are rejected for %j days", async (days) => {
    const answer = await test.admin.call("GET", `/api/admin/money-flows?days=${days}`);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([
      400,
      "days must be one of: 30, 90, 365",
    ]);
  });
});

describe("money flows of many days", () => {
  const DAYS = 45;
  const ends: End[] = [];

  beforeAll(async () => {
    const random = createSeededRandom(20_261_121);
    const investors: TestClient[] = [];
    // A bot trades before the first deposit.
    await bots.open(1, { side: "buy", price: 100, exposure: "0.5" });
    await bots.close(1, 104);
    await endDay(-1);
    for (let each = 0; each < 4; each += 1) investors.push(await (each === 0 ? test.funded("640") : test.signUp()));
    const opened = new Map<number, number>();
    for (let day = 0; day < DAYS; day += 1) {
      // Some days are empty; most have several actions, and trades stay open over midnight.
      const actionCount = random.next() < 0.15 && day > 0 ? 0 : Number(random.integer(1, 7));
      for (let action = 0; action < actionCount; action += 1) await doSomething(random, investors, opened);
      if (day % 5 === 0) await bots.earn(0, 20_000 + day, { gross: 120_600_000n, margin: 13_300_000n });
      await endDay(day);
      ends.push(await endNow());
      if (random.next() < 0.3) await storeLedgerDays(at(day + 1, 11));
    }
  });

  async function doSomething(random: Random, investors: readonly TestClient[], opened: Map<number, number>) {
    const investor = investors[Number(random.integer(0, investors.length - 1))]!;
    const botIndex = Number(random.integer(0, 2));
    const amount = `${random.integer(100, 900)}.${random.integer(10, 99)}`;
    const trade = async (): Promise<void> => {
      const price = opened.get(botIndex);
      if (price === undefined) {
        await bots.open(botIndex, { side: random.next() < 0.5 ? "buy" : "sell", price: 100, exposure: "0.7310" });
        opened.set(botIndex, 100);
        return;
      }
      await bots.close(botIndex, rounded(price * (0.9 + random.next() * 0.25)));
      opened.delete(botIndex);
    };
    const withdraw = async (): Promise<void> => {
      const answer = await investor.call("POST", "/api/user/withdrawals", {
        amount: "100",
        withdrawalType: "mpesa",
        country: "Kenya",
        phoneNumber: "+254712345678",
      });
      if (!isSuccess(answer)) return;
      const { id } = answer.body as Withdrawal;
      const body =
        random.next() < 0.6
          ? { status: "completed", transactionHash: `paid ${id}` }
          : { status: "rejected", notes: "Not today" };
      if (random.next() < 0.8) await settleWithdrawal(test.admin, id, body);
    };
    const adjust = async (): Promise<void> => {
      const { balance } = await accountOf(investor);
      const raised = (Number(balance) + (random.next() - 0.4) * 50).toFixed(2);
      await test.admin.call("POST", `/api/admin/users/${investor.userId}/balance`, {
        ...(Number(raised) > 0 ? { balance: raised } : {}),
        totalProfit: random.integer(0, 90).toString(),
      });
    };
    for (const index of opened.keys()) await bots.price(index, rounded(99 + random.next() * 3));
    const actions = [
      async () => settleDeposit(test.admin, (await startDeposit(investor, amount)).id, { status: "completed" }),
      trade,
      trade,
      () => activate(investor, bots.ids[botIndex], amount),
      () => activate(investor, bots.ids[botIndex], amount),
      () => deactivate(investor, bots.ids[botIndex]),
      () => transferInvestment(investor, "20"),
      withdraw,
      adjust,
    ];
    await actions[Number(random.integer(0, actions.length - 1))]!();
  }

  const read = (days: number): Promise<MoneyFlows> => readMoneyFlows(at(DAYS - 1, 12 * 60), days);

  it("show held and owed at the end of each day and now", async () => {
    const { days, now, at: moment } = await read(365);
    expect(moment).toBe(new Date(START + (DAYS - 1) * DAY_MS + DAY_MS / 2).toISOString());
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: DAYS }, (_, day) => dayName(day)));
    expect(days.map(({ held, owed }) => ({ held: toCents(held), owed: toCents(owed) }))).toEqual(ends);
    expectToAddUp(days, { held: 0n, owed: 0n });
    expectNowToAddUp({ days, now, at: moment });
    // The scenario must exercise every figure.
    for (const name of ["moneyIn", "moneyOut", "traded", "interest", "adjusted", "platformIncome", "other"] as const) {
      expect([name, days.some((day) => toCents(day[name]) !== 0n)]).toEqual([name, true]);
    }
    expect(ends.filter(({ owed }, day) => owed === ends[day - 1]?.owed).length).toBeGreaterThan(2);
  });

  it("match the current balances by account kind", async () => {
    const [row] = await test.sql<Record<"balances" | "onHold" | "runningProfit", string>[]>`
      select sum(balance) filter (where code like '%_funds')::numeric(20, 2)::text as balances,
        sum(balance) filter (where code like '%:withdrawal_hold')::numeric(20, 2)::text as "onHold",
        sum(balance) filter (where code like '%:running_profit')::numeric(20, 2)::text as "runningProfit"
      from ledger_accounts where user_id is not null`;
    const { now } = await read(30);
    expect(now).toMatchObject(row!);
  });

  it("return only the requested number of days", async () => {
    const all = await read(365);
    const some = await read(30);
    expect(some.now).toEqual(all.now);
    expect(some.days).toEqual(all.days.slice(-30));
  });

  it("are the same from stored days and from a full calculation", async () => {
    await owner.unsafe("truncate ledger_days, ledger_day_pools");
    await storeLedgerDays(at(DAYS - 1, 12 * 60));
    expect(await keptDays()).toBe(DAYS - 1);
    const kept = await read(365);
    await owner.unsafe("truncate ledger_days, ledger_day_pools");
    const recomputed = await owner.begin(async (tx) => {
      // While another process stores days, this one stores none.
      expect(await takeDaysLock(tx)).toBe(true);
      return read(365);
    });
    expect(recomputed).toEqual(kept);
    expect(await keptDays()).toBe(0);
    await storeLedgerDays(at(DAYS - 1, 12 * 60));
    expect(await read(365)).toEqual(kept);
  });

  it("continue over days without movements", async () => {
    const later = await readMoneyFlows(at(DAYS + 3, 30), 365);
    expect(later.days).toHaveLength(DAYS + 4);
    for (const day of later.days.slice(DAYS)) {
      expect(centsOf(day)).toEqual({
        moneyIn: 0n,
        moneyOut: 0n,
        traded: 0n,
        interest: 0n,
        adjusted: 0n,
        platformIncome: 0n,
        other: 0n,
        ...ends.at(-1)!,
      });
    }
  });

  it("pass reconciliation", async () => {
    expect(await keptDays()).toBe(DAYS + 3);
    expect(await test.differences()).toEqual([]);
  });
});

describe("storing a day", () => {
  beforeEach(() => owner.unsafe("truncate ledger_days, ledger_day_pools"));

  it("happens once, ten minutes after its end", async () => {
    await storeLedgerDays(at(0, 12 * 60));
    await storeLedgerDays(at(1, 9));
    expect(await keptDays()).toBe(0);
    await storeLedgerDays(at(1, 10));
    expect(await keptDays()).toBe(1);
    await storeLedgerDays(at(1, 20));
    expect(await keptDays()).toBe(1);
  });

  it("catches up on many days and happens once across concurrent processes", async () => {
    await Promise.all([1, 2, 3].map(() => storeLedgerDays(at(250, 30))));
    // The second process may have left the work to the first.
    await storeLedgerDays(at(250, 30));
    expect(await keptDays()).toBe(250);
    expect(await test.differences()).toEqual([]);
  });

  it("cannot be changed by the application afterwards", async () => {
    await storeLedgerDays(at(2, 30));
    await expect(test.sql`update ledger_days set money_in = 1`).rejects.toThrow("permission denied");
    await expect(test.sql`delete from ledger_day_pools`).rejects.toThrow("permission denied");
    await expect(owner`update ledger_days set money_in = money_in + 1`).rejects.toThrow("a_day_sums_to_zero");
  });
});

describe("days with a total loss and a wound-up series", () => {
  it("end with the remaining value and book the platform's loss", async () => {
    const before = await endNow();
    const investor = await test.funded("5000");
    await activate(investor, bots.ids[4], "1000");
    await activate(investor, bots.ids[5], "1000");
    await bots.open(4, { side: "sell", price: 100, exposure: "1" });
    await bots.close(4, 250);
    await bots.open(5, { side: "sell", price: 100, exposure: "0.999" });
    await bots.close(5, 199.2);
    await endDay(60);
    const lost = await endNow();
    // A new series starts with a unit price of 1.
    await activate(investor, bots.ids[5], "500");
    await endDay(61);
    const after = await endNow();
    await owner.unsafe("truncate ledger_days, ledger_day_pools");
    await storeLedgerDays(at(62, 30));
    const answer = await readMoneyFlows(at(62, 60), 365);
    const days = answer.days.slice(-3);
    expect(days.map(({ held, owed }) => ({ held: toCents(held), owed: toCents(owed) }))).toEqual([lost, after, after]);
    expectToAddUp(answer.days.slice(-3), before);
    expectNowToAddUp(answer);
    expect(toCents(days[0]!.other)).toBeLessThan(-50_000n);
    expect((await botsOf(investor)).length).toBe(2);
    expect(await test.differences()).toEqual([]);
  });
});

describe("over HTTP", () => {
  it("returns the last 30 days by default, including today", async () => {
    await owner.unsafe("truncate ledger_days, ledger_day_pools");
    const investor = await test.funded("123.45");
    const { id } = await startWithdrawal(investor, "100");
    await settleWithdrawal(test.admin, id, { status: "completed", transactionHash: `paid ${id}` });
    const answer = await test.admin.call("GET", "/api/admin/money-flows");
    expect(answer.status).toBe(200);
    const { days } = answer.body as MoneyFlows;
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject({ moneyIn: "123.45", moneyOut: "100.00", traded: "0.00" });
    expect(((await test.admin.call("GET", "/api/admin/money-flows?days=90")).body as MoneyFlows).days).toHaveLength(90);
  });
});
