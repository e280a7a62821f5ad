import type { Market } from "../candle.ts";
import { type TradingCosts, tradingCosts } from "../pricing/trading-costs.ts";

/** What a simulated symbol is like. None of it is a quotation: levels and volatilities are of the usual order. */
export interface SimulatedSymbol {
  readonly symbol: string;
  readonly market: Market;
  /** The mid price at which its history starts, in the quote currency. */
  readonly startPrice: number;
  /** Standard deviation of the yearly return, a fraction; the simulated markets never close. */
  readonly yearlyVolatility: number;
  /** Half of the spread as a fraction of the price. */
  readonly halfSpread: number;
  /** Places of a published price. */
  readonly priceDecimals: number;
  /** Mean volume of a minute, in shares, coins, ounces, barrels or contracts. */
  readonly minuteVolume: number;
}

type Row = readonly [string, Market, number, number, number, number, number];

const ROWS: readonly Row[] = [
  // symbol, market, start price, yearly volatility, half spread, price decimals, volume of a minute
  ["EUR/USD", "forex", 1.0842, 0.075, 0.00005, 5, 90_000_000],
  ["GBP/USD", "forex", 1.2715, 0.085, 0.00006, 5, 50_000_000],
  ["USD/JPY", "forex", 149.62, 0.095, 0.00005, 3, 70_000_000],
  ["AUD/USD", "forex", 0.6588, 0.1, 0.00008, 5, 25_000_000],
  ["USD/CHF", "forex", 0.8841, 0.08, 0.00008, 5, 20_000_000],
  ["BTC/USD", "crypto", 64_250, 0.55, 0.00002, 2, 12],
  ["ETH/USD", "crypto", 3_180, 0.65, 0.00004, 2, 160],
  ["SOL/USD", "crypto", 152.4, 0.85, 0.0001, 3, 3_000],
  ["XRP/USD", "crypto", 0.5934, 0.8, 0.00012, 5, 400_000],
  ["LTC/USD", "crypto", 78.35, 0.75, 0.00015, 3, 1_500],
  ["AAPL", "stocks", 191.2, 0.27, 0.00005, 2, 40_000],
  ["GOOGL", "stocks", 165.8, 0.29, 0.00006, 2, 20_000],
  ["TSLA", "stocks", 214.6, 0.55, 0.00008, 2, 75_000],
  ["MSFT", "stocks", 417.3, 0.25, 0.00005, 2, 16_000],
  ["AMZN", "stocks", 182.9, 0.31, 0.00006, 2, 30_000],
  ["GOLD", "commodities", 2_345, 0.15, 0.0001, 2, 900],
  ["OIL", "commodities", 77.6, 0.35, 0.0002, 3, 1_200],
  ["SILVER", "commodities", 28.7, 0.28, 0.0003, 4, 500],
  ["SPX", "indices", 5_420, 0.16, 0.00004, 2, 1_500],
  ["NASDAQ", "indices", 19_150, 0.21, 0.00005, 2, 1_100],
  ["DOW", "indices", 39_800, 0.14, 0.00004, 2, 500],
];

/** Every simulated symbol, in a fixed order: the one in which prices of the same moment are published. */
export const simulatedSymbols: readonly SimulatedSymbol[] = ROWS.map(
  ([symbol, market, startPrice, yearlyVolatility, halfSpread, priceDecimals, minuteVolume]) => ({
    symbol,
    market,
    startPrice,
    yearlyVolatility,
    halfSpread,
    priceDecimals,
    minuteVolume,
  }),
);

const bySymbol = new Map(simulatedSymbols.map((each) => [each.symbol, each]));

/** Throws a RangeError on a symbol that is not simulated. */
export function simulatedSymbol(symbol: string): SimulatedSymbol {
  const found = bySymbol.get(symbol);
  if (found === undefined) throw new RangeError(`${symbol} is not simulated`);
  return found;
}

/** The costs of trading a symbol: its own spread where it is a simulated one, else all of its market's. */
export function symbolCosts(market: Market, symbol: string): TradingCosts {
  const own = bySymbol.get(symbol);
  return own?.market === market ? { ...tradingCosts[market], halfSpread: own.halfSpread } : tradingCosts[market];
}
