import {
  MIN_RECORD_TRADES,
  type FeedKind,
  type BotMarket,
  type PublicTrackRecord,
  type TrackRecord,
} from "@wazi/contracts";
import {
  add,
  divideDown,
  formatCents,
  formatDecimal,
  formatNav,
  nav,
  ONE_NAV,
  parseDecimal,
  parseNav,
} from "@wazi/domain";
import { formatOwnBarTime } from "../../investing/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { RecordBook, type RecordInterest, type RecordTrade } from "./record-book.ts";
import {
  countActiveInvestors,
  listInterestAfter,
  listOtherFeeds,
  listRecentTrades,
  listRecordedBots,
  listRecordStarts,
  listTradesAfter,
  type RecentTradeRow,
  type RecordedBot,
  type RecordStart,
} from "./store.ts";
import * as texts from "../../messages/proofs.ts";

/** Number of trades read at a time while a record catches up. */
const PAGE_SIZE = 5_000;
/** Cache time of the public record, which is on the landing page. */
const PUBLIC_CACHE_MS = 2_000;
const RECENT_TRADES = 10;

export interface TrackRecordDeps {
  sql: Sql;
  now: () => Date;
  broker: "paper" | "live";
  feedOf: (botName: string) => FeedKind;
}

export interface TrackRecords {
  /**
   * @param after where the reader's series ends; only later points are returned when they are known
   * @throws AppError NOT_FOUND no such bot
   */
  readBotRecord(botId: string, after?: string): Promise<TrackRecord>;
  readPublicRecord(): Promise<PublicTrackRecord>;
}

/** Provides the bots' records from their closed trades. Each is computed once per process and then updated. */
export function createTrackRecords(deps: TrackRecordDeps): TrackRecords {
  const { sql, now } = deps;
  const books = new Map<string, Promise<RecordBook>>();
  let all: { at: number; answer: Promise<PublicTrackRecord> } | null = null;

  /** Updates a bot's record; calls for one bot run one after the other. */
  const bookOf = ({ id, name }: RecordedBot, starts: readonly RecordStart[]): Promise<RecordBook> => {
    const feed = deps.feedOf(name);
    const after = starts.find((start) => start.feed === feed)?.afterSequence ?? "0";
    const known = books.get(id) ?? Promise.resolve(new RecordBook(feed, after));
    const caughtUp = known.then((book) =>
      catchUp(sql, id, book.afterSequence === after ? book : new RecordBook(feed, after)),
    );
    books.set(
      id,
      caughtUp.catch(() => known),
    );
    return caughtUp;
  };

  const readAll = async (): Promise<PublicTrackRecord> => {
    const bots = await listRecordedBots(sql);
    const records = await Promise.all(
      bots.map(async (bot) => {
        const starts = await listRecordStarts(sql, bot.id);
        return { bot, book: await bookOf(bot, starts), starts };
      }),
    );
    return toPublicTrackRecord(deps, records, {
      activeInvestors: await countActiveInvestors(sql),
      recent: await listRecentTrades(sql, RECENT_TRADES),
    });
  };

  return {
    async readBotRecord(botId, after) {
      const bot = (await listRecordedBots(sql)).find(({ id }) => id === botId);
      if (!bot) throw new AppError("NOT_FOUND", texts.botNotFound);
      const starts = await listRecordStarts(sql, botId);
      const book = await bookOf(bot, starts);
      const otherFeeds = await listOtherFeeds(sql, botId, book.feed);
      return {
        ...toTrackRecord(deps, { bot, book, starts }, after),
        otherFeeds: otherFeeds.map(({ feed, closedTrades, since, until }) => {
          return { feed, closedTrades, since: since.toISOString(), until: until.toISOString() };
        }),
      };
    },
    readPublicRecord() {
      const at = now().getTime();
      if (all && at - all.at < PUBLIC_CACHE_MS) return all.answer;
      const answer = readAll();
      answer.catch(() => (all = null));
      all = { at, answer };
      return answer;
    },
  };
}

async function catchUp(sql: Sql, botId: string, book: RecordBook): Promise<RecordBook> {
  for (;;) {
    const trades = await listTradesAfter(sql, botId, book.lastSequence, PAGE_SIZE);
    // Read after the trades, so that what was posted before each of them is there.
    const interest = await listInterestAfter(sql, botId, book.lastInterest);
    addInOrder(book, trades, interest);
    if (trades.length < PAGE_SIZE) return book;
  }
}

/** Adds trades and interest as they changed the unit price. Interest after a trade that is not here waits for it. */
export function addInOrder(
  book: RecordBook,
  trades: readonly RecordTrade[],
  interest: readonly RecordInterest[],
): void {
  let next = 0;
  const addInterest = (closedTrades: bigint): void => {
    for (let each = interest[next]; each && BigInt(each.closeSequence) <= closedTrades; each = interest[next]) {
      book.addInterest(each);
      next += 1;
    }
  };
  for (const trade of trades) {
    addInterest(BigInt(trade.sequence) - 1n);
    book.add(trade);
  }
  addInterest(BigInt(book.lastSequence));
}

interface BotRecord {
  bot: RecordedBot;
  book: RecordBook;
  starts: readonly RecordStart[];
}

/** Formats basis points as per cent. */
const formatPercent = (basisPoints: bigint): string => formatDecimal(basisPoints, 2);
const formatReturn = (from: bigint, to: bigint): string => formatPercent(divideDown((to - from) * 10_000n, from));
export const formatFineReturn = (from: bigint, to: bigint): string =>
  formatDecimal(divideDown((to - from) * 1_000_000n, from), 4);
const formatShare = (part: number, whole: number): string =>
  formatPercent(divideDown(BigInt(part) * 10_000n, BigInt(whole)));

export function findStart({ book, starts }: Omit<BotRecord, "bot">): Date | null {
  const times = starts.filter(({ feed }) => feed === book.feed).map(({ startedAt }) => startedAt.getTime());
  const first = book.series()[0];
  if (times.length > 0) return new Date(Math.min(...times));
  return first ? first.at : null;
}

function toTrackRecord(
  deps: TrackRecordDeps,
  record: BotRecord,
  after: string | undefined,
): Omit<TrackRecord, "otherFeeds"> {
  const { bot, book, starts } = record;
  const rest = after === undefined ? null : book.seriesAfter(after);
  const now = deps.now();
  const since = findStart(record);
  const held = starts.filter(({ feed }) => feed === book.feed).flatMap(toBuyAndHold);
  const openNav = toUnitPrice(book, bot, bot.exitMark);
  return {
    botId: bot.id,
    botName: bot.name,
    market: bot.market,
    feed: book.feed,
    broker: deps.broker,
    since: since?.toISOString() ?? null,
    until: now.toISOString(),
    isEnough: book.closedTrades >= MIN_RECORD_TRADES,
    ...formatFigures(book, { since, now, lowestNav: toUnitPrice(book, bot, bot.lowestExit) }),
    openNav: openNav === null ? null : formatNav(nav(openNav)),
    openReturnPct: openNav === null ? null : formatReturn(ONE_NAV, openNav),
    averageHoldingBarSeconds: book.hasOwnTime ? book.averageHoldingSeconds("bars") : null,
    buyAndHoldPct: formatMeanReturn(held.map(({ returnPct }) => returnPct)),
    buyAndHold: held,
    isSeriesRest: rest !== null,
    seriesCursor: book.cursor,
    series: (rest ?? book.series()).map(({ at, barTime, nav: value }) => ({
      at: at.toISOString(),
      barTime: book.hasOwnTime ? barTime.toISOString() : null,
      nav: formatNav(nav(value)),
    })),
  };
}

/** A mark of open trades as a price of this record's units, which start at 1 on each feed. */
function toUnitPrice(book: RecordBook, bot: RecordedBot, mark: string | null): bigint | null {
  return mark === null ? null : divideDown(book.nav * parseNav(mark), parseNav(bot.nav));
}

/** The figures of a record. `lowestNav` is the lowest unit price of open trades; null counts closed trades only. */
export function formatFigures(
  book: RecordBook,
  { since, now, lowestNav }: { since: Date | null; now: Date; lowestNav: bigint | null },
) {
  const daysAgo = (days: number): string | null => {
    const then = since && book.navDaysAgo(days, since, now);
    return then === null ? null : formatReturn(then, book.nav);
  };
  const profitFactor = book.profitFactor();
  return {
    closedTrades: book.closedTrades,
    nav: formatNav(nav(book.nav)),
    returnPct: formatReturn(ONE_NAV, book.nav),
    return30DaysPct: daysAgo(30),
    return90DaysPct: daysAgo(90),
    winRatePct: book.closedTrades === 0 ? null : formatShare(book.wonTrades, book.closedTrades),
    maxDrawdownPct: formatPercent(book.maxDrawdown(lowestNav)),
    profitFactor: profitFactor === null ? null : formatDecimal(profitFactor, 2),
    averageHoldingSeconds: book.averageHoldingSeconds("clock"),
  };
}

const PRICE_PLACES = 8;

function toBuyAndHold({ symbol, startPrice, price }: RecordStart): TrackRecord["buyAndHold"] {
  if (price === null) return [];
  const [from, to] = [parseDecimal(startPrice, PRICE_PLACES), parseDecimal(price, PRICE_PLACES)];
  return [{ symbol, startPrice, price, returnPct: formatReturn(from, to) }];
}

function formatMeanReturn(returns: readonly string[]): string | null {
  if (returns.length === 0) return null;
  const sum = returns.reduce((total, each) => total + parseDecimal(each, 2), 0n);
  return formatPercent(divideDown(sum, BigInt(returns.length)));
}

function toPublicTrackRecord(
  deps: TrackRecordDeps,
  records: readonly BotRecord[],
  { activeInvestors, recent }: { activeInvestors: number; recent: readonly RecentTradeRow[] },
): PublicTrackRecord {
  const books = records.map(({ book }) => book);
  const closedTrades = books.reduce((sum, book) => sum + book.closedTrades, 0);
  const times = records.map(findStart).filter((since) => since !== null);
  const isEnough = closedTrades >= MIN_RECORD_TRADES;
  return {
    broker: deps.broker,
    feeds: [...new Set(books.map(({ feed }) => feed))],
    since: times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime()))).toISOString(),
    until: deps.now().toISOString(),
    closedTrades,
    isEnough,
    activeInvestors,
    figures: isEnough
      ? {
          profit: formatCents(add(...books.map(({ poolGain }) => poolGain))),
          winRatePct: formatShare(
            books.reduce((sum, book) => sum + book.wonTrades, 0),
            closedTrades,
          ),
          marketDistribution: listMarketShares(records, closedTrades),
        }
      : null,
    recentTrades: recent.map(toBotTrade),
  };
}

type Figures = NonNullable<PublicTrackRecord["figures"]>;

function listMarketShares(records: readonly BotRecord[], closedTrades: number): Figures["marketDistribution"] {
  const counts = new Map<BotMarket, number>();
  for (const { bot, book } of records) counts.set(bot.market, (counts.get(bot.market) ?? 0) + book.closedTrades);
  return [...counts].map(([market, count]) => ({ market, pct: formatShare(count, closedTrades) }));
}

function toBotTrade(row: RecentTradeRow): PublicTrackRecord["recentTrades"][number] {
  const { navBefore, navAfter, poolGain, executedAt, barTime: _barTime, ...trade } = row;
  return {
    ...trade,
    returnPct: formatFineReturn(parseNav(navBefore), parseNav(navAfter)),
    profit: poolGain,
    executedAt: executedAt.toISOString(),
    barTime: formatOwnBarTime(row),
  };
}
