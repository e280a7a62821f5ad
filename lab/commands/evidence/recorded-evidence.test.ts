import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allBots, botCatalogue, DEFAULT_KEEP_TERMS, fundBots, monthlyRecords } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import { followShare, readKeptAboveBills } from "../../../apps/server/src/investing/evidence/kept-above-bills.ts";
import { readKeptMonths, toKeptMonths } from "../../../apps/server/src/investing/evidence/kept-months.ts";
import { hashRule } from "../../../apps/server/src/investing/evidence/prepare-evidence.ts";
import {
  readRecordedEvidence,
  type RecordedBotEvidence,
} from "../../../apps/server/src/investing/evidence/recorded-evidence.ts";
import { measureCorePortfolios } from "./core-portfolios.ts";
import { findSeries } from "./find-series.ts";
import { hasRecord, judgeAll, measureBots } from "./judge-bots.ts";
import { readTrials } from "./trials.ts";
import { toCoreEvidence, toKeptAboveBills } from "./write-core-records.ts";
import { listCurveDays, toRecordedEvidence } from "./write-records.ts";

/** The quickest bot to compute: it has one series. */
const BOT = "Crypto-Whale-07";
const DATA = join(import.meta.dirname, "..", "..", "..", "..", "shared", "market-data");
const folders = ["replay", "long"].map((name) => join(DATA, name));
const isThere = folders.every((folder) => existsSync(folder));
if (!isThere) console.warn("skipped: no real series under ../shared/market-data");

const documents = new Map(
  readRecordedEvidence().map(({ subject, document }) => [subject, JSON.parse(document) as RecordedBotEvidence]),
);

it("a recorded curve has enough days for each range of the chart, and the last one", () => {
  const days = Array.from({ length: 50 * 365 }, (_, day) => day).filter((day) => day % 7 !== 2 && day % 7 !== 3);
  const last = days.at(-1)!;
  const kept = listCurveDays(days);
  const since = (count: number) => kept.filter((day) => day > last - count).length;
  expect([kept.at(-1), since(91), since(365)]).toEqual([last, 65, 261]);
  expect(since(5 * 365)).toBe(261 + 4 * 52 + 1);
  expect(kept.length).toBeLessThanOrEqual(261 + 4 * 53 + 250);
  expect(listCurveDays(days.slice(0, 30))).toEqual(days.slice(0, 30));
  expect(listCurveDays([])).toEqual([]);
});

describe("the recorded evidence", () => {
  it("is about every bot as it is now; otherwise record it again (npm run evidence -- --data … --record)", () => {
    const recorded = allBots.map(({ name }) => [name, documents.get(name)?.hashes.parameters]);
    expect(recorded).toEqual(allBots.map((bot) => [bot.name, hashRule(bot)]));
  });

  it.skipIf(!isThere)(`is what the real series give for ${BOT}`, { timeout: 300_000 }, async () => {
    const bot = botCatalogue.find(({ name }) => name === BOT)!;
    const found = findSeries(folders);
    const trials = readTrials();
    const measured = await measureBots(found, [bot], () => {});
    const { bots } = judgeAll(measured, [], { trials, isOfOneBot: false });
    const recorded = documents.get(BOT)!;
    const { hashes, recordedAt } = recorded;
    const again = toRecordedEvidence(bots.find(hasRecord)!, {
      code: hashes.code,
      found,
      cashNote: null,
      trials: recorded.trials,
      recordedAt,
    });
    // A later trial may be counted since: it changes no figure of a bot that is not judged.
    expect(trials.length).toBeGreaterThanOrEqual(recorded.trials);
    expect(again).toEqual(recorded);
  });

  it.skipIf(!isThere)("is what the monthly files give for core portfolios and four bots", { timeout: 300_000 }, () => {
    const result = measureCorePortfolios(
      monthlyRecords.map(({ name }) => name),
      folders,
    );
    if (!result.ok) throw new Error(result.message);
    // No other bot is judged, so these are all that share Holm's correction.
    const { core } = judgeAll([], result.records, { trials: readTrials(), isOfOneBot: false });
    expect(core.map(({ record, given }) => [record.name, given.verdict])).toEqual([
      ["Core Basket", "both-halves"],
      ["Core Basket with Trend", "both-halves"],
      ["Bills", "benchmark"],
      ["Stock-Titan-05", "weak"],
      ["Index-Pro-04", "weak"],
      ["Gold-Trader-02", "none"],
      ["Stock-Dividend-08", "weak"],
    ]);
    const keptMonths = readKeptMonths();
    for (const each of core) {
      const recorded = documents.get(each.record.name)!;
      const { months } = keptMonths[each.record.name]!;
      const { parameters } = recorded.hashes;
      // The months are rounded once.
      expect(toKeptMonths(each.record.name, parameters, months)).toEqual(
        toKeptMonths(each.record.name, parameters, each.record.keptMonths),
      );
      const { hashes, trials, recordedAt } = recorded;
      const again = toCoreEvidence(each, result.data, { code: hashes.code, trials, recordedAt });
      // More trials only lower the deflated ratio.
      again.headline.deflatedSharpe = recorded.headline.deflatedSharpe;
      const { series, hashes: known, ...record } = recorded;
      expect(again).toMatchObject({ ...record, hashes: { code: known.code, parameters: known.parameters } });
      const isFund = fundBots.some(({ name }) => name === each.record.name);
      expect(series.some(({ symbol }) => symbol === "SPY" || symbol === "XAUUSD")).toBe(isFund);
    }
  });
});

interface IndependentFigures {
  readonly grown: number;
  readonly yearsBelowBills: number;
  readonly worstFallPct: number;
  /** By split, years and setting: starts, median and more. */
  readonly keeps: Readonly<Record<string, readonly number[]>>;
}

const INDEPENDENT = join(import.meta.dirname, "../../../packages/trading/src/core-portfolios/independent-figures.json");

const independent = JSON.parse(readFileSync(INDEPENDENT, "utf8")) as Readonly<Record<string, IndependentFigures>>;

describe("the money of a record", () => {
  const read = (name: string) => {
    const { curve, headline, keeps } = documents.get(name)!;
    return { curve, money: headline.money!, keeps: keeps! };
  };

  /** Growth of each calendar year of a curve of months. */
  const listYears = (curve: RecordedBotEvidence["curve"], of: "bot" | "cash") =>
    Array.from({ length: (curve.length - 1) / 12 }, (_, year) => curve[12 * year + 12]![of] / curve[12 * year]![of]);

  it("is what its months give", () => {
    const { curve, money } = read("Core Basket");
    const last = curve.at(-1)!;
    expect([Number(money.bot), Number(money.bills)]).toEqual([
      expect.closeTo(last.bot * 1_000, 0),
      expect.closeTo(last.cash * 1_000, 0),
    ]);
    const bills = listYears(curve, "cash");
    const below = listYears(curve, "bot").filter((growth, year) => growth < bills[year]!);
    expect([money.years, money.yearsBelowBills]).toEqual([bills.length, below.length]);

    const falls = curve.map(
      ({ bot }, month) => bot / Math.max(...curve.slice(0, month + 1).map((each) => each.bot)) - 1,
    );
    const low = falls.indexOf(Math.min(...falls));
    const high = falls.findLastIndex((fall, month) => month < low && fall === 0);
    const madeUp = falls.findIndex((fall, month) => month > low && fall === 0);
    expect(money.worstFall!.pct).toBeCloseTo(falls[low]! * 100, 2);
    expect(money.worstFall).toMatchObject({
      months: (madeUp === -1 ? curve.length - 1 : madeUp) - high,
      isMadeUp: madeUp !== -1,
    });
  });

  it("is the independent program's, and so is what is kept of it", () => {
    for (const name of ["Core Basket", "Core Basket with Trend"]) {
      const { money, keeps } = read(name);
      const { grown, yearsBelowBills, worstFallPct, keeps: expected } = independent[name]!;
      expect(Number(money.bot)).toBeCloseTo(grown, 1);
      expect(Number(money.shares)).toBeCloseTo(independent["shares"]!.grown, 1);
      expect(money.yearsBelowBills).toBe(yearsBelowBills);
      expect(money.worstFall!.pct).toBeCloseTo(worstFallPct, 1);
      for (const { plan, userSharePct, kept } of money.plans) {
        const [, median] = expected[`${userSharePct} 48 nothing`]!;
        expect(Math.abs(Number(kept) - median!), plan).toBeLessThan(0.03);
        const whole = keeps.find((each) => each.plan === plan && each.years === 48)!;
        expect(whole).toMatchObject({ amount: money.putIn, kept: { median: kept, worst: kept } });
        expect(whole).toMatchObject({ fundCostPct: money.fundCostPct, dividendTaxPct: money.dividendTaxPct });
      }
      expect(keeps.map(({ years, plan }) => `${years} ${plan}`)).toHaveLength(16);
    }
  });

  it("after a share of every year is what its months give, and evidence only when the whole range is above bills", () => {
    const { curve, money } = read("Core Basket");
    const bills = listYears(curve, "cash");
    for (const { plan, userSharePct, overBillsPct, hasEvidence } of money.plans) {
      let [own, carried, over] = [1, 0, 0];
      // It is always invested in full, so it has no interest.
      for (const [year, growth] of listYears(curve, "bot").entries()) {
        const gain = own * (growth - 1);
        const kept = gain - (1 - userSharePct / 100) * Math.max(0, gain - carried);
        carried = Math.max(0, carried - gain);
        over += kept / own - (bills[year]! - 1);
        own += kept;
      }
      expect(overBillsPct!.value, plan).toBeCloseTo((over / bills.length) * 100, 2);
      expect(hasEvidence).toBe(overBillsPct!.low > 0);
    }
    const listEvidence = (name: string) => read(name).money.plans.map(({ hasEvidence }) => hasEvidence);
    expect(listEvidence("Core Basket")).toEqual([false, false, false, true]);
    expect(listEvidence("Core Basket with Trend")).toEqual([true, true, true, true]);
    expect(listEvidence("Gold-Trader-02")).toEqual([false, false, false, false]);
    expect(listEvidence("Bills")).toEqual([false, false, false, false]);
  });

  it("is not there for a bot that cannot be judged", () => {
    for (const { headline, keeps } of documents.values()) {
      const isJudged = headline.verdict !== "not-judged";
      expect([headline.money !== null, keeps !== null], headline.verdict).toEqual([isJudged, isJudged]);
    }
  });
});

describe("what is kept above bills", () => {
  const kept = readKeptAboveBills();

  it("is of each record with money, whose other figures it repeats", () => {
    const withMoney = [...documents].filter(([, { headline }]) => headline.money !== null);
    expect(Object.keys(kept).sort()).toEqual(withMoney.map(([name]) => name).sort());
    for (const [name, { headline, keeps, hashes }] of withMoney) {
      const followed = followShare({ headline, keeps }, hashes.parameters, kept[name]);
      const [money, above] = [followed.headline.money, followed.keeps];
      expect(money, name).toEqual({ ...headline.money, plans: money?.plans, profitShareAbove: "bills" });
      for (const [index, plan] of headline.money!.plans.entries()) {
        const own = money!.plans[index]!;
        expect(Number(own.kept), name).toBeGreaterThanOrEqual(Number(plan.kept));
        expect(own.overBillsPct!.value).toBeGreaterThanOrEqual(plan.overBillsPct!.value);
      }
      expect(above!.map(({ years, plan, profitShareAbove }) => [years, plan, profitShareAbove])).toEqual(
        keeps!.map(({ years, plan }) => [years, plan, "bills"]),
      );
    }
  });

  it("is the independent program's", () => {
    for (const name of ["Core Basket", "Core Basket with Trend"]) {
      for (const { userSharePct, years, starts, kept: found, overBillsPct: over } of kept[name]!.keeps) {
        const figures = [found.median, found.low, found.worst, over.median, over.low, over.worst].map(Number);
        const [count, ...expected] = independent[name]!.keeps[`${userSharePct} ${years} bills`]!;
        expect(starts).toBe(count);
        figures.forEach((figure, index) => expect(Math.abs(figure - expected[index]!)).toBeLessThan(0.03));
      }
    }
  });

  it.skipIf(!isThere)("is what the monthly files give", { timeout: 300_000 }, () => {
    const names = monthlyRecords.map(({ name }) => name);
    const result = measureCorePortfolios(names, folders, { ...DEFAULT_KEEP_TERMS, profitShareAbove: "bills" });
    if (!result.ok) throw new Error(result.message);
    const { core } = judgeAll([], result.records, { trials: readTrials(), isOfOneBot: false });
    expect(toKeptAboveBills(core)).toEqual(kept);
  });
});
