import {
  costKinds,
  type BotCosts,
  type ClosedTrade,
  type Page,
  type Statement,
  type Trade,
  type UserCosts,
} from "@wazi/contracts";
import { formatDecimal, parseDecimal } from "@wazi/domain";
import { formatScaled, sumTradeCosts, type TradeWithCosts } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountOf, activate, deactivate, errorOf, toCents } from "../../../../../tests/harness/money-calls.ts";
import { buildEvidence, buildHeadline, recordEvidence } from "../../../../../tests/harness/recorded-evidence.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import type { UnitFlow } from "../positions/store.ts";
import { openPool } from "../../platform/db/pool.ts";
import { toHeldRanges } from "./held-ranges.ts";

const UNKNOWN_ID = "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e";

let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const costsOf = async (client: TestClient): Promise<UserCosts> => (await client.call("GET", "/api/user/costs")).body;

async function botCosts(bot: number, query = ""): Promise<BotCosts> {
  return (await test.visitor().call("GET", `/api/bots/${bots.ids[bot] ?? ""}/costs${query}`)).body;
}

async function trade(bot: number, from: number, to: number): Promise<void> {
  await bots.open(bot, { side: "buy", price: from, exposure: "1" });
  await bots.close(bot, to);
}

const kindsOf = ({ kinds }: UserCosts): Record<string, string> =>
  Object.fromEntries(kinds.map(({ kind, cash }) => [kind, cash]));

describe("an investor's costs", () => {
  it("are nothing before the first position", async () => {
    expect(await costsOf(await test.funded("1000"))).toMatchObject({ since: null, bots: [], total: "0.00", trades: 0 });
  });

  it(
    "are the investor's share of each trade's costs, with the result with and without them",
    { tags: ["trade-costs"] },
    async () => {
      const investor = await test.funded("1000");
      await activate(investor, bots.ids[0], "1000");
      await trade(0, 100, 100);
      const costs = await costsOf(investor);
      // EUR/USD: 0.006 % half spread, 0.001 % slippage and 0.002 % commission, each on both sides of 1,000.00.
      expect(kindsOf(costs)).toEqual({ spread: "0.12", slippage: "0.02", commission: "0.04", financing: "0.00" });
      expect(costs).toMatchObject({ trades: 1, tradesWithoutCosts: 0, total: "0.18", result: "-0.18" });
      expect(costs.resultWithoutCosts).toBe("0.00");
      expect(costs.bots).toHaveLength(1);
      expect(costs.bots[0]).toMatchObject({ botId: bots.ids[0], isActive: true, total: "0.18" });
      expect(Date.parse(costs.since!)).toBeLessThan(Date.parse(costs.until));
    },
  );

  it("count the trades of the time in which units were held, also by who joins or leaves during one", async () => {
    const early = await test.funded("3000");
    const late = await test.funded("3000");
    const never = await test.funded("3000");
    await activate(early, bots.ids[1], "2000");
    await trade(1, 100, 110);
    await bots.open(1, { side: "buy", price: 100, exposure: "0.5" });
    await bots.price(1, 104);
    await activate(late, bots.ids[1], "1000");
    await deactivate(early, bots.ids[1]);
    await bots.close(1, 98);
    await trade(1, 100, 103);
    const record = (await test.visitor().call("GET", `/api/bots/${bots.ids[1] ?? ""}/trades`))
      .body as Page<ClosedTrade>;
    expect(record.items).toHaveLength(3);
    for (const [client, trades] of [
      [early, 2],
      [late, 2],
    ] as const) {
      const costs = await costsOf(client);
      const listed = (await client.call("GET", "/api/user/trades")).body as Trade[];
      expect([costs.trades, listed.length]).toEqual([trades, trades]);
      const profit = listed.reduce((sum, each) => sum + toCents(each.profit), 0n);
      const difference = toCents(costs.result) - profit;
      // Each listed profit is rounded to a cent.
      expect(difference >= -2n && difference <= 2n).toBe(true);
      expect(toCents(costs.resultWithoutCosts)).toBe(toCents(costs.result) + toCents(costs.total));
      expect(toCents(costs.total)).toBeGreaterThan(0n);
    }
    const left = await costsOf(early);
    expect(left.bots[0]).toMatchObject({ isActive: false });
    expect(toCents(left.profitShare)).toBeGreaterThan(0n);
    expect(await costsOf(never)).toMatchObject({ trades: 0, total: "0.00" });
  });

  it(
    "go to the market: a trade posts nothing to the platform but the rest of rounding",
    { tags: ["no-spread-income"] },
    async () => {
      const rows = await test.sql<{ code: string }[]>`
      select distinct a.code from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      join ledger_accounts a on a.id = e.account_id where t.kind = 'trade'`;
      expect(rows.length).toBeGreaterThan(1);
      for (const { code } of rows) expect(code).toMatch(/^(pool:.*|market|platform:rounding)$/);
    },
  );

  it("agree with the statement: its gains are the result, and its shares of profits are the same", async () => {
    const investor = await test.funded("3000");
    await activate(investor, bots.ids[6], "1000");
    await trade(6, 100, 112);
    await deactivate(investor, bots.ids[6]);
    await activate(investor, bots.ids[6], "2000");
    await trade(6, 100, 97);
    await trade(6, 100, 104);
    await deactivate(investor, bots.ids[6]);
    const month = new Date().toISOString().slice(0, 7);
    const statement = (await investor.call("GET", `/api/user/statement?month=${month}`)).body as Statement;
    const parts = statement.lines.flatMap((line) => line.parts);
    const sum = (amounts: readonly string[]) => amounts.reduce((total, each) => total + toCents(each), 0n);
    const costs = await costsOf(investor);
    expect([costs.trades, parts.length]).toEqual([3, 4]);
    expect(toCents(costs.profitShare)).toBe(sum(parts.map(({ profitShare }) => profitShare)));
    expect(toCents(costs.profitShare)).toBeGreaterThan(0n);
    // The money that came out is the money that went in and the result; each of the four movements is rounded to a cent.
    const difference = toCents(costs.result) + sum(parts.map(({ value }) => value));
    expect(difference >= -4n && difference <= 4n).toBe(true);
    const { balance } = await accountOf(investor);
    const kept = toCents(balance) - 300_000n - toCents(costs.result) + toCents(costs.profitShare);
    expect(kept >= -4n && kept <= 4n).toBe(true);
  });

  it("leave out trades from before costs were recorded, and say how many", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[2], "1000");
    await trade(2, 100, 101);
    await trade(2, 100, 101);
    const before = await costsOf(investor);
    const owner = openPool(test.database.url, { role: null, max: 1 });
    await owner`
      update bot_trades set spread_cost = null, slippage_cost = null, commission_cost = null, financing_cost = null
      where bot_id = ${bots.ids[2]} and sequence = 1`;
    await owner.end();
    const after = await costsOf(investor);
    expect([before.tradesWithoutCosts, after.tradesWithoutCosts]).toEqual([0, 1]);
    expect(toCents(after.total)).toBeLessThan(toCents(before.total));
    expect(after.result).toBe(before.result);
  });
});

describe("a bot's costs", () => {
  it("come from its own trades from thirty on, and are what the pure function computes", async () => {
    const early = await botCosts(3, "?amount=2500");
    expect(["backtest", "none"]).toContain(early.source);
    expect(early).toMatchObject({ amount: "2500.00", feed: null });
    for (let each = 0; each < 30; each += 1) await trade(3, 100, each % 2 === 0 ? 102 : 98.5);
    const costs = await botCosts(3, "?amount=2500");
    expect(costs).toMatchObject({ source: "own", feed: "simulated", trades: 30, days: 1 });
    const rows = await test.sql<{ factor: string; costs: [string, string, string, string] }[]>`
      select round(nav_after / nav_before, 12)::text as factor,
        array[spread_cost::text, slippage_cost::text, commission_cost::text, financing_cost::text] as costs
      from bot_trades where bot_id = ${bots.ids[3]} order by sequence`;
    const trades = rows.map(({ factor, costs: [spread, slippage, commission, financing] }): TradeWithCosts => {
      return { factor, costs: { spread, slippage, commission, financing } };
    });
    const { cash, fractions, result } = sumTradeCosts(trades, 250_000n);
    const expected = costKinds.map((kind) => ({ kind, cash: formatDecimal(cash[kind], 2) }));
    expect(costs.kinds?.map(({ kind, cash: shown }) => ({ kind, cash: shown }))).toEqual(expected);
    expect(costs.result).toBe(formatDecimal(result, 2));
    const spread = costs.kinds?.find(({ kind }) => kind === "spread");
    const exact = parseDecimal(fractions.spread, 12);
    expect(formatScaled(exact)).toBe(fractions.spread);
    expect(Number(spread?.pct)).toBeCloseTo(Number(fractions.spread) * 100, 3);
    expect(toCents(costs.resultWithoutCosts!)).toBe(toCents(costs.result!) + toCents(costs.total!));
  });

  it("are those of 1,000.00 without an amount, and refuse amounts that are none", async () => {
    expect((await botCosts(4)).amount).toBe("1000.00");
    const refused = await test.visitor().call("GET", `/api/bots/${bots.ids[4] ?? ""}/costs?amount=-5`);
    expect([refused.status, errorOf(refused).code]).toEqual([400, "VALIDATION"]);
    for (const id of [UNKNOWN_ID, "none"]) {
      expect((await test.visitor().call("GET", `/api/bots/${id}/costs`)).status).toBe(404);
    }
  });

  it("come from the recorded evidence of a bot with few trades, as those of a year", async () => {
    const { source, botName } = await botCosts(5);
    const costKindsPct = { spread: 1.25, slippage: 0.5, commission: 1, financing: -0.25 };
    const headline = buildHeadline({
      costsPct: 2.5,
      returnPct: -1.25,
      trades: 812,
      from: "1999-01-04",
      to: "2026-04-30",
    });
    await recordEvidence(test.sql, [buildEvidence(botName, { headline, costKindsPct })]);
    expect(["backtest", "none"]).toContain(source);
    expect(await botCosts(5, "?amount=2000")).toMatchObject({
      source: "backtest",
      trades: 812,
      from: "1999-01-04T00:00:00.000Z",
      days: 365,
      totalPct: "2.5000",
      total: "50.00",
      kinds: [
        { kind: "spread", pct: "1.2500", cash: "25.00" },
        { kind: "slippage", pct: "0.5000", cash: "10.00" },
        { kind: "commission", pct: "1.0000", cash: "20.00" },
        { kind: "financing", pct: "-0.2500", cash: "-5.00" },
      ],
      result: "-25.00",
      resultWithoutCosts: "25.00",
    });
  });
});

describe("the ranges of an investor's trades", () => {
  const flow = (closeSequence: number, units: string, mark?: string): UnitFlow => {
    return {
      closeSequence: String(closeSequence),
      tradeOpen: mark !== undefined,
      mark: mark ?? "1",
      unitsDelta: units,
      interestSum: "0",
    };
  };
  const ONE = 10n ** 12n;

  it("are those with units, divided where the units change", () => {
    expect(toHeldRanges([flow(2, "10"), flow(5, "5"), flow(7, "-15"), flow(9, "1")])).toEqual([
      { after: 2n, until: 5n, opening: 10n * ONE, most: 10n * ONE, inside: [] },
      { after: 5n, until: 7n, opening: 15n * ONE, most: 15n * ONE, inside: [] },
      { after: 9n, until: null, opening: ONE, most: ONE, inside: [] },
    ]);
  });

  it("have the trade of a flow alone, with the most units held in it", () => {
    expect(toHeldRanges([flow(2, "10", "1.5"), flow(2, "-4", "1.4"), flow(6, "-6", "2")])).toEqual([
      {
        after: 2n,
        until: 3n,
        opening: 0n,
        most: 10n * ONE,
        inside: [
          { delta: 10n * ONE, mark: (15n * ONE) / 10n, interestSum: 0n },
          { delta: -4n * ONE, mark: (14n * ONE) / 10n, interestSum: 0n },
        ],
      },
      { after: 3n, until: 6n, opening: 6n * ONE, most: 6n * ONE, inside: [] },
      {
        ...{ after: 6n, until: 7n, opening: 6n * ONE, most: 6n * ONE },
        inside: [{ delta: -6n * ONE, mark: 2n * ONE, interestSum: 0n }],
      },
    ]);
  });

  it("are none without flows", () => {
    expect(toHeldRanges([])).toEqual([]);
  });
});
