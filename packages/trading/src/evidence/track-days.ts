import type { BotConfig } from "../bot/bot-config.ts";
import type { BotEvent, TradeClosed } from "../bot/bot-event.ts";
import { BotRunner } from "../bot/bot-runner.ts";
import type { PlayedSeries } from "../bot/play-once.ts";
import { type Interval, intervalMs } from "../candle.ts";
import { toEvidenceDay } from "./evidence-days.ts";

/** The result of a bot on a series: its nav at the end of each day (1 at the start), and its closed trades. */
export interface DailyTrack {
  readonly navs: ReadonlyMap<number, number>;
  readonly trades: readonly TradeClosed[];
}

/**
 * Runs a new bot over one series, as `trackBot` does with the same trades. It values the nav only at the end of each day, and
 * in floating point, because it runs a bot and its variants over hundreds of series.
 */
export function trackDays(config: BotConfig, series: PlayedSeries, interval: Interval): DailyTrack {
  const runner = new BotRunner(config);
  const navs = new Map<number, number>();
  const trades: TradeClosed[] = [];
  const days = series.candles.map(({ time }) => toEvidenceDay(time + intervalMs[interval]));
  let nav = 1;
  const apply = (event: BotEvent): void => {
    for (const effect of runner.apply(event)) {
      if (effect.type !== "trade-closed") continue;
      trades.push(effect);
      nav *= Math.max(0, Number(effect.factor));
    }
  };
  for (const [bar, day] of days.entries()) {
    for (const event of listBarEvents(series, bar)) apply(event);
    if (days[bar + 1] !== day) navs.set(day, nav * computeOpenFactor(runner));
    if (nav === 0) return { navs, trades };
  }
  apply({ type: "series-break", symbol: series.symbol });
  const last = days.at(-1);
  if (last !== undefined) navs.set(last, nav);
  return { navs, trades };
}

/** The events of a bar as `playOnce` gives them, without its open: with one symbol, the candle fills at the same price. */
function listBarEvents({ symbol, candles, dividends = [] }: PlayedSeries, barSequence: number): readonly BotEvent[] {
  const candle = candles[barSequence];
  if (candle === undefined) return [];
  if (dividends.length === 0) return [{ type: "candle", symbol, candle, barSequence }];
  const before = candles[barSequence - 1]?.time ?? -Infinity;
  const gone = dividends.filter(({ exTime }) => exTime <= candle.time && exTime > before);
  const nextDividend = dividends.find(({ exTime }) => exTime > candle.time) ?? null;
  return [
    ...gone.map(({ amount, exTime }): BotEvent => ({ type: "dividend", symbol, amount, exTime, barSequence })),
    { type: "candle", symbol, candle, barSequence, nextDividend },
  ];
}

/** The factor of the nav if the open trade closed at its symbol's last close, at least 0: `computeCloseFactor` as a number. */
function computeOpenFactor(runner: BotRunner): number {
  const trade = runner.openTrade;
  const midPrice = runner.findMarkPrice();
  if (trade === null || midPrice === null) return 1;
  const { side, exposure, entryPrice, dividends, financing, costs } = trade;
  const direction = side === "buy" ? 1 : -1;
  const entry = Number(entryPrice);
  const exit = midPrice * (1 - direction * (costs.halfSpread + costs.slippage));
  const gain = (direction * (exit + Number(dividends) - entry) - Number(financing)) / entry;
  return Math.max(0, 1 + Number(exposure) * (gain - costs.commission * (1 + exit / entry)));
}
