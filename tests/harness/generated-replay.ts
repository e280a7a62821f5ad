import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BotMarket } from "@wazi/contracts";
import { createReplaySeries, intervalMs, type Candle } from "@wazi/trading";
import { createReplayFeed } from "../../apps/server/src/trader/feeds/replay-feed.ts";
import type { LoadedSeries } from "../../apps/server/src/trader/feeds/replay-moments.ts";
import type { MarketFeed } from "../../apps/server/src/trader/feeds/market-feed.ts";
import { createSeededRandom } from "../../lab/commands/seeding/seeded-random.ts";

const START = Date.UTC(2025, 0, 6);

/** How far a bar reaches beyond its open and close, at most. */
const WICK = 0.004;
/** The share of bars that reach further. */
const LONG_WICKS = 0.2;

/** Bars of a price that goes one way for a while and then another: every strategy finds something to do. */
function generateCandles(seed: number, bars: number, longWick: number): Candle[] {
  const random = createSeededRandom(seed);
  const candles: Candle[] = [];
  let close = 100;
  let drift = 0;
  for (let bar = 0; bar < bars; bar += 1) {
    if (bar % 40 === 0) drift = (random.next() - 0.5) * 0.006;
    const open = close;
    close = rounded(open * (1 + drift + (random.next() - 0.5) * 0.01));
    const wick = random.next() < LONG_WICKS ? longWick : WICK;
    const high = rounded(Math.max(open, close) * (1 + random.next() * wick));
    const low = rounded(Math.min(open, close) * (1 - random.next() * wick));
    const volume = 100 + Math.floor(random.next() * 900);
    candles.push({ time: START + bar * intervalMs["1h"], open, high, low, close, volume });
  }
  return candles;
}

const rounded = (price: number): number => Number(price.toFixed(4));

export interface GeneratedFile {
  market: BotMarket;
  symbol: string;
  file: string;
  seed: number;
}

const generated: readonly GeneratedFile[] = [
  { market: "forex", symbol: "EUR/USD", file: "forex_EURUSD_1h.csv", seed: 3 },
  { market: "crypto", symbol: "BTC/USD", file: "crypto_BTCUSD_1h.csv", seed: 5 },
];

/** With long wicks a trade can be stopped on the bar that it was opened on. */
export function generateSeries(bars: number, longWick = WICK): LoadedSeries[] {
  return generated.map(({ market, symbol, seed }) => {
    return { market, symbol, interval: "1h", series: createReplaySeries(generateCandles(seed, bars, longWick)) };
  });
}

/** The same series, or others, as the files of a replay folder. */
export function writeSeries(
  folder: string,
  bars: number,
  files: readonly Pick<GeneratedFile, "file" | "seed">[] = generated,
): void {
  for (const { file, seed } of files) {
    const rows = generateCandles(seed, bars, WICK).map(
      ({ time, open, high, low, close, volume }) =>
        `${new Date(time).toISOString().slice(0, 19).replace("T", " ")},${open},${high},${low},${close},${volume}`,
    );
    writeFileSync(join(folder, file), ["time,open,high,low,close,volume", ...rows, ""].join("\n"));
  }
}

/** A replay that plays as many bars as it is told to. */
export function manualReplay(
  loaded: readonly LoadedSeries[],
  position: number,
): { feed: MarketFeed; allow(bars: number): void } {
  let clock = 0;
  const place = { position, record: 0, recordStart: 0 };
  const feed = createReplayFeed(loaded, { place, barsPerSecond: 1, loops: false, clockMs: () => clock });
  return {
    feed,
    // The first bar is due at once; from then on one a second.
    allow: (bars) => (clock += bars * 1_000),
  };
}
