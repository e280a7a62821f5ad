import type { Side } from "@wazi/trading";
import type { FeedKind } from "@wazi/contracts";
import { parseNav, type Nav } from "@wazi/domain";
import type { Queryable } from "../../platform/db/pool.ts";
import { type ClosedTradeRow, listTradesInRanges, type SequenceRange } from "./store.ts";
import { formatOwnBarTime } from "./own-bar-time.ts";

/** A bot's closed trade with parsed figures. It never changes. */
export interface ParsedTrade {
  id: string;
  botId: string;
  botName: string;
  sequence: number;
  series: number;
  symbol: string;
  side: Side;
  /** The share of the pool, in 10^-12. */
  exposure: bigint;
  entryPrice: string;
  exitPrice: string;
  executedAtMs: number;
  /** ISO 8601. */
  executedAt: string;
  /** ISO 8601; null when the bar's time is the clock's. */
  ownBarTime: string | null;
  feed: FeedKind;
  navBefore: Nav;
  navAfter: Nav;
  /** The nav when the trade opened, of which the exposure is a part. */
  baseNav: Nav;
  /** The pool's sum of interest per unit at the close. */
  interestSum: Nav;
}

export interface ClosedTrades {
  /**
   * Reads the trades of ranges whose trades are all closed, newest first in each range. What is not in memory is read in
   * one statement.
   */
  read(ranges: readonly SequenceRange[]): Promise<ParsedTrade[][]>;
}

/** Trades are kept in blocks of this many sequences. */
const BLOCK_SIZE = 64;
/** About 20,000 trades, less than 20 MB. The blocks that were used least recently are dropped. */
const MAX_BLOCKS = 300;

/** A part of a bot's trades, in the order of their sequences and without gaps. The last block of a bot grows. */
interface Block {
  trades: ParsedTrade[];
  loading: Promise<void> | null;
}

/** Keeps closed trades in memory, because they are the same for all investors and never change. */
export function createClosedTrades(sql: Queryable): ClosedTrades {
  const blocks = new Map<string, Block>();

  const use = (botId: string, index: number): Block => {
    const key = `${botId} ${index}`;
    const block = blocks.get(key) ?? { trades: [], loading: null };
    blocks.delete(key);
    blocks.set(key, block);
    return block;
  };

  const load = async (parts: readonly BlockPart[]): Promise<void> => {
    const rows = await listTradesInRanges(
      sql,
      parts.map(({ botId, block, index }) => ({ botId, from: nextOf(index, block), to: firstOf(index + 1) - 1 })),
    );
    for (const row of rows) {
      const trade = parseClosedTrade(row);
      const part = parts.find(({ botId, index }) => botId === trade.botId && index === indexOf(trade.sequence));
      if (part && trade.sequence === nextOf(part.index, part.block)) part.block.trades.push(trade);
    }
  };

  /** Loads the missing trades of all blocks in one statement, and waits for those that others load. */
  const fill = async (needed: readonly BlockPart[]): Promise<void> => {
    const missing = needed.filter(({ block, index, to }) => nextOf(index, block) <= to);
    if (missing.length === 0) return;
    const running = missing.filter(({ block }) => block.loading !== null);
    const own = missing.filter(({ block }) => block.loading === null);
    if (own.length > 0) {
      const loading = load(own).finally(() => {
        for (const { block } of own) block.loading = null;
      });
      for (const { block } of own) block.loading = loading;
      await loading;
    }
    for (const { block } of running) await block.loading;
    // Other calls may have read their trades before the newest of these trades was closed.
    if (running.length > 0) await fill(running);
  };

  return {
    async read(ranges) {
      const parts = ranges.map((range) =>
        splitRange(range).map((each) => ({ ...each, block: use(each.botId, each.index) })),
      );
      await fill(parts.flat());
      for (const key of blocks.keys()) {
        if (blocks.size <= MAX_BLOCKS) break;
        blocks.delete(key);
      }
      return parts.map((ofRange) =>
        ofRange.flatMap(({ block, index, from, to }) => {
          const first = firstOf(index);
          return block.trades.slice(from - first, to - first + 1).reverse();
        }),
      );
    },
  };
}

interface BlockPart extends SequenceRange {
  index: number;
  block: Block;
}

const indexOf = (sequence: number): number => Math.floor((sequence - 1) / BLOCK_SIZE);
const firstOf = (index: number): number => index * BLOCK_SIZE + 1;
/** The first sequence that a block does not have yet. */
const nextOf = (index: number, { trades }: Block): number => firstOf(index) + trades.length;

/** Splits a range at the borders of blocks, newest part first. */
function splitRange({ botId, from, to }: SequenceRange): Omit<BlockPart, "block">[] {
  const parts: Omit<BlockPart, "block">[] = [];
  for (let index = indexOf(to); to >= from && index >= indexOf(from); index -= 1) {
    const first = firstOf(index);
    parts.push({ botId, index, from: Math.max(from, first), to: Math.min(to, first + BLOCK_SIZE - 1) });
  }
  return parts;
}

export function parseClosedTrade(row: ClosedTradeRow): ParsedTrade {
  return {
    id: row.id,
    botId: row.botId,
    botName: row.botName,
    sequence: Number(row.sequence),
    series: row.series,
    symbol: row.symbol,
    side: row.side,
    exposure: parseNav(row.exposure),
    entryPrice: row.entryPrice,
    exitPrice: row.exitPrice,
    executedAtMs: row.executedAt.getTime(),
    executedAt: row.executedAt.toISOString(),
    ownBarTime: formatOwnBarTime(row),
    feed: row.feed,
    navBefore: parseNav(row.navBefore),
    navAfter: parseNav(row.navAfter),
    baseNav: parseNav(row.baseNav),
    interestSum: parseNav(row.interestSum),
  };
}
