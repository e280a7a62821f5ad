import { formatNav, parseNav } from "@wazi/domain";
import { isVenueClosed } from "@wazi/trading";
import type { Queryable } from "../../platform/db/pool.ts";
import type { FeedPrice, MarketFeed } from "../feeds/market-feed.ts";
import { computeMarks } from "./open-trade.ts";
import { type ExitMark, type MarkRow, saveMarks } from "./store.ts";
import type { TradingBot } from "./trading-bot.ts";

export type QuotedPrice = Pick<FeedPrice, "price" | "quotedAt">;

const toQuoteTime = (quotedAt: number | undefined) => (quotedAt === undefined ? {} : { quotedAt: new Date(quotedAt) });

/**
 * Saves the marks of open trades.
 * @returns for each bot whose value is known now, the price at which its units can be redeemed
 */
export async function saveOpenTradeMarks(
  sql: Queryable,
  bots: readonly TradingBot[],
  feeds: readonly MarketFeed[],
  prices: ReadonlyMap<string, QuotedPrice>,
): Promise<ExitMark[]> {
  const rows: MarkRow[] = [];
  const without: string[] = [];
  const exitMarks: ExitMark[] = [];
  for (const { botId, feed: kind, config, pool, state } of bots) {
    // Only the bot's own state has the dividends and financing since the trade opened, and its levels, which can move.
    const trade = pool.openTrade && { ...pool.openTrade, ...state.openTrades[0] };
    if (!trade) {
      exitMarks.push({ botId, exitMark: pool.nav });
      continue;
    }
    const feed = feeds.find((each) =>
      each.symbols.some(({ symbol, feed: name }) => name === kind && symbol === trade.symbol),
    );
    const quoted = feed && prices.get(`${feed.name} ${trade.symbol}`);
    if (!feed || quoted === undefined) continue;
    const { price, quotedAt } = quoted;
    const forming = feed.forming(trade.symbol);
    // Nothing can be sold at a price from outside the hours of the venue.
    const isClosed = forming !== null && isVenueClosed(config, trade.symbol, forming.time);
    const marks = isClosed ? null : computeMarks(parseNav(pool.nav), trade, price, forming);
    if (!marks) without.push(botId);
    else {
      const [entry, exit] = [formatNav(marks.entry), formatNav(marks.exit)];
      rows.push({
        botId,
        version: pool.version,
        entry,
        exit,
        price: String(price),
        barTime: null,
        ...toQuoteTime(quotedAt),
      });
      exitMarks.push({ botId, exitMark: exit });
    }
  }
  await saveMarks(sql, rows, without);
  return exitMarks;
}
