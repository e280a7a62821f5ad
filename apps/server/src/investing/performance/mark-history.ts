import { DAY_MS, type AnswerOf, type listSparklines } from "@wazi/contracts";
import { formatNav, parseNav, type Nav } from "@wazi/domain";
import type { Sql } from "../../platform/db/pool.ts";
import { listMarksAfter } from "./store.ts";

/** The prices at which a unit of a bot could be redeemed, oldest first. */
export interface PastMarks {
  atMs: number[];
  /** At the same places; decimal strings until they are used for the first time. */
  marks: (string | Nav)[];
  /** The pool's sums of interest per unit, at the same places. */
  interestSums: string[];
  /** The indexes of bills, likewise. */
  billIndexes: string[];
}

export interface MarkHistory {
  /** Returns the marks of all bots by bot id, at most `FRESH_MS` old. */
  read(): Promise<ReadonlyMap<string, PastMarks>>;
  /** Returns the marks of the last week by bot, evenly thinned out. */
  readSparklines(now: Date): Promise<Sparkline[]>;
}

type Sparkline = AnswerOf<typeof listSparklines>[number];

/** Marks are five minutes apart, and what an investor has now does not come from them. */
const FRESH_MS = 5_000;

/**
 * Keeps the marks in memory, because they are the same for all investors. New ones are added, and once a day all are read
 * again, because the trader thins them out.
 */
export function createMarkHistory(sql: Sql): MarkHistory {
  let known = new Map<string, PastMarks>();
  let readAtMs = -Infinity;
  let reloadedAtMs = -Infinity;
  let refreshing: Promise<void> | null = null;
  /** From `known`; null until they are asked for. */
  let sparklines: Sparkline[] | null = null;

  const refresh = async (): Promise<void> => {
    const nowMs = performance.now();
    const isReload = nowMs - reloadedAtMs > DAY_MS;
    const kept = isReload ? new Map<string, PastMarks>() : known;
    const newest = [...kept].map(([botId, { atMs }]) => ({ botId, at: new Date(atMs.at(-1) ?? 0) }));
    for (const { botId, atMs, marks, interestSums, billIndexes } of await listMarksAfter(sql.byKey, newest)) {
      const of = kept.get(botId) ?? { atMs: [], marks: [], interestSums: [], billIndexes: [] };
      for (const at of atMs) of.atMs.push(at);
      for (const mark of marks) of.marks.push(mark);
      for (const sum of interestSums) of.interestSums.push(sum);
      for (const index of billIndexes) of.billIndexes.push(index);
      kept.set(botId, of);
    }
    known = kept;
    sparklines = null;
    readAtMs = nowMs;
    if (isReload) reloadedAtMs = nowMs;
  };
  const read = async (): Promise<ReadonlyMap<string, PastMarks>> => {
    // Calls at the same time share a read.
    if (performance.now() - readAtMs >= FRESH_MS)
      await (refreshing ??= refresh().finally(() => {
        refreshing = null;
      }));
    return known;
  };

  return {
    read,
    async readSparklines(now) {
      const marks = await read();
      return (sparklines ??= listSparklineMarks(marks, now.getTime()));
    },
  };
}

/** The last mark up to a moment, or undefined. */
export function findMark(
  { atMs, marks, interestSums, billIndexes }: PastMarks,
  at: number,
): { atMs: number; nav: Nav; interestSum: Nav; billIndex: Nav } | undefined {
  let low = 0;
  let high = atMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((atMs[middle] ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  const [foundAt, mark] = [atMs[low - 1], marks[low - 1]];
  if (foundAt === undefined || mark === undefined) return undefined;
  const nav = typeof mark === "string" ? parseNav(mark) : mark;
  marks[low - 1] = nav;
  const interestSum = parseNav(interestSums[low - 1] ?? "0");
  return { atMs: foundAt, nav, interestSum, billIndex: parseNav(billIndexes[low - 1] ?? "1") };
}

const WEEK_MS = 7 * DAY_MS;
const SPARKLINE_MARKS = 48;

/** The marks of the last week by bot, at most `SPARKLINE_MARKS` each: the last one of each stretch of time. */
export function listSparklineMarks(history: ReadonlyMap<string, PastMarks>, nowMs: number): Sparkline[] {
  const all = [...history].map(([botId, { atMs, marks }]) => {
    const start = atMs.findIndex((at) => at >= nowMs - WEEK_MS);
    return { botId, atMs: start === -1 ? [] : atMs.slice(start), marks: start === -1 ? [] : marks.slice(start) };
  });
  const first = Math.min(...all.flatMap(({ atMs }) => atMs.slice(0, 1)));
  const last = Math.max(...all.flatMap(({ atMs }) => atMs.slice(-1)));
  const stretchOf = (at: number): number => Math.floor(((at - first) / (last + 1 - first)) * SPARKLINE_MARKS);
  return all.flatMap(({ botId, atMs, marks }) => {
    const thinned = marks.filter((_, index) => {
      const next = atMs[index + 1];
      return next === undefined || stretchOf(next) > stretchOf(atMs[index] ?? first);
    });
    if (thinned.length < 2) return [];
    return [{ botId, marks: thinned.map((mark) => (typeof mark === "string" ? mark : formatNav(mark))) }];
  });
}
