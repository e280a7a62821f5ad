import { type BotMarket, MINUTE_MS } from "@wazi/contracts";
import type { MomentEnd } from "@wazi/trading";
import type { FeedSymbol, Moment } from "./market-feed.ts";

/** A moment waits this long for the bars of symbols without a newer price. Then it ends without them. */
const MAX_WAIT_MS = 5 * MINUTE_MS;

interface ClosingMoment {
  /** The latest time at which a bar of the market has closed. */
  time: number;
  /** The clock's time when the first bar after the last end closed. */
  sinceMs: number;
}

/** Ends the moments of each market of a live feed, whose bars of one time close with prices that arrive one after the other. */
export interface MomentEnds {
  /** Adds the ends that are due to a moment: after its candles and before its opens. */
  addTo(moment: Moment, nowMs: number): Moment;
}

/** @param findForming the time of the minute that a symbol is forming, epoch ms; null when it is forming none */
export function createMomentEnds(
  symbols: readonly FeedSymbol[],
  findForming: (symbol: string) => number | null,
): MomentEnds {
  const marketOf = new Map(symbols.map(({ symbol, market }) => [symbol, market]));
  const closing = new Map<BotMarket, ClosingMoment>();

  const isWaiting = (market: BotMarket, time: number): boolean =>
    symbols.some((each) => {
      const forming = each.market === market ? findForming(each.symbol) : null;
      return forming !== null && forming + MINUTE_MS <= time;
    });

  return {
    addTo(moment, nowMs) {
      for (const event of moment.events) {
        const market = event.type === "candle" ? marketOf.get(event.symbol) : undefined;
        if (market === undefined || event.type !== "candle") continue;
        const known = closing.get(market) ?? { time: 0, sinceMs: nowMs };
        closing.set(market, { ...known, time: Math.max(known.time, event.candle.time + MINUTE_MS) });
      }
      const ends: MomentEnd[] = [];
      for (const [market, { time, sinceMs }] of closing) {
        if (isWaiting(market, time) && nowMs < sinceMs + MAX_WAIT_MS) continue;
        closing.delete(market);
        ends.push({ type: "moment-end", time, market });
      }
      if (ends.length === 0) return moment;
      const candles = moment.events.filter(({ type }) => type === "candle");
      const others = moment.events.filter(({ type }) => type !== "candle");
      return { ...moment, events: [...candles, ...ends, ...others] };
    },
  };
}
