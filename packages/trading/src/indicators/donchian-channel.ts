import type { Candle } from "../candle.ts";
import { createRollingWindow, findHighest, findLowest, pushValue, type RollingWindow } from "./rolling-window.ts";

/** Donchian channel: the highest high and the lowest low of the last `period` bars. */
export interface DonchianChannel {
  readonly highs: RollingWindow;
  readonly lows: RollingWindow;
}

export function createDonchianChannel(period: number): DonchianChannel {
  return { highs: createRollingWindow(period), lows: createRollingWindow(period) };
}

export function updateDonchianChannel(channel: DonchianChannel, candle: Candle): DonchianChannel {
  return { highs: pushValue(channel.highs, candle.high), lows: pushValue(channel.lows, candle.low) };
}

/** The edges of the channel in price units; `null` for the first `period` − 1 bars. */
export function getChannelEdges(channel: DonchianChannel): { upper: number; lower: number } | null {
  const upper = findHighest(channel.highs);
  const lower = findLowest(channel.lows);
  return upper === null || lower === null ? null : { upper, lower };
}
