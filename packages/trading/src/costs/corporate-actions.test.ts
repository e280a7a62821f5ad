import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candle, randomCandles } from "../bot/bot-fixtures.ts";
import { playOnce } from "../bot/play-once.ts";
import { type BotTrack, trackBot } from "../bot/track-bot.ts";
import type { Candle } from "../candle.ts";
import { type BotDefinition, buildBotConfig } from "../catalogue/bot-catalogue.ts";
import { dividendBot, filterBot } from "../catalogue/bot-fixtures.ts";
import { parseCandles } from "../replay/parse-candles.ts";
import type { Dividend } from "../simulation/dividend.ts";
import { isBarInSession } from "./sessions.ts";
import { adjustForActions, type CorporateAction, parseActions } from "./corporate-actions.ts";

const DAY = 86_400_000;
const day = (date: string) => Date.parse(date);

function parse(text: string): readonly CorporateAction[] {
  const parsed = parseActions(text, "stocks_A_actions.csv");
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.actions;
}

function adjust(candles: readonly Candle[], actions: readonly CorporateAction[]) {
  const adjusted = adjustForActions(candles, actions);
  if (!adjusted.ok) throw new Error(adjusted.reason);
  return adjusted;
}

describe("a file of actions", () => {
  it("has a kind in each row, or the form of the factor files", () => {
    expect(parse("ex_date,kind,amount\n2020-08-07,dividend,0.82\n\n2020-08-31,split,4\r\n")).toEqual([
      { kind: "dividend", exTime: day("2020-08-07"), amount: "0.82" },
      { kind: "split", exTime: day("2020-08-31"), ratio: "4" },
    ]);
    expect(
      parse(
        "ex_date,amount,ref_close_prev_day,split_ratio\n2020-08-07,0.8200,455.61,1.0000\n2020-08-31,0.0000,499.23,4.0000",
      ),
    ).toEqual([
      { kind: "dividend", exTime: day("2020-08-07"), amount: "0.8200" },
      { kind: "split", exTime: day("2020-08-31"), ratio: "4.0000" },
    ]);
  });

  it.each([
    ["date,kind,amount", 1, "the header is not"],
    ["ex_date,kind,amount\n2020-13-01,dividend,1", 2, 'the date "2020-13-01" is not YYYY-MM-DD'],
    ["ex_date,kind,amount\n2020-01-01 10:00:00,dividend,1", 2, "is not YYYY-MM-DD"],
    ["ex_date,kind,amount\n2020-01-02,dividend,1\n2020-01-01,dividend,1", 3, "before that of the row above"],
    ["ex_date,kind,amount\n2020-01-01,bonus,1", 2, 'the kind "bonus" is not dividend or split'],
    ["ex_date,kind,amount\n2020-01-01,split,0", 2, 'the amount "0" is not a number above 0'],
    ["ex_date,kind,amount\n2020-01-01,dividend,-1", 2, "is not a number above 0"],
    ["ex_date,amount,ref_close_prev_day,split_ratio\n2020-01-01,0,1,0", 2, "the split ratio"],
  ])("is refused for %j", (text, line, reason) => {
    const parsed = parseActions(text, "file.csv");
    expect(parsed).toMatchObject({ ok: false, line });
    if (!parsed.ok) expect(parsed.message).toContain(reason);
  });
});

describe("prices adjusted for actions", () => {
  const raw = [
    candle(day("2020-08-27"), 508, 510, 496, 500),
    candle(day("2020-08-28"), 504, 506, 498, 499.2),
    candle(day("2020-08-31"), 127.6, 131, 126, 129),
  ].map((each) => ({ ...each, volume: 100 }));
  const actions = parse("ex_date,kind,amount\n2020-08-28,dividend,0.82\n2020-08-31,split,4\n2020-11-06,dividend,0.205");

  it("are those of the shares after a split, volumes too, and so are the dividends before it", () => {
    const { candles, dividends } = adjust(raw, actions);
    expect(candles[0]).toEqual({ time: day("2020-08-27"), open: 127, high: 127.5, low: 124, close: 125, volume: 400 });
    expect(candles[1]).toMatchObject({ open: 126, close: 124.8, volume: 400 });
    expect(candles[2]).toBe(raw[2]);
    expect(dividends).toEqual([
      { exTime: day("2020-08-28"), amount: "0.205000000000" },
      { exTime: day("2020-11-06"), amount: "0.205000000000" },
    ]);
  });

  it("are refused when they are adjusted already", () => {
    const adjusted = adjustForActions(adjust(raw, actions).candles, actions);
    if (adjusted.ok) throw new Error("was adjusted twice");
    expect(adjusted.reason).toContain("split of 4 on 2020-08-31 is not in the prices");
  });

  it("count a dividend on the day of a split as paid on the old shares", () => {
    const both = parse("ex_date,amount,ref_close_prev_day,split_ratio\n2020-08-31,0.82,499.2,4");
    expect(adjust(raw, both).dividends).toEqual([{ exTime: day("2020-08-31"), amount: "0.205000000000" }]);
  });

  it("multiply prices before a reverse split", () => {
    const reverse = parse("ex_date,kind,amount\n2020-01-02,split,0.125");
    const { candles } = adjust(
      [candle(day("2020-01-01"), 2, 2, 2, 2), candle(day("2020-01-02"), 16, 16, 16, 16)],
      reverse,
    );
    expect(candles[0]).toMatchObject({ open: 16, close: 16 });
  });

  it("do not change without actions", () => {
    expect(adjust(raw, []).candles).toBe(raw);
  });
});

/** Trades without prices, which depend on the scale. */
function withoutPrices({ trades }: BotTrack) {
  return trades.map(({ barSequence, entryBarTime, side, exposure, reason, factor }) => {
    return { barSequence, entryBarTime, side, exposure, reason, factor: Number(factor) };
  });
}

/** Expects the same trades; the factors may differ by what scaling and rounding the prices changes. */
function expectSameTrades(mine: BotTrack, theirs: BotTrack, digits: number): void {
  const others = withoutPrices(theirs);
  const close = withoutPrices(mine).map((each, index) => {
    const { factor } = others[index] ?? { factor: NaN };
    return Math.abs(each.factor - factor) < 10 ** -digits ? { ...each, factor } : each;
  });
  expect(close).toEqual(others);
}

function trackStock(bot: BotDefinition, candles: readonly Candle[], dividends: readonly Dividend[]): BotTrack {
  const config = buildBotConfig(bot, [{ symbol: "AAPL", interval: "1d" }]);
  return trackBot(config, playOnce([{ symbol: "AAPL", interval: "1d", candles, dividends }]));
}

const stockBots = [filterBot, dividendBot];

describe("trades on prices with splits", () => {
  it("are the same whether prices are adjusted back from the end or forward from the start, so none is known in advance", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...stockBots),
        fc.nat(1_000),
        fc.uniqueArray(fc.integer({ min: 260, max: 580 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(2, 4, 7, 0.125),
        (name, seed, splitDays, ratio) => {
          const days = [...splitDays].sort((one, other) => one - other);
          const forward = randomCandles(`split-${seed}`, 600).map((each, index) => ({ ...each, time: index * DAY }));
          const dividends = Array.from({ length: 9 }, (_, index): Dividend => {
            return { exTime: (index * 63 + 20) * DAY, amount: "0.5" };
          });
          // The raw prices that the forward series is of: after each split, a share is worth less.
          const divisorAt = (time: number) => ratio ** days.filter((split) => split * DAY <= time).length;
          const raw = forward.map((each) => scale(each, 1 / divisorAt(each.time)));
          const actions = [
            ...days.map((split): CorporateAction => ({ kind: "split", exTime: split * DAY, ratio: String(ratio) })),
            ...dividends.map(({ exTime, amount }): CorporateAction => {
              const before = days.filter((split) => split * DAY < exTime).length;
              return { kind: "dividend", exTime, amount: (Number(amount) / ratio ** before).toFixed(12) };
            }),
          ].sort((one, other) => one.exTime - other.exTime);
          const back = adjust(raw, actions);
          const ofBack = trackStock(name, back.candles, back.dividends);
          expectSameTrades(ofBack, trackStock(name, forward, dividends), 8);
        },
      ),
      { numRuns: 25 },
    );
  });

  function scale(each: Candle, factor: number): Candle {
    const scaled = (price: number) => Number((price * factor).toPrecision(12));
    const { open, high, low, close } = each;
    return { ...each, open: scaled(open), high: scaled(high), low: scaled(low), close: scaled(close) };
  }
});

const shared = new URL("../../../../../shared/market-data/", import.meta.url);
const isThere = existsSync(shared);
if (!isThere) console.warn("skipped: no real series under ../shared/market-data");

describe.skipIf(!isThere)("real prices with splits", () => {
  const read = (name: string) => readFileSync(new URL(name, shared), "utf8");
  const load = (name: string): readonly Candle[] => {
    const parsed = parseCandles(read(name), name);
    if (!parsed.ok) throw new Error(parsed.message);
    return parsed.candles;
  };

  it("of Apple, raw with the file of actions, are those of the adjusted file, and give the same trades", () => {
    const raw = load("stock_aapl_1d.csv");
    const actions = parse(read("dividends_aapl.csv"));
    expect(
      actions.filter(({ kind }) => kind === "split").map((each) => each.kind === "split" && Number(each.ratio)),
    ).toEqual([2, 2, 7, 4]);
    const { candles, dividends } = adjust(raw, actions);
    const adjusted = load("replay/stocks_AAPL_1d.csv");
    expect(candles).toHaveLength(adjusted.length);
    for (const [index, { time, open, close }] of candles.entries()) {
      // The file has six decimals, and so had its factors.
      expect(time).toBe(adjusted[index]?.time);
      expect(Math.abs(close / (adjusted[index]?.close ?? 0) - 1)).toBeLessThan(5e-5);
      expect(Math.abs(open / (adjusted[index]?.open ?? 0) - 1)).toBeLessThan(5e-5);
    }
    for (const name of stockBots) {
      const mine = withoutPrices(trackStock(name, candles, dividends));
      const theirs = withoutPrices(trackStock(name, adjusted, dividends));
      expect(mine.length).toBeGreaterThan(10);
      expect(mine.map(({ factor: _factor, exposure: _exposure, ...rest }) => rest)).toEqual(
        theirs.map(({ factor: _factor, exposure: _exposure, ...rest }) => rest),
      );
      for (const [index, { factor }] of mine.entries()) expect(factor).toBeCloseTo(theirs[index]?.factor ?? 0, 4);
    }
  });

  it("of IBM (with the split of 1999) and SPY have their ex-dates on trading days, and every bar in a session", () => {
    for (const name of ["ibm", "spy"]) {
      const raw = load(`stock_${name}_1d.csv`);
      const { candles, dividends } = adjust(raw, parse(read(`dividends_${name}.csv`)));
      const times = new Set(raw.map(({ time }) => time));
      expect(dividends.length).toBeGreaterThan(80);
      expect(dividends.filter(({ exTime }) => !times.has(exTime))).toEqual([]);
      expect(candles === raw).toBe(name === "spy");
      expect(raw.filter(({ time }) => !isBarInSession("new-york", time, DAY))).toEqual([]);
    }
  });
});
