import type { Market } from "../candle.ts";
import { getSymbolFinancing } from "../costs/financing-rates.ts";
import { type TradingCosts, tradingCosts } from "../pricing/trading-costs.ts";
import type { DividendPlan } from "./dividend.ts";
import { type FactorGroup, getFactorGroup, getShockWeights } from "./market-factors.ts";
import type { ModelName } from "./market-models.ts";
import type { ShockWeights } from "./volatility-model.ts";

/** The properties of a simulated symbol. Its prices are not quotations. */
export interface SimulatedSymbol {
  readonly symbol: string;
  readonly market: Market;
  /** The model for the size of its moves. */
  readonly model: ModelName;
  /** The mid price at which its history starts, in the quote currency. */
  readonly startPrice: number;
  /** Standard deviation of the yearly return, a fraction; the simulated markets never close. */
  readonly yearlyVolatility: number;
  /** Half of the spread as a fraction of the price. */
  readonly halfSpread: number;
  /** The decimal places of a published price. */
  readonly priceDecimals: number;
  /** Mean volume of a minute, in shares, coins, ounces, barrels or contracts. */
  readonly minuteVolume: number;
  /** Its dividends; `null` when it pays none. */
  readonly dividends: DividendPlan | null;
  /** The symbols that move with it. */
  readonly group: FactorGroup;
  /** The parts of the group's factors and of its own in its moves. */
  readonly weights: ShockWeights;
}

type Row = readonly [string, Market, number, number, number, number, number];

/**
 * EUR/USD, GBP/USD, BTC/USD, AAPL, GOOGL, IBM, GOLD, OIL and SPX have the volatility of the last 2,520 daily returns of a
 * real series (docs/explanation/simulated-market.md); those of the others are assumptions in proportion to them. Half spreads of
 * EUR/USD (a median spread of 1.4 pip) and GOLD (USD 0.30 at about 1,250) were read off quotes; those of stocks are of
 * a spread of one to three cents, where one is the least that US exchanges quote, those of indices of one point on
 * 10,000; the rest is assumed, wider where less is traded. The three funds of the core portfolios have the usual volatility of
 * large shares, of Treasury notes of seven to ten years, and of gold.
 */
const rows: readonly Row[] = [
  // symbol, market, start price, yearly volatility, half spread, price decimals, volume of a minute
  ["EUR/USD", "forex", 1.0842, 0.091, 0.00006, 5, 90_000_000],
  ["GBP/USD", "forex", 1.2715, 0.086, 0.00007, 5, 50_000_000],
  ["USD/JPY", "forex", 149.62, 0.095, 0.00006, 3, 70_000_000],
  ["AUD/USD", "forex", 0.6588, 0.105, 0.00009, 5, 25_000_000],
  ["USD/CHF", "forex", 0.8841, 0.09, 0.00009, 5, 20_000_000],
  ["BTC/USD", "crypto", 64_250, 0.741, 0.00002, 2, 12],
  ["ETH/USD", "crypto", 3_180, 0.85, 0.00004, 2, 160],
  ["SOL/USD", "crypto", 152.4, 1.05, 0.0001, 3, 3_000],
  ["XRP/USD", "crypto", 0.5934, 0.95, 0.00015, 5, 400_000],
  ["LTC/USD", "crypto", 78.35, 0.9, 0.00015, 3, 1_500],
  ["AAPL", "stocks", 191.2, 0.287, 0.00005, 2, 40_000],
  ["GOOGL", "stocks", 165.8, 0.344, 0.00006, 2, 20_000],
  ["TSLA", "stocks", 214.6, 0.55, 0.00008, 2, 75_000],
  ["MSFT", "stocks", 417.3, 0.26, 0.00005, 2, 16_000],
  ["AMZN", "stocks", 182.9, 0.32, 0.00006, 2, 30_000],
  ["IBM", "stocks", 189.6, 0.231, 0.00008, 2, 3_000],
  ["KO", "stocks", 62.4, 0.18, 0.00008, 2, 9_000],
  ["JNJ", "stocks", 151.3, 0.18, 0.00007, 2, 5_000],
  ["GOLD", "commodities", 2_345, 0.155, 0.00012, 2, 900],
  ["OIL", "commodities", 77.6, 0.457, 0.0002, 3, 1_200],
  ["SILVER", "commodities", 28.7, 0.3, 0.0003, 4, 500],
  ["SPX", "indices", 5_420, 0.174, 0.00005, 2, 1_500],
  ["NASDAQ", "indices", 19_150, 0.22, 0.00005, 2, 1_100],
  ["DOW", "indices", 39_800, 0.165, 0.00005, 2, 500],
  ["SPY", "portfolio", 541.2, 0.16, 0.00003, 2, 60_000],
  ["IEF", "portfolio", 94.6, 0.07, 0.00006, 2, 8_000],
  ["GLD", "portfolio", 216.8, 0.16, 0.00004, 2, 10_000],
];

/** The model of a symbol, where it is not that of its market. */
const ownModels: Readonly<Record<string, ModelName>> = { OIL: "oil", SPY: "indices", IEF: "forex", GLD: "commodities" };

/**
 * Yearly yield and day of the cycle. IBM, AAPL and SPX have the mean of their last five years (20 payments to early 2021,
 * SPX those of the fund SPY) in the series of docs/explanation/simulated-market.md; the others are assumptions of the usual order.
 * TSLA and AMZN pay none, as in reality. Indices pay, because they represent the fund through which they are held. The funds of
 * the core portfolios pay none: theirs keep their income.
 */
const dividendPlans: Readonly<Record<string, DividendPlan>> = {
  AAPL: { yearlyYield: 0.0145, cycleDay: 1 },
  GOOGL: { yearlyYield: 0.004, cycleDay: 11 },
  MSFT: { yearlyYield: 0.008, cycleDay: 20 },
  DOW: { yearlyYield: 0.019, cycleDay: 29 },
  IBM: { yearlyYield: 0.044, cycleDay: 39 },
  KO: { yearlyYield: 0.03, cycleDay: 57 },
  SPX: { yearlyYield: 0.019, cycleDay: 64 },
  JNJ: { yearlyYield: 0.028, cycleDay: 74 },
  NASDAQ: { yearlyYield: 0.008, cycleDay: 81 },
};

/** All simulated symbols, in the fixed order in which prices of the same time are published. */
export const simulatedSymbols: readonly SimulatedSymbol[] = rows.map(
  ([symbol, market, startPrice, yearlyVolatility, halfSpread, priceDecimals, minuteVolume]) => ({
    symbol,
    market,
    model: getModelName(market, symbol),
    startPrice,
    yearlyVolatility,
    halfSpread,
    priceDecimals,
    minuteVolume,
    dividends: dividendPlans[symbol] ?? null,
    group: getFactorGroup(market, symbol),
    weights: getShockWeights(symbol, getFactorGroup(market, symbol)),
  }),
);

/** @throws RangeError for a fund that is not simulated */
function getModelName(market: Market, symbol: string): ModelName {
  const model = ownModels[symbol] ?? (market === "portfolio" ? undefined : market);
  if (model === undefined) throw new RangeError(`${symbol} has no model`);
  return model;
}

/** The funds of the core portfolios, for shares, bonds and gold. */
export const fundSymbols: readonly string[] = simulatedSymbols
  .filter(({ market }) => market === "portfolio")
  .map(({ symbol }) => symbol);

const bySymbol = new Map(simulatedSymbols.map((each) => [each.symbol, each]));

/** @throws RangeError for a symbol that is not simulated */
export function getSimulatedSymbol(symbol: string): SimulatedSymbol {
  const found = bySymbol.get(symbol);
  if (found === undefined) throw new RangeError(`${symbol} is not simulated`);
  return found;
}

/** The trading costs of a symbol: its own spread when it is simulated, otherwise its market's; and its financing. */
export function getSymbolCosts(market: Market, symbol: string): TradingCosts {
  const own = bySymbol.get(symbol);
  const { halfSpread } = own?.market === market ? own : tradingCosts[market];
  return { ...tradingCosts[market], halfSpread, financing: getSymbolFinancing(market, symbol) };
}
