import { type Candle, intervalMs } from "../candle.ts";
import { SCALE } from "../pricing/scaled-decimal.ts";
import { createDrawdown } from "../statistics/running-drawdown.ts";
import { TradeTally } from "../statistics/trade-tally.ts";
import { type BotConfig, findInstrument } from "./bot-config.ts";
import type { MomentEvent, TradeClosed } from "./bot-event.ts";
import { BotRunner } from "./bot-runner.ts";
import type { BotState } from "./bot-state.ts";

/** The nav of the bot at a time (epoch ms), 1 at the start. An open trade counts with its closing value. */
export interface NavPoint {
  readonly time: number;
  readonly nav: number;
}

/** The results of a bot over a period. `null` means that a figure does not exist: no trades, or no losses. */
export interface BotTrack {
  readonly points: readonly NavPoint[];
  readonly trades: readonly TradeClosed[];
  /** The bot's state at the end, with an open trade if there is one. */
  readonly state: BotState;
  /** Last nav divided by first, less one, in per cent, costs included. */
  readonly returnPct: number;
  /** The deepest fall of the nav from a peak, in per cent of the peak; 0 or negative. */
  readonly maxDrawdownPct: number;
  /** Share of closed trades that raised the nav, in per cent. */
  readonly winRatePct: number | null;
  /** The winning trades' changes of the nav, each as a fraction of it, summed, divided by those of the losing trades. */
  readonly profitFactor: number | null;
}

export interface TrackOptions {
  /** The number of times at the start from which the strategy learns without trading; 0 by default. */
  readonly warmUpMoments?: number;
  /** The minimum time between two points in milliseconds; 0 (the default) keeps all. The last point is always kept. */
  readonly pointSpacingMs?: number;
}

/**
 * Runs a new bot over events in order of time, as `toBarEvents` and `playOnce` give them. Rules, fills and costs are those
 * of a live feed, so the trades are the same. The nav is exact and rounded down at each close, like a pool's. After a total
 * loss it stays at 0. Pure; it reads the events once.
 * @throws RangeError for bars that close before those of the moment before
 */
export function trackBot(
  config: BotConfig,
  moments: Iterable<readonly MomentEvent[]>,
  { warmUpMoments = 0, pointSpacingMs = 0 }: TrackOptions = {},
): BotTrack {
  const runner = new BotRunner(config);
  let warmedUp = 0;
  const trades: TradeClosed[] = [];
  const tally = new TradeTally();
  const curve = createCurve(pointSpacingMs);
  let latest = -Infinity;
  for (const events of moments) {
    const time = findClosingTime(config, events);
    if (time !== null && time < latest) throw new RangeError(describeStepBack(config, events, latest));
    latest = time ?? latest;
    if (warmedUp < warmUpMoments) {
      warmedUp += 1;
      for (const event of events) if (event.type === "candle") runner.warmUp(event);
      continue;
    }
    for (const event of events) {
      for (const effect of runner.apply(event)) {
        if (effect.type !== "trade-closed") continue;
        trades.push(effect);
        tally.add(Number(effect.factor) - 1);
      }
    }
    const nav = Number(runner.computeMarkedNav()) / Number(SCALE);
    if (time !== null) curve.add(time, nav);
    if (nav === 0 && runner.openTrades.length === 0) break;
  }
  const worth = Number(runner.computeMarkedNav()) / Number(SCALE);
  const returnPct = (worth - 1) * 100;
  const [winRatePct, profitFactor] = [tally.winRatePct(), tally.profitFactor()];
  return { trades, state: runner.save(), returnPct, ...curve.finish(), winRatePct, profitFactor };
}

/** The time at which the last of the bars closed, epoch ms; `null` without bars. */
function findClosingTime(config: BotConfig, events: readonly MomentEvent[]): number | null {
  let latest: number | null = null;
  for (const event of events) {
    if (event.type !== "candle") continue;
    const time = computeCloseTime(config, event.symbol, event.candle);
    if (latest === null || time > latest) latest = time;
  }
  return latest;
}

function describeStepBack({ name }: BotConfig, events: readonly MomentEvent[], latest: number): string {
  const symbols = events.flatMap((event) => (event.type === "candle" ? [event] : []));
  const bars = symbols.map(({ symbol, candle }) => `${symbol} at ${new Date(candle.time).toISOString()}`);
  return `${name}: the bars of ${bars.join(", ")} close before ${new Date(latest).toISOString()}, up to which it has traded`;
}

function computeCloseTime(config: BotConfig, symbol: string, candle: Candle): number {
  const interval = findInstrument(config, symbol)?.interval;
  return candle.time + (interval === undefined ? 0 : intervalMs[interval]);
}

/** Keeps points at least `spacingMs` apart, and the deepest fall of all added points. */
function createCurve(spacingMs: number) {
  const points: NavPoint[] = [];
  let newest: NavPoint | null = null;
  const drawdown = createDrawdown(1);
  return {
    add(time: number, nav: number): void {
      newest = { time, nav };
      drawdown.add(nav);
      const last = points.at(-1);
      if (last === undefined || time - last.time >= spacingMs) points.push(newest);
    },
    finish(): Pick<BotTrack, "points" | "maxDrawdownPct"> {
      if (newest !== null && points.at(-1) !== newest) points.push(newest);
      return { points, maxDrawdownPct: 0 - drawdown.deepest * 100 };
    },
  };
}
