import { type Interval, intervalMs, type Market } from "../candle.ts";
import type { BotDefinition } from "../catalogue/bot-catalogue.ts";
import { decidesOn, scheduleBars } from "../catalogue/decision-schedule.ts";
import { findCurrenciesWithoutRates } from "../costs/financing-rates.ts";
import type { RealBars } from "./run-series.ts";

/** A series as far as the choice of a bot's record depends on it. */
type ListedSeries = Pick<RealBars, "symbol" | "interval" | "candles">;

/** When a bot decides, and so the bars of its record. */
type Deciding = Pick<BotDefinition, "decides">;

/** Bars shorter than the decision's are joined to it, as a live feed does. */
function toDecisionBars({ decides }: Deciding, interval: Interval): Interval {
  const own = scheduleBars[decides].interval;
  return intervalMs[interval] < intervalMs[own] ? own : interval;
}

const YEAR_MS = 365.25 * intervalMs["1d"];
const LEAST_YEARS = 10;

function countYears({ candles }: ListedSeries): number {
  return ((candles.at(-1)?.time ?? 0) - (candles[0]?.time ?? 0)) / YEAR_MS;
}

/**
 * The series of a bot's record: those on the bars on which it decides, where one of them has ten years; otherwise those on the bars
 * that have the most years, whose record does not count. Of two series of one symbol, the longer one. Results play no part.
 */
export function selectWholeSeries<Series extends ListedSeries>(
  bot: Deciding,
  series: readonly Series[],
): readonly Series[] {
  const groups = new Map<Interval, Series[]>();
  for (const each of series) {
    const bars = toDecisionBars(bot, each.interval);
    groups.set(bars, [...(groups.get(bars) ?? []), each]);
  }
  const own = groups.get(scheduleBars[bot.decides].interval) ?? [];
  const sumYears = (group: readonly Series[]): number => group.reduce((sum, each) => sum + countYears(each), 0);
  const chosen = own.some((each) => countYears(each) >= LEAST_YEARS)
    ? own
    : [...groups.values()].reduce((most, each) => (sumYears(each) > sumYears(most) ? each : most), own);
  const bySymbol = new Map<string, Series>();
  for (const each of chosen) {
    const known = bySymbol.get(each.symbol);
    if (known === undefined || countYears(each) > countYears(known)) bySymbol.set(each.symbol, each);
  }
  return [...bySymbol.values()];
}

const BAR_WORDS: Readonly<Record<Interval, string>> = { "1m": "minute", "1h": "hourly", "1d": "daily" };

/** The reasons why a bot's record does not count, a sentence each. */
export function explainNotJudged(
  bot: Pick<BotDefinition, "market" | "decides">,
  series: readonly Pick<ListedSeries, "symbol" | "interval">[],
): readonly string[] {
  const own = scheduleBars[bot.decides].interval;
  const others = [...new Set(series.map(({ interval }) => interval))].filter(
    (interval) => !decidesOn(bot.decides, interval),
  );
  const reasons = others.map(
    (interval) => `The bot decides on ${BAR_WORDS[own]} bars, and this record is on ${BAR_WORDS[interval]} bars.`,
  );
  const symbols = [...new Set(series.map(({ symbol }) => symbol))];
  if (bot.market === "crypto" && symbols.length === 1) {
    reasons.push(`It has one coin, ${symbols.join("")}, which is known because it rose.`);
  }
  const currencies = bot.market === "forex" ? findCurrenciesWithoutRates(symbols) : [];
  if (currencies.length > 0) {
    reasons.push(`Financing is not known: the short rates of ${currencies.join(", ")} are missing.`);
  }
  return reasons;
}

/** Broad funds of shares, which replaced what failed. */
const FUNDS: readonly string[] = ["SPY"];

/**
 * True when instruments were picked because they lasted or rose: shares by their names of today, and single coins. Such a record
 * shows nothing, and holding them is no benchmark.
 */
export function areSurvivors(market: Market, symbols: readonly string[]): boolean {
  if (market === "crypto") return symbols.length > 0;
  return market === "stocks" && symbols.some((symbol) => !FUNDS.includes(symbol));
}
