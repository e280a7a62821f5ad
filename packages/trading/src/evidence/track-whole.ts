import type { BotConfig } from "../bot/bot-config.ts";
import type { BotEffect, TradeClosed } from "../bot/bot-event.ts";
import { BotRunner } from "../bot/bot-runner.ts";
import { joinBars, type PlayedSeries } from "../bot/play-once.ts";
import { toEvidenceDay } from "./evidence-days.ts";
import { TradeValues } from "./value-trades.ts";

/** The result of a bot on all its series: its nav at the end of each day (1 at the start), and its closed trades. */
interface WholeTrack {
  readonly navs: ReadonlyMap<number, number>;
  /** The part of the nav that paid for open trades at the end of each day: those on margin use none of it (`isOnMargin`). */
  readonly invested: ReadonlyMap<number, number>;
  readonly trades: readonly TradeClosed[];
}

/** Runs a new bot over its series together, as `trackBot` does over `playOnce`. It values the nav only at the end of each day. */
export function trackWhole(config: BotConfig, series: readonly PlayedSeries[]): WholeTrack {
  const runner = new BotRunner(config);
  const navs = new Map<number, number>();
  const invested = new Map<number, number>();
  const trades: TradeClosed[] = [];
  const values = new TradeValues(runner);
  let today = -Infinity;
  const endDay = (): void => {
    const nav = values.findNav();
    navs.set(today, nav);
    invested.set(today, nav > 0 ? Math.min(1, values.findPaid() / nav) : 0);
  };
  const keepTrades = (effects: readonly BotEffect[]): void => {
    for (const effect of effects) if (effect.type === "trade-closed") trades.push(effect);
  };
  for (const { breaks, bars, closeTime } of joinBars(series)) {
    const day = closeTime === null ? today : toEvidenceDay(closeTime);
    // The day before is over: its value is that of its last bars.
    if (day !== today && today !== -Infinity) endDay();
    today = day;
    for (const event of breaks) keepTrades(runner.apply(event));
    keepTrades(runner.applyBars(bars));
    if (closeTime !== null) runner.apply({ type: "moment-end", time: closeTime });
    if (trades.length > 0 && runner.openTrades.length === 0 && values.findNav() === 0) break;
  }
  endDay();
  return { navs, invested, trades };
}
