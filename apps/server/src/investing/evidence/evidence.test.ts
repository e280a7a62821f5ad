import type { BotEvidence, EvidenceHeadline, PublicEvidence } from "@wazi/contracts";
import { type Cents, formatCents } from "@wazi/domain";
import { DEFAULT_KEEP_TERMS, keepMonths } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf } from "../../../../../tests/harness/money-calls.ts";
import { writeLocalRates } from "../../../../../tests/harness/local-rates.ts";
import { buildEvidence } from "../../../../../tests/harness/recorded-evidence.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { openPool } from "../../platform/db/pool.ts";
import { followShare, readKeptAboveBills } from "./kept-above-bills.ts";
import { readKeptMonths } from "./kept-months.ts";
import { prepareEvidence } from "./prepare-evidence.ts";
import { computeHash, readRecordedEvidence } from "./recorded-evidence.ts";
import { insertEvidence, insertRegistration, listRegistrations } from "./store.ts";

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const readAll = async (app = test): Promise<PublicEvidence> =>
  (await app.visitor().call("GET", "/api/public/evidence")).body;

describe("GET /api/public/evidence", () => {
  it("lists all bots in catalogue order, and the core portfolios after them", async () => {
    const { bots } = await readAll();
    expect(bots).toHaveLength(11);
    expect(bots.slice(8).map(({ botName, headline }) => [botName, headline?.verdict, headline?.sharpeBasis])).toEqual([
      ["Core Basket", "both-halves", "monthly-means"],
      ["Core Basket with Trend", "both-halves", "monthly-means"],
      ["Bills", "benchmark", "monthly-means"],
    ]);
    expect(bots[0]).toMatchObject({ botName: "Alpha-Forex-01", market: "forex", strategy: "Scalping" });
  });

  it("counts no rebalancing of a core portfolio in the win rate", async () => {
    const { bots, platform } = await readAll();
    const ended = bots.flatMap(({ headline }) => (headline === null || headline.winRatePct === null ? [] : [headline]));
    expect(ended.length).toBeLessThan(bots.length);
    const [won, all] = [
      ended.reduce((sum, { winRatePct, trades }) => sum + ((winRatePct ?? 0) / 100) * trades, 0),
      ended.reduce((sum, { trades }) => sum + trades, 0),
    ];
    expect(platform?.winRatePct).toBeCloseTo((won / all) * 100, 3);
  });

  it("scores the risk of each record and draws its last five years", async () => {
    const { bots } = await readAll();
    // The levels tell the bots apart.
    expect(new Set(bots.map(({ risk }) => risk?.level)).size).toBeGreaterThanOrEqual(3);
    for (const { headline, risk, curve } of bots) {
      expect(risk?.deepestFallPct).toBe(headline?.maxDrawdownPct?.value);
      expect(curve).toHaveLength(53);
    }
  });
});

describe("what is kept of a record", () => {
  it("is above bills where the share is taken above them, and no other figure changes", async () => {
    const above = await startTestApp(test.database, undefined, {
      PROFIT_SHARE_ABOVE: "bills",
      CASH_INTEREST_SOURCE: "fixed:4.5",
    });
    const [plain, following] = [await readAll(), await readAll(above)];
    const kept = readKeptAboveBills();
    for (const [index, { headline, ...bot }] of following.bots.entries()) {
      const { headline: before, ...others } = plain.bots[index]!;
      expect(bot).toEqual(others);
      expect(headline).toEqual(before && { ...before, money: before.money && kept[bot.botName]?.money });
      const full = (await above.visitor().call("GET", `/api/bots/${bot.botId}/evidence`)).body as BotEvidence;
      expect(full.headline).toEqual(headline);
      expect(full.keeps).toEqual(kept[bot.botName]?.keeps ?? null);
    }
    expect(following.bots.some(({ headline }) => headline?.money?.profitShareAbove === "bills")).toBe(true);
    await above.close();
  });

  it("stays as it was recorded when the rule or its growth is another", () => {
    const [kept] = Object.values(readKeptAboveBills());
    const { money, parameters, verdict, keeps } = kept!;
    const headline = { verdict, money: { ...money, plans: [] } } as unknown as EvidenceHeadline;
    const record = { headline, keeps: [] };
    expect(followShare(record, parameters, kept)).toEqual({ headline: { verdict, money }, keeps });
    expect(followShare(record, "another", kept)).toBe(record);
    expect(followShare(record, parameters, undefined)).toBe(record);
    const judged = { ...record, headline: { ...headline, verdict: "none" as const } };
    expect(followShare(judged, parameters, kept)).toBe(judged);
    const grown = { ...record, headline: { ...headline, money: { ...money, bot: "1.00" } } };
    expect(followShare(grown, parameters, kept)).toBe(grown);
  });

  it("is the same in short and in full, and missing for bots that cannot be judged", async () => {
    const { bots } = await readAll();
    for (const { botId, botName, headline } of bots) {
      const { keeps }: BotEvidence = (await test.visitor().call("GET", `/api/bots/${botId}/evidence`)).body;
      const money = headline?.money ?? null;
      expect([money === null, keeps === null], botName).toEqual(Array(2).fill(headline?.verdict === "not-judged"));
      const wholes = keeps?.filter(({ years }) => years === money?.years).map(({ plan, kept }) => [plan, kept.median]);
      expect(wholes).toEqual(money?.plans.map(({ plan, kept }) => [plan, kept]));
    }
    expect(bots.filter(({ headline }) => headline?.money !== null)).toHaveLength(7);
  });
});

describe("kept money in a local currency", () => {
  const readKept = async (app: TestApp): Promise<BotEvidence[]> => {
    const { bots } = await readAll(app);
    const all = bots.map(async ({ botId }) => (await app.visitor().call("GET", `/api/bots/${botId}/evidence`)).body);
    return Promise.all(all);
  };

  it("has the months from which each record's dollars are computed, to the cent", () => {
    const months = readKeptMonths();
    const records = readRecordedEvidence().map(({ document }) => JSON.parse(document) as BotEvidence);
    const judged = records.filter(({ keeps }) => keeps !== null);
    expect(Object.keys(months).sort()).toEqual(judged.map(({ botName }) => botName).sort());
    for (const { botName, hashes, keeps } of judged) {
      const known = months[botName]!;
      expect(known.parameters).toBe(hashes.parameters);
      const again = keepMonths(known.months, DEFAULT_KEEP_TERMS).filter(({ amount }) => amount === 1_000_00n);
      const format = ({ median, low, worst }: Record<"median" | "low" | "worst", Cents>) => {
        return { median: formatCents(median), low: formatCents(low), worst: formatCents(worst) };
      };
      expect(again.map(({ kept }) => format(kept))).toEqual(keeps!.map(({ kept }) => kept));
    }
  });

  it("is empty without the operator's rates, and missing where there is no kept money", async () => {
    for (const { keeps, localKeeps } of await readKept(test)) expect(localKeeps).toEqual(keeps === null ? null : []);
  });

  it("is in the currency of the operator's rates, for the months that have all of them", async () => {
    const local = await startTestApp(test.database, undefined, { LOCAL_RATES_DIR: writeLocalRates() });
    const kept = (await readKept(local)).filter(({ keeps }) => keeps !== null);
    expect(kept).toHaveLength(7);
    for (const { keeps, localKeeps } of kept) {
      const [kes, ...others] = localKeeps!;
      expect(others).toEqual([]);
      // The newest rate is 109.82.
      expect(kes).toMatchObject({ currency: "KES", billQuote: "discount", amount: "100000.00", from: "1993-02" });
      expect(kes!.to).toBe("2020-12");
      expect(kes!.keeps.map(({ plan, years }) => [plan, years])).toEqual(
        keeps!.map(({ plan, years }) => [plan, years]),
      );
      for (const { years, starts, kept: money, overBillsPct } of kes!.keeps) {
        // 27 years and 11 months have all rates.
        expect(starts).toBe(Math.max(0, 28 * 12 - 1 - years * 12 + 1));
        expect([money === null, overBillsPct === null]).toEqual([years > 27, years > 27]);
        if (money !== null) expect(Number(money.worst)).toBeLessThanOrEqual(Number(money.median));
      }
    }
    await local.close();
  });
});

describe("GET /api/bots/:id/evidence", () => {
  it("answers the newest record about each bot, which is never out of sample", async () => {
    const { bots, platform, recordedAt } = await readAll();
    expect(recordedAt).not.toBeNull();
    expect(platform).toMatchObject({ botCount: bots.length, returnPct: null, sharpe: null, verdict: "not-judged" });
    expect(platform?.trades).toBe(bots.reduce((sum, { headline }) => sum + (headline?.trades ?? 0), 0));
    for (const { botId, botName, headline } of bots) {
      const evidence: BotEvidence = (await test.visitor().call("GET", `/api/bots/${botId}/evidence`)).body;
      expect(evidence).toMatchObject({ botId, botName, headline });
      // The months of a core portfolio's parts are no series of bars.
      if (evidence.market === "portfolio") expect(evidence.series).toEqual([]);
      else expect(evidence.series.length).toBeGreaterThanOrEqual(headline!.seriesCount);
      expect(evidence.series.every(({ verdict }) => verdict === "not-judged")).toBe(true);
      expect(evidence.trials).toBeGreaterThanOrEqual(395);
      expect(evidence.costLevels.map(({ multiple }) => multiple)).toEqual([0, 1, 2]);
      expect(evidence.curve[0]).toMatchObject({ bot: 1, buyAndHold: 1, cash: 1 });
      expect(evidence.trades.length).toBeLessThanOrEqual(20);
      expect(evidence.registration?.isOutOfSample).toBe(false);
    }
  });

  it("is a 404 for an unknown bot", async () => {
    const answer = await test.visitor().call("GET", "/api/bots/5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e/evidence");
    expect([answer.status, errorOf(answer).code]).toEqual([404, "NOT_FOUND"]);
  });
});

describe("a record of an earlier version", () => {
  /** As the first versions wrote it, in a later year, so that it is the newest. */
  const earlier = (botName: string) => {
    const { trials: _trials, compositions: _compositions, keeps: _keeps, headline, ...rest } = buildEvidence(botName);
    const {
      verdictReason: _reason,
      sharpeBasis: _basis,
      pValue: _pValue,
      difference: _difference,
      alpha: _alpha,
      couldNotBuyBefore: _before,
      money: _money,
      ...figures
    } = headline;
    const series = rest.series.map(({ couldNotBuyBefore: _day, ...each }) => ({ ...each, verdict: "weak" }));
    return { ...rest, series, headline: { ...figures, verdict: "both-halves" } };
  };
  const insert = (subject: string, document: object) =>
    insertEvidence(test.sql, [
      {
        subject,
        recordedAt: "2098-01-01T00:00:00.000Z",
        hash: computeHash(`earlier ${subject}`),
        document: JSON.stringify(document),
      },
    ]);

  it("is shown with its figures, as not judged", async () => {
    await insert("Gold-Trader-02", earlier("Gold-Trader-02"));
    await insert("all bots", { recordedAt: "2098-01-01T00:00:00.000Z", headline: earlier("all bots").headline });
    const { bots, platform } = await readAll();
    const gold = bots.find(({ botName }) => botName === "Gold-Trader-02")!;
    expect(gold.headline).toMatchObject({
      verdict: "not-judged",
      verdictReason: "This record was made before today's rules.",
      sharpe: { value: 0.21 },
      alpha: null,
      couldNotBuyBefore: null,
      money: null,
    });
    expect(platform).toMatchObject({ botCount: 11, evidenceCount: 5 });
    const evidence: BotEvidence = (await test.visitor().call("GET", `/api/bots/${gold.botId}/evidence`)).body;
    expect(evidence).toMatchObject({
      trials: 45,
      compositions: [],
      keeps: null,
      series: [{ verdict: "not-judged" }, {}],
    });
  });
});

describe("records and registrations", () => {
  const count = async (table: string): Promise<number> => {
    const [row] = await test.sql<{ count: number }[]>`select count(*)::int as count from ${test.sql.raw(table)}`;
    return row?.count ?? -1;
  };

  it("are added once, however often the server starts", async () => {
    const before = [await count("bot_evidence"), await count("strategy_registrations")];
    expect(before[1]).toBe(11);
    await prepareEvidence(test.sql);
    expect([await count("bot_evidence"), await count("strategy_registrations")]).toEqual(before);
  });

  it.each([
    ["bot_evidence", "subject"],
    ["strategy_registrations", "rule"],
  ])("are never changed or removed in %s", async (table, column) => {
    const owner = openPool(test.database.url, { max: 1, role: null });
    for (const statement of [`update ${table} set ${column} = 'other'`, `delete from ${table}`, `truncate ${table}`]) {
      await expect(test.sql.unsafe(statement)).rejects.toThrow(/permission denied/);
      await expect(owner.unsafe(statement)).rejects.toThrow(/only appended/);
    }
    await owner.end();
  });

  it("are stamped by the database, whatever time is given", async () => {
    const opened = "2020-01-01T00:00:00.000Z";
    await insertRegistration(test.sql, {
      botName: "Late",
      rule: "momentum",
      parameters: {},
      parametersHash: "0".repeat(64),
      dataHash: null,
      windowOpens: opened,
    });
    const [late] = await listRegistrations(test.sql, "Late");
    expect(late?.windowOpens.toISOString()).toBe(opened);
    expect(Math.abs((late?.registeredAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});
