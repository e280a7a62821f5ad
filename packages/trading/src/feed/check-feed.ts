import { HOUR_MS } from "@wazi/domain";
import { type Candle, type Interval, intervalMs } from "../candle.ts";

/** What can be wrong with what a feed gives. */
export type PriceIssueKind =
  "malformed" | "repeated" | "out-of-order" | "late" | "gap" | "jump" | "clock-set-back" | "silent";

export interface PriceIssue {
  readonly kind: PriceIssueKind;
  /** For people: what came, and what is done about it. */
  readonly message: string;
}

/**
 * What to do with a candle: `take` it; take it as `doubtful`: strategies learn from it, and no order is opened on it;
 * `drop` it: bots never see it; `restart`: prices stand at another level for good, so that what was held closes at the
 * last good one and strategies start afresh.
 */
type CandleVerdict = "take" | "doubtful" | "drop" | "restart";

interface Checked<Verdict> {
  readonly verdict: Verdict;
  readonly issue: PriceIssue | null;
}

export interface CheckerOptions {
  readonly interval: Interval;
  /** True where a bar's time is the time of day: one that comes long after its end is late. */
  readonly isRealTime: boolean;
  /** The number of the last bar that was taken before this process started, if any. */
  readonly lastBarSequence?: number | undefined;
}

/** Judges what a feed says of one symbol, in the order in which it comes. */
export interface SymbolChecker {
  candle: (candle: Candle, barSequence: number, nowMs: number) => Checked<CandleVerdict>;
  /** The first price of a bar: orders fill at it, or wait for what the whole bar is like. */
  open: (price: number, barSequence: number) => "take" | "drop";
  /** A price to value open trades at: good, or not to be used. */
  price: (price: number) => Checked<"take" | "drop">;
}

/** Bars that may be missing in a row before orders decided on the bars before are doubtful. */
export const MAX_MISSING_BARS = 5;
/** A bar that arrives this long after its end is late. */
export const LATE_MS = 60_000;
/** Bars (or prices) in a row at another level that make it the level. */
export const CONFIRMING_BARS = 3;

/** Moves from one price to the next that no market of ours makes, by the time between them. */
const moveLimits = [
  { fromMs: 4 * HOUR_MS, lowest: 0.51, highest: 1.95 },
  { fromMs: HOUR_MS / 2, lowest: 0.7, highest: 1.45 },
  { fromMs: 0, lowest: 0.8, highest: 1.25 },
] as const;

interface LastBar {
  barSequence: number;
  time: number;
  close: number;
}

export function createSymbolChecker(symbol: string, options: CheckerOptions): SymbolChecker {
  const barMs = intervalMs[options.interval];
  let last: LastBar | null = null;
  let isDoubtful = false;
  let suspect: { close: number; bars: number } | null = null;

  const drop: Drop = (kind, message) => {
    isDoubtful = true;
    return { verdict: "drop", issue: { kind, message: `${symbol}: ${message}` } };
  };

  const take = (candle: Candle, barSequence: number): void => {
    last = { barSequence, time: candle.time, close: candle.close };
    suspect = null;
  };

  /** A bar at another level: not believed before some more of them agree. */
  const checkJump = (candle: Candle, barSequence: number, from: LastBar): Checked<CandleVerdict> => {
    const agrees: boolean = suspect !== null && isLikely(suspect.close, candle, barMs);
    suspect = { close: candle.close, bars: agrees && suspect !== null ? suspect.bars + 1 : 1 };
    const what = `an impossible jump from ${from.close} to ${candle.open} … ${candle.close}`;
    if (suspect.bars < CONFIRMING_BARS) return drop("jump", `${what}; no order on it, the bar is not used.`);
    take(candle, barSequence);
    isDoubtful = false;
    const message = `${symbol}: ${what}, and ${CONFIRMING_BARS} bars agree: bots start afresh at this level.`;
    return { verdict: "restart", issue: { kind: "jump", message } };
  };

  return {
    candle(candle, barSequence, nowMs) {
      if (!isWellFormed(candle))
        return drop("malformed", `a bar that can't be: ${JSON.stringify(candle)}; it is not used.`);
      const { lastBarSequence } = options;
      if (last !== null && barSequence <= last.barSequence) {
        const kind = barSequence === last.barSequence ? "repeated" : "out-of-order";
        // What was taken stands; nothing about it is in doubt.
        return {
          verdict: "drop",
          issue: { kind, message: `${symbol}: bar ${barSequence} came ${kind}; it is not used.` },
        };
      }
      if (last !== null && !isLikely(last.close, candle, candle.time - last.time))
        return checkJump(candle, barSequence, last);
      const before: number | undefined = last === null ? lastBarSequence : last.barSequence;
      const issue =
        findGap(symbol, before, barSequence) ?? (options.isRealTime ? findDelay(symbol, candle, barMs, nowMs) : null);
      const verdict = issue !== null || isDoubtful ? "doubtful" : "take";
      isDoubtful = false;
      take(candle, barSequence);
      return { verdict, issue };
    },

    open(price, barSequence) {
      if (isDoubtful || !(Number.isFinite(price) && price > 0)) return "drop";
      const before = last === null ? options.lastBarSequence : last.barSequence;
      if (findGap(symbol, before, barSequence) !== null) return "drop";
      return last === null || isBetween(last.close, price, (barSequence - last.barSequence) * barMs) ? "take" : "drop";
    },

    price: createPriceChecker(barMs, drop),
  };
}

type Drop = (kind: PriceIssueKind, message: string) => Checked<"drop">;

function createPriceChecker(barMs: number, drop: Drop): SymbolChecker["price"] {
  let last: number | null = null;
  let suspect: { price: number; times: number } | null = null;
  return (price) => {
    if (!(Number.isFinite(price) && price > 0)) return drop("malformed", `a price of ${price}; it is not used.`);
    const isExpected = last === null || isBetween(last, price, barMs);
    if (!isExpected) {
      const agrees: boolean = suspect !== null && isBetween(suspect.price, price, barMs);
      suspect = { price, times: agrees && suspect !== null ? suspect.times + 1 : 1 };
      if (suspect.times < CONFIRMING_BARS)
        return drop("jump", `an impossible jump of the price from ${last} to ${price}; nothing is valued at it.`);
    }
    last = price;
    suspect = null;
    return { verdict: "take", issue: null };
  };
}

function isWellFormed({ open, high, low, close, time, volume }: Candle): boolean {
  const prices = [open, high, low, close];
  return (
    Number.isFinite(time) &&
    Number.isFinite(volume) &&
    prices.every((price) => Number.isFinite(price) && price > 0) &&
    high >= Math.max(open, close) &&
    low <= Math.min(open, close)
  );
}

function isLikely(close: number, candle: Candle, elapsedMs: number): boolean {
  return isBetween(close, candle.open, elapsedMs) && isBetween(candle.open, candle.close, elapsedMs);
}

function isBetween(from: number, to: number, elapsedMs: number): boolean {
  const { lowest, highest } = moveLimits.find(({ fromMs }) => elapsedMs >= fromMs) ?? moveLimits[2];
  const ratio = to / from;
  return ratio >= lowest && ratio <= highest;
}

function findGap(symbol: string, before: number | undefined, barSequence: number): PriceIssue | null {
  if (before === undefined || before < 0) return null;
  const missing = barSequence - before - 1;
  if (missing <= MAX_MISSING_BARS) return null;
  return { kind: "gap", message: `${symbol}: ${missing} bars are missing; no order on the first bar after them.` };
}

function findDelay(symbol: string, candle: Candle, barMs: number, nowMs: number): PriceIssue | null {
  const lateMs = nowMs - (candle.time + barMs);
  if (lateMs <= LATE_MS) return null;
  return { kind: "late", message: `${symbol}: a bar came ${Math.round(lateMs / 1_000)} s late; no order on it.` };
}
