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

function startChecker(lastBarSequence?: number) {
  const symbol = createSymbolChecker("BTC/USD", { interval: "1m", isRealTime: true, lastBarSequence });
  return {
    ...symbol,
    /** Checks a bar that arrives one second after its end, unless a time is given. */
    comes: (sequence: number, candle = bar(sequence), nowMs = candle.time + MINUTE_MS + 1_000) => {
      const { verdict, issue: trouble } = symbol.candle(candle, sequence, nowMs);
      return [verdict, trouble?.kind ?? null];
    },
  };
}

describe("createSymbolChecker", () => {
  it("takes bars in order", () => {
    const { comes } = startChecker();
    for (let sequence = START; sequence < START + 50; sequence += 1) expect(comes(sequence)).toEqual(["take", null]);
  });

  it("drops a bar that is repeated or out of order, and takes the next one", () => {
    const { comes } = startChecker();
    comes(START);
    comes(START + 1);
    expect(comes(START + 1)).toEqual(["drop", "repeated"]);
    expect(comes(START)).toEqual(["drop", "out-of-order"]);
    expect(comes(START + 2)).toEqual(["take", null]);
  });

  it("marks the first bar after a gap as doubtful, and takes the next one", () => {
    const { comes } = startChecker();
    comes(START);
    expect(comes(START + 1 + MAX_MISSING_BARS)).toEqual(["take", null]);
    expect(comes(START + 3 + 2 * MAX_MISSING_BARS)).toEqual(["doubtful", "gap"]);
    expect(comes(START + 4 + 2 * MAX_MISSING_BARS)).toEqual(["take", null]);
  });

  it("does not count the bars of a weekend as missing, when the venue has a calendar", () => {
    const friday = Date.parse("2026-01-16T21:59Z") / MINUTE_MS;
    const sunday = Date.parse("2026-01-18T22:00Z") / MINUTE_MS;
    const checker = createSymbolChecker("EUR/USD", { interval: "1m", isRealTime: true, calendar: "forex" });
    const comes = (sequence: number) =>
      checker.candle(bar(sequence), sequence, (sequence + 1) * MINUTE_MS + 1_000).verdict;
    expect(comes(friday)).toBe("take");
    expect(checker.open(100, sunday)).toBe("take");
    expect(comes(sunday)).toBe("take");
    // Ten minutes of the open market are missing.
    expect(comes(sunday + 11)).toBe("doubtful");
    const always = createSymbolChecker("EUR/USD", { interval: "1m", isRealTime: true });
    always.candle(bar(friday), friday, (friday + 1) * MINUTE_MS + 1_000);
    expect(always.open(100, sunday)).toBe("drop");
  });

  it("marks the first bar after a downtime as doubtful", () => {
    expect(startChecker(START - 1).comes(START)).toEqual(["take", null]);
    expect(startChecker(START - 60).comes(START)).toEqual(["doubtful", "gap"]);
    expect(startChecker(-1).comes(START)).toEqual(["take", null]);
  });

  it("marks a late bar as doubtful when bar times are real times", () => {
    const { comes } = startChecker();
    comes(START);
    const candle = bar(START + 1);
    expect(comes(START + 1, candle, candle.time + MINUTE_MS + LATE_MS + 1)).toEqual(["doubtful", "late"]);
    const replayed = createSymbolChecker("SPX", { interval: "1d", isRealTime: false });
    expect(replayed.candle(bar(1), 1, Date.now())).toEqual({ verdict: "take", issue: null });
  });

  it.each([
    { ...bar(START), high: 99 },
    { ...bar(START), low: 101 },
    { ...bar(START), open: 0 },
    { ...bar(START), close: -1, low: -2 },
    { ...bar(START), close: Number.NaN },
    { ...bar(START), high: Infinity },
    { ...bar(START), volume: Number.NaN },
  ])("drops the invalid bar %j", (candle) => {
    const { comes } = startChecker();
    expect(comes(START, candle)).toEqual(["drop", "malformed"]);
    // The bar after an invalid one is doubtful.
    expect(comes(START + 1)).toEqual(["doubtful", null]);
  });

  it("drops a bar after an impossible jump, and marks the next bar as doubtful when prices are back", () => {
    const { comes } = startChecker();
    comes(START);
    expect(comes(START + 1, bar(START + 1, 300, 100))).toEqual(["drop", "jump"]);
    expect(comes(START + 2)).toEqual(["doubtful", null]);
    expect(comes(START + 3)).toEqual(["take", null]);
    expect(comes(START + 4, bar(START + 4, 60, 60))).toEqual(["drop", "jump"]);
  });

  it("restarts when several bars in a row confirm another level", () => {
    const { comes } = startChecker();
    comes(START);
    const moved = (offset: number) => comes(START + offset, bar(START + offset, 201, 200));
    for (let offset = 1; offset < CONFIRMING_BARS; offset += 1) expect(moved(offset)).toEqual(["drop", "jump"]);
    expect(moved(CONFIRMING_BARS)).toEqual(["restart", "jump"]);
    expect(moved(CONFIRMING_BARS + 1)).toEqual(["take", null]);
  });

  it("accepts a larger move after a night, but not to half or double the price", () => {
    const { comes } = startChecker();
    comes(START);
    expect(comes(START + 1_000, bar(START + 1_000, 150, 150))).toEqual(["doubtful", "gap"]);
    expect(comes(START + 2_000, bar(START + 2_000, 400, 400))).toEqual(["drop", "jump"]);
  });

  it("drops the first price of a bar that may be invalid", () => {
    const { open, comes } = startChecker();
    comes(START);
    expect(open(100, START + 1)).toBe("take");
    expect(open(180, START + 1)).toBe("drop");
    expect(open(Number.NaN, START + 1)).toBe("drop");
    expect(open(100, START + 2 + MAX_MISSING_BARS)).toBe("drop");
    comes(START + 1, bar(START + 1, 300, 100));
    expect(open(100, START + 2)).toBe("drop");
  });

  it("drops a price that jumps or is invalid", () => {
    const { price, comes } = startChecker();
    comes(START);
    expect(price(100).verdict).toBe("take");
    expect([price(Number.NaN), price(0), price(-3)].map(({ issue: trouble }) => trouble?.kind)).toEqual(
      Array(3).fill("malformed"),
    );
    expect(price(160)).toMatchObject({ verdict: "drop", issue: { kind: "jump" } });
    expect(price(101).verdict).toBe("take");
    expect([price(160), price(161), price(162)].map(({ verdict }) => verdict)).toEqual(["drop", "drop", "take"]);
    expect(comes(START + 1)).toEqual(["doubtful", null]);
  });
});
