import { describe, expect, it } from "vitest";
import type { MomentEvent } from "../bot/bot-event.ts";
import { BotRunner } from "../bot/bot-runner.ts";
import { playOnce } from "../bot/play-once.ts";
import { corePortfolios } from "../core-portfolios/core-portfolio-list.ts";
import { RULE_MONTHS } from "../core-portfolios/core-rules.ts";
import { toMonth } from "../months.ts";
import { simulateDays } from "../simulation/simulate-days.ts";
import { buildBotConfig } from "./bot-catalogue.ts";
import { holdsBills, holdsOnlyBills, portfolioCatalogue } from "./portfolio-catalogue.ts";

const END = Date.UTC(2026, 0, 5);
const BILL = 0.002;
const FUNDS = ["SPY", "IEF", "GLD"];

/** The closes of a fund on working days, from its first month on. */
function daysOf(symbol: string) {
  return simulateDays(symbol, "portfolios", END).filter(({ time }) => ![0, 6].includes(new Date(time).getUTCDay()));
}

/** The means of the daily closes of each whole month. */
function listMeans(symbol: string): number[] {
  const months = new Map<number, number[]>();
  for (const { time, close } of daysOf(symbol)) {
    months.set(toMonth(time), [...(months.get(toMonth(time)) ?? []), close]);
  }
  return [...months.values()].map((closes) => closes.reduce((sum, close) => sum + close, 0) / closes.length);
}

function play(symbols: readonly string[]): readonly (readonly MomentEvent[])[] {
  const series = symbols.map((symbol) => ({
    symbol,
    interval: "1d" as const,
    candles: daysOf(symbol).map(({ time, close }) => {
      return { time, open: close, high: close, low: close, close, volume: 0 };
    }),
  }));
  return [...playOnce(series)].slice(0, -1);
}

describe("the catalogue of core portfolios", () => {
  it("has the three portfolios with the rules of their records, on the three funds", () => {
    expect(portfolioCatalogue.map(({ name, market }) => [name, market])).toEqual([
      ["Core Basket", "portfolio"],
      ["Core Basket with Trend", "portfolio"],
      ["Bills", "portfolio"],
    ]);
    expect(portfolioCatalogue.map(({ strategy }) => strategy.weigh)).toEqual(corePortfolios.map(({ rule }) => rule));
    for (const { symbols } of portfolioCatalogue) expect(symbols).toEqual(FUNDS);
    expect(new Set(portfolioCatalogue.map(({ strategy }) => strategy.name)).size).toBe(3);
  });

  it("says which bots may hold bills, and which hold nothing else", () => {
    const names = ["Alpha-Forex-01", ...portfolioCatalogue.map(({ name }) => name)];
    expect(names.filter(holdsBills)).toEqual(["Core Basket with Trend", "Bills"]);
    expect(names.filter(holdsOnlyBills)).toEqual(["Bills"]);
    const window = {
      parts: [0.03, 0.01, 0.02].map((step) => Array.from({ length: 60 }, (_, month) => step * (month % 3))),
      bills: new Float64Array(60),
    };
    for (const { name, strategy } of portfolioCatalogue) {
      const invested = strategy.weigh(window).reduce((sum, weight) => sum + weight, 0);
      if (!holdsBills(name)) expect(invested).toBeCloseTo(1, 12);
      if (holdsOnlyBills(name)) expect(invested).toBe(0);
    }
  });

  it.each(portfolioCatalogue)(
    "$name holds what the rule of its record says on the months of its funds",
    (portfolio) => {
      const instruments = FUNDS.map((symbol) => ({ symbol, interval: "1d" as const }));
      const runner = new BotRunner(buildBotConfig(portfolio, instruments, () => BILL));
      let last = 0;
      let checked = 0;
      for (const events of play(FUNDS)) {
        for (const event of events) runner.apply(event);
        const state = runner.save();
        const decided = state.decidedMonth;
        if (decided === null || decided === last || portfolio.strategy.months === 0) continue;
        last = decided;
        const ended = decided - 1;
        const first = toMonth(daysOf("SPY")[0]!.time);
        const returns = FUNDS.map((symbol) => {
          const means = listMeans(symbol).slice(0, ended - first + 1);
          return means
            .slice(1)
            .map((mean, index) => mean / means[index]! - 1)
            .slice(-RULE_MONTHS);
        });
        if (returns[0]!.length < RULE_MONTHS) continue;
        const weights = portfolio.strategy.weigh({ parts: returns, bills: returns[0]!.map(() => BILL) });
        const ordered = state.orders.map(({ symbol, action }) => [symbol, action] as const);
        if (checked === 0) {
          const bought = FUNDS.map((symbol) => {
            const action = ordered.find(([name]) => name === symbol)?.[1];
            return action?.kind === "rebalance" ? Number(action.entry?.amount ?? 0) : 0;
          });
          for (const [index, weight] of weights.entries()) expect(bought[index]).toBeCloseTo(weight, 3);
        }
        checked += 1;
      }
      const isBills = portfolio.strategy.months === 0;
      expect(checked).toBe(isBills ? 0 : 23);
      expect(runner.openTrades.length > 0).toBe(!isBills);
    },
  );

  it("runs on the funds that there are", () => {
    const [basket] = portfolioCatalogue;
    const runner = new BotRunner(buildBotConfig(basket!, [{ symbol: "SPY", interval: "1d" }]));
    for (const event of play(["SPY"]).flat()) runner.apply(event);
    expect(runner.openTrades.map(({ symbol }) => symbol)).toContain("SPY");
    const worth = runner.openTrades.reduce((sum, { exposure, baseNav }) => sum + Number(exposure) * Number(baseNav), 0);
    expect(worth).toBeGreaterThan(0.9);
  });
});
