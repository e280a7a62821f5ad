import { HOUR_MS } from "@wazi/contracts";
import { type BarColumns, createBarColumns } from "@wazi/trading";

/** Generates hourly prices that revert to 1.1, with a small linear congruential generator. */
export function makeWalk(length: number): BarColumns {
  const bars = createBarColumns(length);
  let seed = 1;
  let close = 1.1;
  for (let bar = 0; bar < length; bar += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const open = close;
    close = open + (seed / 2 ** 32 - 0.5) * 0.002 + (1.1 - open) * 0.0005;
    bars.time[bar] = bar * HOUR_MS;
    bars.open[bar] = open;
    bars.close[bar] = close;
    bars.high[bar] = Math.max(open, close) + 0.0002;
    bars.low[bar] = Math.min(open, close) - 0.0002;
  }
  return bars;
}
