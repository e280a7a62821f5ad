import { HOUR_MS } from "@wazi/domain";
import { type Candle, type Interval, intervalMs } from "../candle.ts";
import { type Calendar, countOpenMs } from "../costs/sessions.ts";

/** The kinds of problems in the data of a feed. */
export type PriceIssueKind =
  | "malformed"
  | "repeated"
  | "out-of-order"
  | "late"
  | "gap"
  | "jump"
  | "clock-set-back"
  | "silent";

export interface PriceIssue {
  readonly kind: PriceIssueKind;
  /** For people: what is wrong with the data, and what happens to it. */
  readonly message: string;
}

/**
 * The result of a candle's check:
 * - `take`: use it.
 * - `doubtful`: strategies learn from it, but no trade is opened on it.
 * - `drop`: bots never see it.
 * - `restart`: prices are at a new level for good. Open trades close at the last good price, and strategies start again.
 */
type CandleVerdict = "take" | "doubtful" | "drop" | "restart";

interface Checked<Verdict> {
  readonly verdict: Verdict;
  readonly issue: PriceIssue | null;
}

export interface CheckerOptions {
  readonly interval: Interval;
  /** True when bar times are real times. Only then a bar can be late. */
  readonly isRealTime: boolean;
  /** The opening hours of the venue, for real-time feeds: bars are not missing while it is closed. */
  readonly calendar?: Calendar;
  /**
   * True for a share or fund whose splits the feed tells: a jump like that of a split is not confirmed by more bars, but waits for
   * the split, because trades would go on at the wrong number of units.
   */
  readonly awaitsSplits?: boolean;
  /** The number of the last bar that was taken before this process started, if there is one. */
  readonly lastBarSequence?: number | undefined;
}

/** Checks the data of one symbol of a feed, in the order of arrival. */
export interface SymbolChecker {
  candle: (candle: Candle, barSequence: number, nowMs: number) => Checked<CandleVerdict>;
  /** The first price of a bar. Orders fill at it when it is taken; otherwise they wait for the whole bar. */
  open: (price: number, barSequence: number) => "take" | "drop";
  /** A price for the valuation of open trades. */
  price: (price: number) => Checked<"take" | "drop">;
  /** From this bar on a unit is `ratio` units: the last prices before it are divided by it. */
  split: (ratio: number, barSequence: number) => void;
}

/** This many bars in a row may be missing before the next bar is doubtful. */
export const MAX_MISSING_BARS = 5;
/** After more missing bars than a month of minutes, the calendar no longer matters. */
const MAX_CLOSED_BARS = 45_000;
/** A bar that arrives this long after its end is late. */
export const LATE_MS = 60_000;
/** This many bars (or prices) in a row at a new level confirm the level. */
export const CONFIRMING_BARS = 3;

/** The range of plausible moves from one price to the next, by the time between them. No market here moves further. */
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

  const mayBeSplit = (from: number, to: number): boolean => options.awaitsSplits === true && isLikeSplit(to / from);
  const prices = createPriceChecker(barMs, drop, mayBeSplit);

  const take = (candle: Candle, barSequence: number): void => {
    last = { barSequence, time: candle.time, close: candle.close };
    suspect = null;
  };

  const countMissing = (before: number | undefined, barSequence: number): number =>
    countMissingBars(options, before, barSequence);

  /** Drops a bar at another level until more bars confirm the level. */
  const checkJump = (candle: Candle, barSequence: number, from: LastBar): Checked<CandleVerdict> => {
    const agrees: boolean = suspect !== null && isLikely(suspect.close, candle, barMs);
    suspect = { close: candle.close, bars: agrees && suspect !== null ? suspect.bars + 1 : 1 };
    const jump = `impossible jump from ${from.close} to ${candle.open} … ${candle.close}`;
    if (suspect.bars < CONFIRMING_BARS) return drop("jump", `${jump}. The bar is ignored.`);
    take(candle, barSequence);
    isDoubtful = false;
    const message = `${symbol}: ${jump}, confirmed by ${CONFIRMING_BARS} bars. Bots start again at this level.`;
    return { verdict: "restart", issue: { kind: "jump", message } };
  };

  return {
    candle(candle, barSequence, nowMs) {
      if (!isWellFormed(candle)) return drop("malformed", `invalid bar ${JSON.stringify(candle)}. It is ignored.`);
      const { lastBarSequence } = options;
      if (last !== null && barSequence <= last.barSequence) {
        const kind = barSequence === last.barSequence ? "repeated" : "out-of-order";
        // The bars taken so far are good, so the next bar is not doubtful.
        return {
          verdict: "drop",
          issue: { kind, message: `${symbol}: bar ${barSequence} is ${kind.replaceAll("-", " ")}. It is ignored.` },
        };
      }
      if (last !== null && mayBeSplit(last.close, candle.open))
        return drop("jump", `jump from ${last.close} to ${candle.open}, as after a split. ${AWAITS_SPLIT}`);
      if (last !== null && !isLikely(last.close, candle, candle.time - last.time))
        return checkJump(candle, barSequence, last);
      const before: number | undefined = last === null ? lastBarSequence : last.barSequence;
      const issue =
        findGap(symbol, countMissing(before, barSequence)) ??
        (options.isRealTime ? findDelay(symbol, candle, barMs, nowMs) : null);
      const verdict = issue !== null || isDoubtful ? "doubtful" : "take";
      isDoubtful = false;
      take(candle, barSequence);
      return { verdict, issue };
    },

    open(price, barSequence) {
      if (isDoubtful || !(Number.isFinite(price) && price > 0)) return "drop";
      const before = last === null ? options.lastBarSequence : last.barSequence;
      if (findGap(symbol, countMissing(before, barSequence)) !== null) return "drop";
      if (last !== null && mayBeSplit(last.close, price)) return "drop";
      return last === null || isBetween(last.close, price, (barSequence - last.barSequence) * barMs) ? "take" : "drop";
    },

    price: (price) => prices.check(price),
    split(ratio, barSequence) {
      if (last === null || barSequence <= last.barSequence) return;
      last = { ...last, close: last.close / ratio };
      suspect = null;
      prices.split(ratio);
    },
  };
}

/** The bars between two of a real-time feed are minutes since 1970; those while the venue is closed do not count. */
function countMissingBars({ interval, calendar }: CheckerOptions, before: number | undefined, bar: number): number {
  if (before === undefined || before < 0) return 0;
  const barMs = intervalMs[interval];
  const missing = bar - before - 1;
  const isCounted = missing > MAX_MISSING_BARS && missing <= MAX_CLOSED_BARS && calendar !== undefined;
  return isCounted ? countOpenMs(calendar, (before + 1) * barMs, bar * barMs) / barMs : missing;
}

const AWAITS_SPLIT =
  "It waits for the provider to tell the split, with no trades and no flows; after a restart it counts as the price.";
/** Splits of up to this many shares for one, or one for as many. */
const MOST_SHARES = 50;
/** The price moves besides the split, by at most this part. */
const SPLIT_TOLERANCE = 0.05;

/** True for a move by a factor of about n or 1/n. Splits such as three for two are no larger than a move of the market may be. */
function isLikeSplit(move: number): boolean {
  const ratio = move < 1 ? 1 / move : move;
  const shares = Math.round(ratio);
  return shares >= 2 && shares <= MOST_SHARES && Math.abs(ratio / shares - 1) <= SPLIT_TOLERANCE;
}

type Drop = (kind: PriceIssueKind, message: string) => Checked<"drop">;

function createPriceChecker(
  barMs: number,
  drop: Drop,
  mayBeSplit: (from: number, to: number) => boolean,
): { check: SymbolChecker["price"]; split: (ratio: number) => void } {
  let last: number | null = null;
  let suspect: { price: number; times: number } | null = null;
  const check: SymbolChecker["price"] = (price) => {
    if (!(Number.isFinite(price) && price > 0)) return drop("malformed", `invalid price ${price}. It is ignored.`);
    if (last !== null && mayBeSplit(last, price))
      return drop("jump", `price jump from ${last} to ${price}, as after a split. ${AWAITS_SPLIT}`);
    const isExpected = last === null || isBetween(last, price, barMs);
    if (!isExpected) {
      const agrees: boolean = suspect !== null && isBetween(suspect.price, price, barMs);
      suspect = { price, times: agrees && suspect !== null ? suspect.times + 1 : 1 };
      if (suspect.times < CONFIRMING_BARS)
        return drop("jump", `impossible price jump from ${last} to ${price}. The price is ignored.`);
    }
    last = price;
    suspect = null;
    return { verdict: "take", issue: null };
  };
  return {
    check,
    split(ratio) {
      if (last !== null) last /= ratio;
      suspect = null;
    },
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

function findGap(symbol: string, missing: number): PriceIssue | null {
  if (missing <= MAX_MISSING_BARS) return null;
  return { kind: "gap", message: `${symbol}: ${missing} bars are missing. No new trade on the next bar.` };
}

function findDelay(symbol: string, candle: Candle, barMs: number, nowMs: number): PriceIssue | null {
  const lateMs = nowMs - (candle.time + barMs);
  if (lateMs <= LATE_MS) return null;
  return { kind: "late", message: `${symbol}: a bar came ${Math.round(lateMs / 1_000)} s late. No new trade on it.` };
}
