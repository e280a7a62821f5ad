import { formatNav, parseNav } from "@wazi/domain";
import { isVenueClosed } from "@wazi/trading";
import type { Queryable } from "../../platform/db/pool.ts";
import type { FeedPrice, MarketFeed } from "../feeds/market-feed.ts";
import { computeMarks, type PricedTrade } from "./open-trade.ts";
import { type ExitMark, type MarkRow, saveMarks } from "./store.ts";
import type { TradingBot } from "./trading-bot.ts";

export type QuotedPrice = Pick<FeedPrice, "price" | "quotedAt">;

/** The last price of a symbol: `at` is the provider's time of it, or else that of its arrival, epoch ms. */
export interface LastPrice {
  readonly price: number;
  readonly at: number;
}

/** The prices of a step: those that arrived with it, and the last of every symbol, by feed and symbol (`toPriceKey`). */
export interface KnownPrices {
  readonly arrived: ReadonlyMap<string, QuotedPrice>;
  readonly last: ReadonlyMap<string, LastPrice>;
}

/** Adds the prices that have arrived to the last of every symbol. */
export function keepLastPrices(
  last: Map<string, LastPrice>,
  arrived: ReadonlyMap<string, QuotedPrice>,
  nowMs: number,
): void {
  for (const [key, { price, quotedAt }] of arrived) last.set(key, { price, at: quotedAt ?? nowMs });
}

export const toPriceKey = (feed: Pick<MarketFeed, "name">, symbol: string): string => `${feed.name} ${symbol}`;

/**
 * Saves the marks of open trades. A bot with several trades is valued when the price of one of them arrives, and its mark is as
 * old as the oldest of their prices: while one of them is stale, nobody can buy, and exits wait.
 * @returns for each bot whose value is known now, the price at which its units can be redeemed
 */
export async function saveOpenTradeMarks(
  sql: Queryable,
  bots: readonly TradingBot[],
  feeds: readonly MarketFeed[],
  prices: KnownPrices,
): Promise<ExitMark[]> {
  const rows: MarkRow[] = [];
  const without: string[] = [];
  const exitMarks: ExitMark[] = [];
  for (const bot of bots) {
    const { botId, pool } = bot;
    if (pool.openTrades.length === 0) {
      exitMarks.push({ botId, exitMark: pool.nav });
      continue;
    }
    const priced = findPrices(bot, feeds, prices);
    if (priced === null) continue;
    // Nothing can be sold at a price from outside the hours of the venue.
    const isClosed = priced.trades.some(({ trade, forming }) => {
      return forming !== null && isVenueClosed(bot.config, trade.symbol, forming.time);
    });
    const marks = isClosed ? null : computeMarks(parseNav(pool.nav), priced.trades);
    const [first] = priced.trades;
    if (!marks || !first) without.push(botId);
    else {
      const [entry, exit] = [formatNav(marks.entry), formatNav(marks.exit)];
      const quotedAt = priced.quotedAt === undefined ? {} : { quotedAt: new Date(priced.quotedAt) };
      rows.push({ botId, version: pool.version, entry, exit, price: String(first.price), barTime: null, ...quotedAt });
      exitMarks.push({ botId, exitMark: exit });
    }
  }
  await saveMarks(sql, rows, without);
  return exitMarks;
}

interface PricedTrades {
  readonly trades: readonly PricedTrade[];
  /** The time of the oldest price; left out when all are of this moment. */
  readonly quotedAt?: number | undefined;
}

/** The prices of a bot's open trades; null when none of them has arrived now, or when one has had no price yet. */
function findPrices(
  { feed: kind, pool, state }: TradingBot,
  feeds: readonly MarketFeed[],
  { arrived, last }: KnownPrices,
): PricedTrades | null {
  const trades: PricedTrade[] = [];
  const times: number[] = [];
  let isNew = false;
  for (const open of pool.openTrades) {
    const { symbol, barSequence } = open;
    const feed = feeds.find((each) => each.symbols.some((one) => one.feed === kind && one.symbol === symbol));
    if (feed === undefined) return null;
    const key = toPriceKey(feed, symbol);
    const [quoted, known] = [arrived.get(key), last.get(key)];
    if (quoted === undefined && known === undefined) return null;
    if (quoted !== undefined) isNew = true;
    const at = quoted === undefined ? known?.at : quoted.quotedAt;
    if (at !== undefined) times.push(at);
    // Only the bot's own state has the dividends and financing since the trade opened, and its levels, which can move.
    const own = state.openTrades.find((each) => each.symbol === symbol && each.barSequence === barSequence);
    const price = quoted?.price ?? known?.price ?? NaN;
    trades.push({ trade: { ...open, ...own }, price, forming: feed.forming(symbol) });
  }
  if (!isNew) return null;
  return { trades, ...(times.length > 0 && { quotedAt: Math.min(...times) }) };
}
