import { intervalMs, type Interval } from "../../candle.ts";
import { readBarRows } from "../../replay/read-bar-rows.ts";
import type { ModelName } from "../market-models.ts";

/** A real series that a model is fitted to or compared with; the folder's own SOURCES.md says where it is from. */
export interface RealSeries {
  readonly file: string;
  readonly model: ModelName;
  readonly interval: Interval;
  /** The simulated symbol that it is of; a daily one gives it its volatility. */
  readonly symbol?: string;
  /** Shown beside the simulated runs, but not used for fitting. */
  readonly isComparedOnly?: true;
  /** Only bars that begin within these minutes of the day: the hours of the exchange, in its own time. */
  readonly session?: readonly [from: number, to: number];
}

const newYork: RealSeries["session"] = [570, 960];

export const realSeries: readonly RealSeries[] = [
  { model: "forex", interval: "1d", file: "forex_eurusd_1d.csv", symbol: "EUR/USD" },
  { model: "forex", interval: "1d", file: "replay/forex_GBPUSD_1d.csv", symbol: "GBP/USD" },
  { model: "forex", interval: "1h", file: "replay/forex_EURUSD_1h.csv", symbol: "EUR/USD" },
  { model: "forex", interval: "1m", file: "forex_eurusd_1m.csv", symbol: "EUR/USD" },
  { model: "crypto", interval: "1d", file: "crypto_btcusd_coinbase_1d.csv", symbol: "BTC/USD" },
  // A month of 2013, when so little was traded that prices jumped and came back within the hour.
  { model: "crypto", interval: "1h", file: "crypto_btcusd_bitfinex_1h.csv", isComparedOnly: true },
  { model: "crypto", interval: "1m", file: "crypto_freqtrade_unittest_btc_1m.csv" },
  { model: "crypto", interval: "1m", file: "crypto_btcbusd_binance_1m.csv" },
  { model: "stocks", interval: "1d", file: "replay/stocks_AAPL_1d.csv", symbol: "AAPL" },
  { model: "stocks", interval: "1d", file: "stock_ibm_1d.csv", symbol: "IBM" },
  { model: "stocks", interval: "1d", file: "GOOG.csv", symbol: "GOOGL" },
  { model: "stocks", interval: "1d", file: "replay/stocks_NVDA_1d.csv" },
  { model: "stocks", interval: "1h", file: "stock_aapl_1h.csv", symbol: "AAPL", session: newYork },
  { model: "stocks", interval: "1m", file: "stock_spy_1m.csv", session: newYork },
  { model: "commodities", interval: "1d", file: "commodity_xauusd_1d.csv", symbol: "GOLD" },
  { model: "oil", interval: "1d", file: "commodity_wti_close_1d.csv", symbol: "OIL" },
  { model: "oil", interval: "1d", file: "replay/commodities_USO_1d.csv" },
  { model: "commodities", interval: "1h", file: "replay/commodities_XAUUSD_1h.csv", symbol: "GOLD" },
  { model: "commodities", interval: "1m", file: "commodity_xauusd_1m.csv", symbol: "GOLD" },
  { model: "indices", interval: "1d", file: "replay/indices_SPX_1d.csv", symbol: "SPX" },
  { model: "indices", interval: "1d", file: "stock_spy_1d.csv" },
  { model: "indices", interval: "1m", file: "index_spx_1m.csv", symbol: "SPX" },
  { model: "indices", interval: "1m", file: "index_nifty50_1m.csv" },
  { model: "indices", interval: "1m", file: "replay/indices_DE30_1m.csv" },
  { model: "indices", interval: "1m", file: "index_backtrader_fut_2006_1m.csv" },
];

/** Weekends and holidays can lie between two daily bars. A longer time is a gap. */
const MAX_DAILY_GAP = 6;
/** A larger return is a split, or (crude oil in April 2020) a price that went through 0. */
const MAX_RETURN = 0.45;
const YEAR_MS = 365.25 * intervalMs["1d"];

export interface RealReturns {
  readonly returns: Float64Array;
  /** The series' average number of bars in a year, gaps included, for annualising a daily series. */
  readonly barsPerYear: number;
}

/**
 * The returns from close to close of a CSV file of bars, between neighbouring bars: within a day exactly one bar
 * apart, so that nights, weekends and gaps give no return. Invalid rows are left out.
 */
export function readReturns(csvText: string, { interval, session }: RealSeries): RealReturns {
  const longest = intervalMs[interval] * (interval === "1d" ? MAX_DAILY_GAP : 1);
  const returns: number[] = [];
  let before: { time: number; close: number } | undefined;
  let [first, last, bars] = [NaN, NaN, 0];
  for (const row of readBarRows(csvText, (price, cell) => (price > 0 ? price : { reason: `${cell} is not above 0` }))) {
    if (row.reason !== undefined) continue;
    const { time, close } = row.candle;
    if (session !== undefined && !isWithin(session, time)) continue;
    if (before !== undefined && time - before.time <= longest) {
      const change = close / before.close - 1;
      if (Math.abs(change) < MAX_RETURN) returns.push(change);
    }
    before = { time, close };
    if (bars === 0) first = time;
    last = time;
    bars += 1;
  }
  return { returns: Float64Array.from(returns), barsPerYear: ((bars - 1) * YEAR_MS) / (last - first) };
}

/** Bars of the last ten years by count that a symbol's own volatility is taken from. */
const VOLATILITY_BARS = 2_520;

/** The yearly volatility of a daily series over its last 2,520 returns (ten years of an exchange). */
export function computeRecentVolatility({ returns, barsPerYear }: RealReturns): number {
  const recent = returns.slice(-VOLATILITY_BARS);
  const squares = recent.reduce((sum, value) => sum + value * value, 0);
  return Math.sqrt((squares / recent.length) * barsPerYear);
}

function isWithin([from, to]: readonly [number, number], time: number): boolean {
  const minute = (time % intervalMs["1d"]) / intervalMs["1m"];
  return minute >= from && minute < to;
}
