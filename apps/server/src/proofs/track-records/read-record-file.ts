import type { BotRecordFile, FeedKind } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { proveLeaves, readSignedLog } from "../log/prove-leaves.ts";
import { listLeavesAbout, type PlacedLeaf } from "../../record/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { RecordBook, type RecordInterest, type RecordTrade } from "./record-book.ts";
import { listRecordedBots, listRecordStarts } from "./store.ts";
import { addInOrder, findStart, formatFigures } from "./track-records.ts";
import * as texts from "../../messages/proofs.ts";

interface RecordFileDeps {
  sql: Queryable;
  now: () => Date;
  feedOf: (botName: string) => FeedKind;
}

/**
 * Makes a bot's record as a file: its leaves in the transparency log, the tiles that prove them, and the figures by them.
 * @throws AppError NOT_FOUND no such bot, or no checkpoint yet
 */
export async function readRecordFile({ sql, now, feedOf }: RecordFileDeps, botId: string): Promise<BotRecordFile> {
  const bot = (await listRecordedBots(sql)).find(({ id }) => id === botId);
  if (!bot) throw new AppError("NOT_FOUND", texts.botNotFound);
  const log = await readSignedLog(sql);
  if (!log) throw new AppError("NOT_FOUND", texts.checkpointMissing);
  const leaves = [
    ...(await listLeavesAbout(sql, bot.name, ["registration"], log.size)),
    ...(await listLeavesAbout(sql, botId, ["opening", "trade", "interest", "pause", "record"], log.size)),
    ...(await listLeavesAbout(sql, "trader", ["start"], log.size)),
    ...(await listLeavesAbout(sql, "log", ["renewal"], log.size)),
  ].sort((one, other) => one.position - other.position);
  const until = now();
  const feed = feedOf(bot.name);
  const book = new RecordBook(feed, findLastBefore(leaves, feed));
  const trades = leaves.filter(({ kind }) => kind === "trade").map(({ leaf }) => parseTrade(leaf));
  const own = trades.filter(({ sequence }) => BigInt(sequence) > BigInt(book.afterSequence));
  addInOrder(book, own, listInterest(leaves, feed));
  const since = findStart({ book, starts: await listRecordStarts(sql, botId) });
  return {
    format: "wazi-record-1",
    botId,
    botName: bot.name,
    feed,
    since: since?.toISOString() ?? null,
    until: until.toISOString(),
    figures: formatFigures(book, { since, now: until, lowestNav: null }),
    key: log.key,
    checkpoint: log.checkpoint,
    ...(await proveLeaves(sql, log.size, leaves)),
  };
}

/** The bot's last trade before its current record: a replay that starts again begins a new one. "0" for its first. */
function findLastBefore(leaves: readonly PlacedLeaf[], feed: FeedKind): string {
  const records = leaves
    .filter(({ kind }) => kind === "record")
    .map(({ leaf }) => JSON.parse(leaf) as { feed: FeedKind; afterSequence: string });
  return records.findLast((record) => record.feed === feed)?.afterSequence ?? "0";
}

/** The interest since the current record on a feed began, in its order. */
function listInterest(leaves: readonly PlacedLeaf[], feed: FeedKind): RecordInterest[] {
  const isBeginning = ({ kind, leaf }: PlacedLeaf): boolean =>
    kind === "record" && (JSON.parse(leaf) as { feed: FeedKind }).feed === feed;
  const from = leaves.findLastIndex(isBeginning);
  return leaves.slice(from + 1).flatMap(({ kind, leaf, position }): RecordInterest[] => {
    if (kind !== "interest") return [];
    const { at, ...interest } = JSON.parse(leaf) as Omit<RecordInterest, "postedAt" | "transactionId"> & { at: string };
    return [{ ...interest, transactionId: String(position), postedAt: new Date(at) }];
  });
}

function parseTrade(leaf: string): RecordTrade {
  const trade = JSON.parse(leaf) as Record<Exclude<keyof RecordTrade, "feed" | "poolGain">, string> & {
    feed: FeedKind;
  };
  return {
    ...trade,
    // Not in leaves, and not in the file's figures.
    poolGain: "0.00",
    openedAt: new Date(trade.openedAt),
    executedAt: new Date(trade.executedAt),
    entryBarTime: new Date(trade.entryBarTime),
    barTime: new Date(trade.barTime),
  };
}
