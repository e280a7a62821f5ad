import type { Interval, Market } from "../candle.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import { type Parameters, resolveParameters, type Strategy } from "../strategies/strategy.ts";

/** The highest exposure a bot may ever take, as a fraction of its nav: a bot does not borrow. */
export const MAX_EXPOSURE = 1;

/** A symbol that a bot trades, and how. */
export interface BotInstrument {
  readonly symbol: string;
  /** The length of its bars. */
  readonly interval: Interval;
  readonly costs: TradingCosts;
  /** The fraction of the nav that a trade loses, before costs, when it is stopped at its stop. */
  readonly riskPerTrade: number;
}

/** What a bot is, apart from what happened to it. Fractions, not per cent. */
export interface BotConfig {
  readonly name: string;
  readonly market: Market;
  /** In the order in which the caller feeds their candles of one moment; the first signal when flat wins. */
  readonly instruments: readonly BotInstrument[];
  readonly strategy: Strategy;
  /** All of the strategy's parameters. */
  readonly parameters: Parameters;
  /** The largest exposure it takes, above 0 and at most 1. */
  readonly maximumExposure: number;
}

/** What is given to make a config: parameters that are left out take the strategy's defaults. */
export type BotConfigInput = Omit<BotConfig, "parameters"> & { readonly parameters?: Parameters };

/** A checked config. Throws a RangeError on what makes no sense: the mistake is the caller's. */
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

/** The bot's instrument by its symbol, if it is one of the bot's. */
export function findInstrument(config: BotConfig, symbol: string): BotInstrument | undefined {
  return config.instruments.find((instrument) => instrument.symbol === symbol);
}

function checkInstrument(name: string, { symbol, costs, riskPerTrade }: BotInstrument): void {
  const { halfSpread, slippage, commission } = costs;
  const areFractions = [halfSpread, slippage, commission].every((cost) => cost >= 0 && cost < 1);
  if (!areFractions || halfSpread + slippage >= 1) throw new RangeError(`${name}: costs of ${symbol} are no fractions`);
  if (!(riskPerTrade > 0)) throw new RangeError(`${name} risks ${riskPerTrade} a trade of ${symbol}`);
}
