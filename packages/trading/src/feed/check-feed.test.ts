import { MINUTE_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import type { Candle } from "../candle.ts";
import { CONFIRMING_BARS, createSymbolChecker, LATE_MS, MAX_MISSING_BARS } from "./check-feed.ts";

const START = 28_000_000;

const bar = (sequence: number, close = 100, open = 100): Candle => ({
  time: sequence * MINUTE_MS,
  open,
  high: Math.max(open, close) + 1,
  low: Math.min(open, close) - 1,
  close,
  volume: 1,
});

function judge(lastBarSequence?: number) {
  const symbol = createSymbolChecker("BTC/USD", { interval: "1m", isRealTime: true, lastBarSequence });
  return {
    ...symbol,
    /** A bar that comes a second after its end, unless it says when. */
    comes: (sequence: number, candle = bar(sequence), nowMs = candle.time + MINUTE_MS + 1_000) => {
      const { verdict, issue: trouble } = symbol.candle(candle, sequence, nowMs);
      return [verdict, trouble?.kind ?? null];
    },
  };
}

describe("what a feed says", () => {
  it("is taken while it is in order", () => {
    const { comes } = judge();
    for (let sequence = START; sequence < START + 50; sequence += 1) expect(comes(sequence)).toEqual(["take", null]);
  });

  it("is dropped when it comes again or out of order, and what was taken is not in doubt", () => {
    const { comes } = judge();
    comes(START);
    comes(START + 1);
    expect(comes(START + 1)).toEqual(["drop", "repeated"]);
    expect(comes(START)).toEqual(["drop", "out-of-order"]);
    expect(comes(START + 2)).toEqual(["take", null]);
  });

  it("is doubtful after a gap, and no longer with the next bar", () => {
    const { comes } = judge();
    comes(START);
    expect(comes(START + 1 + MAX_MISSING_BARS)).toEqual(["take", null]);
    expect(comes(START + 3 + 2 * MAX_MISSING_BARS)).toEqual(["doubtful", "gap"]);
    expect(comes(START + 4 + 2 * MAX_MISSING_BARS)).toEqual(["take", null]);
  });

  it("is doubtful after the time in which nothing ran", () => {
    expect(judge(START - 1).comes(START)).toEqual(["take", null]);
    expect(judge(START - 60).comes(START)).toEqual(["doubtful", "gap"]);
    expect(judge(-1).comes(START)).toEqual(["take", null]);
  });

  it("is doubtful when it comes late, where times are times of day", () => {
    const { comes } = judge();
    comes(START);
    const candle = bar(START + 1);
    expect(comes(START + 1, candle, candle.time + MINUTE_MS + LATE_MS + 1)).toEqual(["doubtful", "late"]);
    const replayed = createSymbolChecker("SPX", { interval: "1d", isRealTime: false });
    expect(replayed.candle(bar(1), 1, Date.now())).toEqual({ verdict: "take", trouble: null });
  });

  it.each([
    { ...bar(START), high: 99 },
    { ...bar(START), low: 101 },
    { ...bar(START), open: 0 },
    { ...bar(START), close: -1, low: -2 },
    { ...bar(START), close: Number.NaN },
    { ...bar(START), high: Infinity },
    { ...bar(START), volume: Number.NaN },
  ])("is dropped when it can't be: %j", (candle) => {
    const { comes } = judge();
    expect(comes(START, candle)).toEqual(["drop", "malformed"]);
    // What was decided before it is in doubt.
    expect(comes(START + 1)).toEqual(["doubtful", null]);
  });

  it("is dropped on an impossible jump, and goes on in doubt where the next bar is back", () => {
    const { comes } = judge();
    comes(START);
    expect(comes(START + 1, bar(START + 1, 300, 100))).toEqual(["drop", "jump"]);
    expect(comes(START + 2)).toEqual(["doubtful", null]);
    expect(comes(START + 3)).toEqual(["take", null]);
    expect(comes(START + 4, bar(START + 4, 60, 60))).toEqual(["drop", "jump"]);
  });

  it("starts afresh where some bars in a row agree on another level", () => {
    const { comes } = judge();
    comes(START);
    const moved = (offset: number) => comes(START + offset, bar(START + offset, 201, 200));
    for (let offset = 1; offset < CONFIRMING_BARS; offset += 1) expect(moved(offset)).toEqual(["drop", "jump"]);
    expect(moved(CONFIRMING_BARS)).toEqual(["restart", "jump"]);
    expect(moved(CONFIRMING_BARS + 1)).toEqual(["take", null]);
  });

  it("may open elsewhere after a night, but not at half or double", () => {
    const { comes } = judge();
    comes(START);
    expect(comes(START + 1_000, bar(START + 1_000, 150, 150))).toEqual(["doubtful", "gap"]);
    expect(comes(START + 2_000, bar(START + 2_000, 400, 400))).toEqual(["drop", "jump"]);
  });

  it("fills no order at the first price of a bar that may turn out bad", () => {
    const { open, comes } = judge();
    comes(START);
    expect(open(100, START + 1)).toBe("take");
    expect(open(180, START + 1)).toBe("drop");
    expect(open(Number.NaN, START + 1)).toBe("drop");
    expect(open(100, START + 2 + MAX_MISSING_BARS)).toBe("drop");
    comes(START + 1, bar(START + 1, 300, 100));
    expect(open(100, START + 2)).toBe("drop");
  });

  it("is no price to value at when it jumps or is none", () => {
    const { price, comes } = judge();
    comes(START);
    expect(price(100).verdict).toBe("take");
    expect([price(Number.NaN), price(0), price(-3)].map(({ issue: trouble }) => trouble?.kind)).toEqual(
      Array(3).fill("malformed"),
    );
    expect(price(160)).toMatchObject({ verdict: "drop", trouble: { kind: "jump" } });
    expect(price(101).verdict).toBe("take");
    expect([price(160), price(161), price(162)].map(({ verdict }) => verdict)).toEqual(["drop", "drop", "take"]);
    expect(comes(START + 1)).toEqual(["doubtful", null]);
  });
});
