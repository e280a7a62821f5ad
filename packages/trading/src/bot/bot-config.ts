import type { Interval, Market } from "../candle.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import { type Parameters, resolveParameters, type Strategy } from "../strategies/strategy.ts";

/** The highest exposure a bot may ever take, as a fraction of its nav: a bot does not borrow. */
export const HIGHEST_EXPOSURE = 1;

/** What a bot is, apart from what happened to it. Fractions, not per cent. */
export interface BotConfig {
  readonly name: string;
  readonly market: Market;
  /** In the order in which the caller feeds their candles of one moment; the first signal when flat wins. */
  readonly symbols: readonly string[];
  readonly interval: Interval;
  readonly strategy: Strategy;
  /** All of the strategy's parameters. */
  readonly parameters: Parameters;
  /** Of every symbol. */
  readonly costs: Readonly<Record<string, TradingCosts>>;
  /** The fraction of the nav that a trade loses, before costs, when it is stopped at its stop. */
  readonly riskPerTrade: number;
  /** The largest exposure it takes, above 0 and at most 1. */
  readonly maximumExposure: number;
}

/** What is given to make a config: parameters that are left out take the strategy's defaults. */
export type BotConfigInput = Omit<BotConfig, "parameters"> & { readonly parameters?: Parameters };

/** A checked config. Throws a RangeError on what makes no sense: the mistake is the caller's. */
export function createBotConfig(input: BotConfigInput): BotConfig {
  if (input.symbols.length === 0) throw new RangeError(`${input.name} has no symbol`);
  if (new Set(input.symbols).size < input.symbols.length) throw new RangeError(`${input.name} has a symbol twice`);
  if (!(input.riskPerTrade > 0)) throw new RangeError(`${input.name} risks ${input.riskPerTrade} per trade`);
  if (!(input.maximumExposure > 0 && input.maximumExposure <= HIGHEST_EXPOSURE)) {
    throw new RangeError(`${input.name} has an exposure of ${input.maximumExposure}, not 0 to ${HIGHEST_EXPOSURE}`);
  }
  for (const symbol of input.symbols) checkCosts(symbol, costsOf(input, symbol));
  return { ...input, parameters: resolveParameters(input.strategy, input.parameters) };
}

/** The costs of one of the bot's symbols. */
export function costsOf(config: Pick<BotConfig, "name" | "costs">, symbol: string): TradingCosts {
  const costs = config.costs[symbol];
  if (costs === undefined) throw new RangeError(`${config.name} has no costs for ${symbol}`);
  return costs;
}

function checkCosts(symbol: string, { halfSpread, slippage, commission }: TradingCosts): void {
  const isSound = [halfSpread, slippage, commission].every((cost) => cost >= 0 && cost < 1) && halfSpread + slippage < 1;
  if (!isSound) throw new RangeError(`the costs of ${symbol} are not fractions`);
}
