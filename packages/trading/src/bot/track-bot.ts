import { type Candle, intervalMs } from "../candle.ts";
import { computeExitPrice } from "../pricing/fill-price.ts";
import { computeCloseFactor } from "../pricing/nav-factor.ts";
import { divideDown, SCALE, toScaled } from "../pricing/scaled-decimal.ts";
import { type BotConfig, findInstrument } from "./bot-config.ts";
import type { BotEvent, TradeClosed } from "./bot-event.ts";
import { type BotState, createBotState } from "./bot-state.ts";
import { stepBot, warmUpBot } from "./step-bot.ts";

/** What a unit of the bot is worth at a moment (epoch ms), 1 at the start; an open trade counts what it would close for. */
export interface NavPoint {
  readonly time: number;
  readonly nav: number;
}

/** What a bot did over a stretch of prices. `null` is a figure that there is none of: no trade, no loss. */
export interface BotTrack {
  readonly points: readonly NavPoint[];
  readonly trades: readonly TradeClosed[];
  /** The bot at the end, with what it still holds. */
  readonly state: BotState;
  /** Last nav over first, less one, in per cent, costs included. */
  readonly returnPct: number;
  /** The deepest fall from a peak on the nav of any moment, in per cent of the peak; 0 or below. */
  readonly maxDrawdownPct: number;
  /** Share of closed trades that left the nav higher, in per cent. */
  readonly winRatePct: number | null;
  /** Sum of what winning trades added to the nav, each as a fraction of it, over what losing ones took. */
  readonly profitFactor: number | null;
}

export interface TrackOptions {
  /** Moments at the start that the strategy learns from and does not trade on; none by default. */
  readonly warmUpMoments?: number;
  /** Least time between two points, in milliseconds; 0 by default, which keeps one a moment. The last is always kept. */
  readonly pointSpacingMs?: number;
}

/**
 * Follows a fresh bot over the events of moment after moment, as `barEvents` and `playOnce` make them: the same core, fills
 * and costs as on a live feed, so the same trades. Nav is exact, rounded down at each close as a pool's is; one that is
 * gone stays at 0. Pure; it reads the moments once.
 */
export function trackBot(
  config: BotConfig,
  moments: Iterable<readonly BotEvent[]>,
  { warmUpMoments = 0, pointSpacingMs = 0 }: TrackOptions = {},
): BotTrack {
  let state = createBotState(config);
  let nav = SCALE;
  let warmedUp = 0;
  const trades: TradeClosed[] = [];
  const curve = createCurve(pointSpacingMs);
  for (const events of moments) {
    if (warmedUp < warmUpMoments) {
      warmedUp += 1;
      state = events.reduce((warm, event) => (event.type === "candle" ? warmUpBot(config, warm, event) : warm), state);
      continue;
    }
    for (const event of events) {
      const stepped = stepBot(config, state, event);
      state = stepped.state;
      for (const effect of stepped.effects) {
        if (effect.type !== "trade-closed") continue;
        trades.push(effect);
        nav = computeNextNav(nav, toScaled(effect.factor));
      }
    }
    const time = findClosingTime(config, events);
    if (time !== null) curve.add(time, Number(computeNextNav(nav, computeOpenFactor(state))) / Number(SCALE));
    if (nav === 0n) break;
  }
  const worth = Number(computeNextNav(nav, computeOpenFactor(state))) / Number(SCALE);
  return { trades, state, returnPct: (worth - 1) * 100, ...curve.finish(), ...summarizeTrades(trades) };
}

/** What a nav becomes; no less than 0, since nobody owes more than was put in. */
function computeNextNav(nav: bigint, factor: bigint): bigint {
  return factor > 0n ? divideDown(nav * factor, SCALE) : 0n;
}

/** What the nav would be multiplied by if the open trade closed at its symbol's last close. */
function computeOpenFactor({ openTrade, symbols }: BotState): bigint {
  if (openTrade === null) return SCALE;
  const known = symbols[openTrade.symbol];
  const isOfThatBar = known !== undefined && known.barSequence >= openTrade.barSequence;
  const midPrice = isOfThatBar && known.close !== null ? known.close : openTrade.midPrice;
  const { side, costs } = openTrade;
  return computeCloseFactor(openTrade, computeExitPrice(side, midPrice, costs), costs.commission);
}

/** When the last bar of the moment closed, epoch ms; `null` in a moment without one. */
function findClosingTime(config: BotConfig, events: readonly BotEvent[]): number | null {
  let latest: number | null = null;
  for (const event of events) {
    if (event.type !== "candle") continue;
    const time = computeCloseTime(config, event.symbol, event.candle);
    if (latest === null || time > latest) latest = time;
  }
  return latest;
}

function computeCloseTime(config: BotConfig, symbol: string, candle: Candle): number {
  const interval = findInstrument(config, symbol)?.interval;
  return candle.time + (interval === undefined ? 0 : intervalMs[interval]);
}

/** Keeps points no closer than `spacingMs`, and the deepest fall of all that were added. */
function createCurve(spacingMs: number) {
  const points: NavPoint[] = [];
  let newest: NavPoint | null = null;
  let peak = 1;
  let deepest = 0;
  return {
    add(time: number, nav: number): void {
      newest = { time, nav };
      peak = Math.max(peak, nav);
      deepest = Math.min(deepest, nav / peak - 1);
      const last = points.at(-1);
      // Times go back where series of other times are played side by side.
      if (last === undefined || Math.abs(time - last.time) >= spacingMs) points.push(newest);
    },
    finish(): Pick<BotTrack, "points" | "maxDrawdownPct"> {
      if (newest !== null && points.at(-1) !== newest) points.push(newest);
      return { points, maxDrawdownPct: deepest * 100 };
    },
  };
}

function summarizeTrades(trades: readonly TradeClosed[]): Pick<BotTrack, "winRatePct" | "profitFactor"> {
  let wins = 0;
  let gains = 0;
  let losses = 0;
  for (const { factor } of trades) {
    const change = Number(factor) - 1;
    if (change > 0) wins += 1;
    if (change > 0) gains += change;
    else losses -= change;
  }
  return {
    winRatePct: trades.length > 0 ? (wins / trades.length) * 100 : null,
    profitFactor: losses > 0 ? gains / losses : null,
  };
}
