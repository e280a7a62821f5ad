import { MINUTE_MS, DAY_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { byDepth } from "../../../../tests/harness/test-depth.ts";
import { declareDividend, DIVIDEND_CYCLE_DAYS, type Dividend } from "./dividend.ts";
import { copyWalk, moveWalk, startWalk, type WalkPoint } from "./price-walk.ts";
import { continueHistory, simulateHistory, simulateMarketHistory } from "./simulate-history.ts";
import {
  createSimulatedMarket,
  skipMarketTime,
  getNextDividend,
  restoreSimulatedMarket,
  stepSecond,
} from "./simulated-market.ts";
import { getSimulatedSymbol, simulatedSymbols } from "./simulated-symbols.ts";

const START = Date.UTC(2026, 0, 5);
/** At night more than a quarter, in which each payer pays once. */
const HISTORY_DAYS = byDepth({ ci: 40, long: 100 });
const LEAST_DIVIDENDS = byDepth({ ci: 3, long: 9 });
const ibm = getSimulatedSymbol("IBM");

/** A walk of IBM that starts so many minutes before the first ex-date after `START`. */
function walkBeforeExDate(seed: string, minutes: number) {
  const { exTime } = declareDividend(ibm.dividends!, ibm.startPrice, START);
  return startWalk("IBM", seed, exTime - minutes * MINUTE_MS);
}

describe("dividends", () => {
  it("are a quarter of the yield, on a fixed day of the quarter, always in the future", () => {
    const plan = { yearlyYield: 0.044, cycleDay: 39 };
    const first = declareDividend(plan, 189.6, START);
    expect(first.exTime).toBeGreaterThan(START);
    expect(first.exTime - START).toBeLessThanOrEqual(DIVIDEND_CYCLE_DAYS * DAY_MS);
    expect(first.exTime % MINUTE_MS).toBe(0);
    expect(first.amount).toBe("2.09");
    expect(declareDividend(plan, 189.6, first.exTime - 1).exTime).toBe(first.exTime);
    expect(declareDividend(plan, 189.6, first.exTime).exTime).toBe(first.exTime + DIVIDEND_CYCLE_DAYS * DAY_MS);
    expect(declareDividend(plan, 0.05, START).amount).toBe("0.01");
  });

  it("go ex on different working days; TSLA, AMZN and other markets than stocks and indices pay none", () => {
    const payers = simulatedSymbols.flatMap(({ dividends }) => dividends ?? []);
    const days = payers.map((plan) => declareDividend(plan, 100, START).exTime);
    expect(new Set(days).size).toBe(payers.length);
    for (const time of days) expect([1, 2, 3, 4, 5]).toContain(new Date(time).getUTCDay());
    const silent = simulatedSymbols.filter(({ dividends }) => dividends === null);
    expect(
      silent.filter(({ market }) => market === "stocks" || market === "indices").map(({ symbol }) => symbol),
    ).toEqual(["TSLA", "AMZN"]);
  });

  it.each(["second", "minute"] as const)("lower the price by exactly their amount in the %s of the ex-date", (step) => {
    const walk = copyWalk(walkBeforeExDate("exact", 2));
    const due = walk.dividend!;
    const twin = { ...copyWalk(walk), dividend: null };
    let paid: WalkPoint | undefined;
    while (paid === undefined) {
      const before = { walk: walk.price, twin: twin.price };
      const [point] = [moveWalk(walk, ibm, step), moveWalk(twin, ibm, step)];
      if (point.dividend === undefined) continue;
      paid = point;
      expect(before.walk).toBe(before.twin);
      expect(walk.price).toBe(twin.price - Number(due.amount));
    }
    expect(paid.dividend).toEqual(due);
    expect(paid.time - (paid.time % MINUTE_MS)).toBe(due.exTime);
    expect(walk.dividend).toEqual(declareDividend(ibm.dividends!, walk.price, walk.time));
    expect(walk.dividend!.exTime).toBe(due.exTime + DIVIDEND_CYCLE_DAYS * DAY_MS);
  });

  it("leave the total return without a drift, and give the price alone a downward one", () => {
    const total: number[] = [];
    const bare: number[] = [];
    for (let seed = 0; seed < 2_000; seed += 1) {
      const walk = copyWalk(walkBeforeExDate(`total-${seed}`, 60));
      const { price } = walk;
      let received = 0;
      for (let minute = 0; minute < 120; minute += 1) {
        received += Number(moveWalk(walk, ibm, "minute").dividend?.amount ?? 0);
      }
      expect(received).toBeGreaterThan(0);
      total.push((walk.price + received) / price - 1);
      bare.push(walk.price / price - 1);
    }
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const error = Math.sqrt(mean(total.map((value) => value ** 2)) / total.length);
    expect(Math.abs(mean(total))).toBeLessThan(3 * error);
    expect(mean(bare)).toBeLessThan(-0.044 / 4 + 4 * error);
  });

  it("are the same in a history and in live steps", () => {
    const { market, histories } = simulateMarketHistory("list", START, START + HISTORY_DAYS * DAY_MS);
    for (const { symbol, dividends } of histories) {
      const { dividends: plan } = getSimulatedSymbol(symbol);
      const times: number[] = [];
      for (let next = plan && declareDividend(plan, 1, START - 1); next && next.exTime <= market.time;) {
        times.push(next.exTime);
        next = plan && declareDividend(plan, 1, next.exTime);
      }
      expect(dividends.map(({ exTime }) => exTime)).toEqual(times);
      for (const { amount } of dividends) expect(amount).toMatch(/^\d+\.\d\d$/);
      const next = getNextDividend(market, symbol);
      if (plan === null) expect(next).toBeNull();
      else expect(next!.exTime).toBeGreaterThan(market.time);
    }
    expect(histories.flatMap(({ dividends }) => dividends).length).toBeGreaterThanOrEqual(LEAST_DIVIDENDS);
    expect(() => getNextDividend(market, "NVDA")).toThrow("NVDA");
  });

  it("are the same after a walk is stored and restored before the ex-date", () => {
    const start = walkBeforeExDate("stored", 1);
    let market = createSimulatedMarket([start]);
    const told: Dividend[] = [];
    for (let second = 0; second < 120; second += 1) {
      market = restoreSimulatedMarket(JSON.parse(JSON.stringify(market)))!;
      const stepped = stepSecond(market);
      market = stepped.state;
      told.push(...stepped.prices.flatMap(({ dividend }) => dividend ?? []));
    }
    const history = continueHistory(start, market.time);
    expect(history.walk).toEqual(market.walks[0]);
    expect(history.dividends).toEqual(told);
    expect(told).toEqual([start.dividend]);
  });

  it("come with the first step after a downtime", () => {
    const market = createSimulatedMarket([walkBeforeExDate("held", 10)]);
    const due = getNextDividend(market, "IBM")!;
    const held = skipMarketTime(market, due.exTime + DAY_MS);
    expect(held.walks[0]!.price).toBe(market.walks[0]!.price);
    expect(stepSecond(held).prices[0]!.dividend).toEqual(due);
    expect(stepSecond(held).prices[0]!.time).toBe(due.exTime + DAY_MS + 1_000);
    expect(() => skipMarketTime(market, START)).toThrow(RangeError);
  });

  it("are checked when a state is restored", () => {
    const { walk } = simulateHistory("KO", "check", START, START + DAY_MS);
    const stored = createSimulatedMarket([walk]);
    const damaged = (dividend: unknown) => ({ ...stored, walks: [{ ...walk, dividend }] });
    expect(restoreSimulatedMarket(stored)).toEqual(stored);
    for (const dividend of [undefined, 1, {}, { exTime: 1.5, amount: "1.00" }, { exTime: 60_000, amount: 1 }]) {
      expect(restoreSimulatedMarket(damaged(dividend))).toBeNull();
    }
  });
});
