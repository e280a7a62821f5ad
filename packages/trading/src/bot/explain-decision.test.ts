import { DAY_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { portfolioCatalogue } from "../catalogue/portfolio-catalogue.ts";
import type { Calendar } from "../costs/sessions.ts";
import { nextUniform, seedRandom } from "../simulation/seeded-random.ts";
import type { AllocationStrategy } from "../strategies/allocation-strategy.ts";
import { monthRules } from "../strategies/month-rules.ts";
import { scalping } from "../strategies/scalping.ts";
import { type BotConfig, createBotConfig } from "./bot-config.ts";
import { BotRunner } from "./bot-runner.ts";
import { type BotState, createBotState } from "./bot-state.ts";
import { explainDecision } from "./explain-decision.ts";
import { findNextDecision } from "./next-decision.ts";
import { playOnce } from "./play-once.ts";
import { restoreBotState } from "./restore-bot-state.ts";

const START = Date.UTC(2014, 0, 1);
const FREE = { halfSpread: 0, slippage: 0, commission: 0 };

function botOf(strategy: BotConfig["strategy"], calendar: Calendar = "always"): BotConfig {
  return createBotConfig({
    name: "explained",
    market: "stocks",
    strategy,
    instruments: ["A", "B", "C"].map((symbol) => ({ symbol, interval: "1d", costs: FREE, riskPerTrade: 1, calendar })),
    decisionInterval: "1d",
    maximumExposure: 1,
    findBillReturn: () => 0.002,
  });
}

/** A bot after days of random prices, with what it decided last. */
function playDays(config: BotConfig, seed: number, days: number): BotRunner {
  const random = seedRandom(String(seed), "prices");
  const series = config.instruments.map(({ symbol, interval }) => {
    let close = 100;
    const candles = Array.from({ length: days }, (_, day) => {
      const open = close;
      close = Number((open * (1 + (nextUniform(random) - 0.49) * 0.03)).toFixed(4));
      const [high, low] = [Math.max(open, close), Math.min(open, close)];
      return { time: START + day * DAY_MS, open, high, low, close, volume: 0 };
    });
    return { symbol, interval, candles };
  });
  const runner = new BotRunner(config);
  for (const events of playOnce(series)) {
    // The end of the series would close the trades.
    for (const event of events) if (event.type !== "series-break") runner.apply(event);
  }
  return runner;
}

const rules: AllocationStrategy[] = [...portfolioCatalogue.map(({ strategy }) => strategy), ...monthRules];

describe("an explained decision", () => {
  it.each(rules)("of $name gives the weights of the bot, and figures that say why", (rule) => {
    const config = botOf(rule);
    for (const seed of [1, 2]) {
      // Ends on 1 September 2018, a day after the decision was filled.
      const state = playDays(config, seed, 1_705).save();
      const explained = explainDecision(config, state)!;
      expect(explained.month).toBe(2018 * 12 + 8);
      expect(explained.until).toBe(2018 * 12 + 6);
      expect(explained.isRateMissing).toBe(false);
      for (const { symbol, target, figures } of explained.parts) {
        expect(target).not.toBeNull();
        expect(figures.length > 0).toBe(rule.explain !== undefined);
        const held = state.openTrades.filter((trade) => trade.symbol === symbol);
        const paid = held.reduce((sum, { side, exposure }) => sum + Number(exposure) * (side === "buy" ? 1 : -1), 0);
        expect(Math.sign(paid)).toBe(Math.sign(target!));
        for (const { kind, value } of figures) {
          if (kind === "trend" || kind === "average") expect(value > 0).toBe(target! > 0);
          if (kind === "change") expect(Math.sign(value)).toBe(Math.sign(target!));
        }
      }
    }
  });

  const [, trend] = rules;
  const complete = botOf(trend!);
  const incomplete = { ...complete, findBillReturn: (month: number) => (month === 2018 * 12 + 5 ? NaN : 0.002) };

  it("says that a rate of bills was missing, without figures, also when it has arrived since", () => {
    const { state } = restoreBotState(complete, JSON.parse(JSON.stringify(playDays(incomplete, 1, 1_705).save()))) as {
      state: BotState;
    };
    const explained = explainDecision(complete, state)!;
    expect(explained.isRateMissing).toBe(true);
    expect(explained.parts.map(({ target, figures }) => [target, figures])).toEqual([
      [null, []],
      [null, []],
      [null, []],
    ]);
  });

  it("is by the rates that were known then, whatever they are now", () => {
    const state = playDays(complete, 1, 1_705).save();
    const explained = explainDecision(complete, state);
    expect(explained?.isRateMissing).toBe(false);
    expect(explainDecision(incomplete, state)).toEqual(explained);
    expect(explainDecision({ ...complete, findBillReturn: () => 0.2 }, state)).toEqual(explained);
  });

  it("is by the rates of today for a decision from before they were kept", () => {
    const { decidedBills: _kept, ...stored } = playDays(complete, 1, 1_705).save();
    const { state } = restoreBotState(complete, stored) as { state: BotState };
    expect(explainDecision(complete, state)?.isRateMissing).toBe(false);
    expect(explainDecision(incomplete, state)?.isRateMissing).toBe(true);
  });

  it("is missing before the first decision, and for rules without weights", () => {
    expect(explainDecision(botOf(rules[0]!), createBotState(botOf(rules[0]!)))).toBeNull();
    const single = botOf(scalping);
    expect(explainDecision(single, createBotState(single))).toBeNull();
  });
});

describe("the next decision", () => {
  const at = (text: string): number => Date.parse(text);
  const next = (config: BotConfig, time: string, decidedMonth: number | null = null): string =>
    new Date(findNextDecision(config, { decidedMonth }, at(time))).toISOString().slice(0, 16);

  it("is at the end of the month where a market never closes, and then of the next", () => {
    expect(next(botOf(rules[0]!), "2026-11-29T10:00Z")).toBe("2026-12-01T00:00");
    expect(next(botOf(rules[0]!), "2026-12-01T00:00Z", 2026 * 12 + 11)).toBe("2027-01-01T00:00");
  });

  it("is at the close of the month's last session in New York", () => {
    const config = botOf(rules[0]!, "new-york");
    // 28 and 29 November 2026 are a weekend, and 31 October is a Saturday.
    expect(next(config, "2026-10-12T10:00Z")).toBe("2026-10-30T20:00");
    expect(next(config, "2026-10-30T20:00Z", 2026 * 12 + 10)).toBe("2026-11-30T21:00");
    expect(next(config, "2026-10-31T10:00Z")).toBe("2026-11-30T21:00");
  });

  it("is at the end of the bar on which another rule decides, while a venue is open", () => {
    const single = { ...botOf(scalping), decisionInterval: "1h" } as const;
    const minutes = {
      ...single,
      instruments: single.instruments.map((each) => ({ ...each, interval: "1m" as const })),
    };
    expect(next(minutes, "2026-11-29T10:20Z")).toBe("2026-11-29T11:00");
    const closed = {
      ...minutes,
      instruments: minutes.instruments.map((each) => ({ ...each, calendar: "new-york" as const })),
    };
    expect(next(closed, "2026-11-29T10:20Z")).toBe("2026-11-30T15:00");
  });
});
