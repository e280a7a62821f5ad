import { type Interval, intervalMs, type Market } from "../candle.ts";
import { type Calendar, isBarInSession } from "../costs/sessions.ts";
import { isCrossPair } from "../pricing/quote-currency.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import type { AllocationStrategy } from "../strategies/allocation-strategy.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import type { Parameters, Rule, Strategy } from "../strategies/strategy.ts";
import { LongerBarsRule } from "./longer-bars-rule.ts";
import { MonthBook } from "./month-book.ts";

/** The highest exposure of a bot, as a fraction of its nav. Bots do not borrow. */
export const MAX_EXPOSURE = 1;

/** A symbol that a bot trades, with its settings. */
export interface BotInstrument {
  readonly symbol: string;
  /** The length of its bars. */
  readonly interval: Interval;
  readonly costs: TradingCosts;
  /** The fraction of the nav that a trade loses at its stop, before costs. */
  readonly riskPerTrade: number;
  /** The opening hours of its venue; left out for simulated prices, whose market never closes. */
  readonly calendar?: Calendar;
}

/** The configuration of a bot. Fractions, not per cent. */
export interface BotConfig {
  readonly name: string;
  readonly market: Market;
  /** In the order in which the caller sends the candles of one time. When flat, the first signal wins. */
  readonly instruments: readonly BotInstrument[];
  readonly strategy: Strategy | AllocationStrategy;
  /** All parameters of the strategy. */
  readonly parameters: Parameters;
  /** The shortest bars on which the strategy decides. Shorter bars of a feed are combined (`LongerBarsRule`). */
  readonly decisionInterval: Interval;
  /** The largest exposure of a trade, above 0 and at most 1; of all trades together for a strategy with weights. */
  readonly maximumExposure: number;
  /**
   * The return of bills in a month (`toMonth`), a fraction, for a strategy with weights; NaN for a month without a rate. Left out where
   * money in no trade earns nothing.
   */
  readonly findBillReturn?: (month: number) => number;
}

/** The input for a config. Parameters that are left out get the strategy's defaults. */
export type BotConfigInput = Omit<BotConfig, "parameters"> & { readonly parameters?: Parameters };

/**
 * Checks and completes a config.
 * @throws RangeError for invalid values, which are a mistake of the caller
 */
export function createBotConfig(input: BotConfigInput): BotConfig {
  const { name, instruments, maximumExposure } = input;
  if (instruments.length === 0) throw new RangeError(`${name} has no symbol`);
  if (new Set(instruments.map(({ symbol }) => symbol)).size < instruments.length) {
    throw new RangeError(`${name} has a symbol twice`);
  }
  if (!(maximumExposure > 0 && maximumExposure <= MAX_EXPOSURE)) {
    throw new RangeError(`${name} has an exposure of ${maximumExposure}, not 0 to ${MAX_EXPOSURE}`);
  }
  for (const instrument of instruments) checkInstrument(name, instrument);
  return { ...input, parameters: resolveParameters(input.strategy, input.parameters) };
}

/** True for a strategy that gives the weights of all symbols at once. */
export function isAllocation(strategy: Strategy | AllocationStrategy): strategy is AllocationStrategy {
  return "weigh" in strategy;
}

/** Starts the bot's rule for an instrument, on the bars on which it decides. */
export function createInstrumentRule(
  { strategy, parameters, decisionInterval }: BotConfig,
  { interval }: Pick<BotInstrument, "interval">,
): Rule {
  const [barMs, longBarMs] = [intervalMs[interval], intervalMs[decisionInterval]];
  if (isAllocation(strategy)) return new MonthBook(barMs, strategy.months + 1);
  const rule = strategy.createRule(parameters);
  return barMs < longBarMs ? new LongerBarsRule(rule, barMs, longBarMs) : rule;
}

/** The config for simulated prices on which the symbols' venues never close. */
export function removeCalendars(config: BotConfig): BotConfig {
  return { ...config, instruments: config.instruments.map(({ calendar: _calendar, ...instrument }) => instrument) };
}

/** Finds the bot's instrument for a symbol; undefined when the bot does not trade it. */
export function findInstrument({ instruments }: BotConfig, symbol: string): BotInstrument | undefined {
  const known = bySymbol.get(instruments);
  if (known !== undefined) return known.get(symbol);
  const listed = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  bySymbol.set(instruments, listed);
  return listed.get(symbol);
}

/** The instruments of each config, which never change, by their symbols: each bar looks for one several times. */
const bySymbol = new WeakMap<BotConfig["instruments"], ReadonlyMap<string, BotInstrument>>();

/** True when the venue of a symbol is closed during the whole bar that opens at `barTime`. Then no order fills. */
export function isVenueClosed(config: BotConfig, symbol: string, barTime: number): boolean {
  const instrument = findInstrument(config, symbol);
  const calendar = instrument?.calendar ?? "always";
  if (instrument === undefined || calendar === "always") return false;
  return !isBarInSession(calendar, barTime, intervalMs[instrument.interval]);
}

function checkInstrument(name: string, { symbol, costs, riskPerTrade }: BotInstrument): void {
  if (isCrossPair(symbol)) {
    throw new RangeError(`${name}: ${symbol} is a pair without USD, so its gain cannot be converted into dollars`);
  }
  const { halfSpread, slippage, commission } = costs;
  const areFractions = [halfSpread, slippage, commission].every((cost) => cost >= 0 && cost < 1);
  if (!areFractions || halfSpread + slippage >= 1)
    throw new RangeError(`${name}: the costs of ${symbol} are not fractions`);
  if (!(riskPerTrade > 0))
    throw new RangeError(`${name}: the risk per trade of ${symbol} is ${riskPerTrade}, not above 0`);
}
