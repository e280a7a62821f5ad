import { DAY_MS, HOUR_MS, MINUTE_MS } from "@wazi/domain";

/** The five markets, in the product's order, and that of the funds of the core portfolios. */
export const markets = ["forex", "crypto", "stocks", "commodities", "indices", "portfolio"] as const;
export type Market = (typeof markets)[number];

/** The supported bar lengths, in milliseconds. */
export const intervalMs = { "1m": MINUTE_MS, "1h": HOUR_MS, "1d": DAY_MS } as const;
export type Interval = keyof typeof intervalMs;

/**
 * One closed bar of mid prices. `time` is the opening time in epoch milliseconds (UTC). Prices are in the quote currency.
 * `volume` is in the source's unit, and 0 when the source has none.
 */
export interface Candle {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** The close of a day in UTC. `time` is the day's start, epoch ms. */
export interface DayClose {
  readonly symbol: string;
  readonly time: number;
  readonly close: number;
}

/** A price at a time, with the volume since the price before. */
export interface PricePoint {
  readonly time: number;
  readonly price: number;
  readonly volume: number;
}
