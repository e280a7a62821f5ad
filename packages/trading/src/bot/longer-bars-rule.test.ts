import fc from "fast-check";
import { HOUR_MS, MINUTE_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { toBarColumns } from "../bar-columns.ts";
import type { Candle } from "../candle.ts";
import { buildRule, type Orders, type Rule, RuleMemory } from "../strategies/strategy.ts";
import { RecordingOrders } from "../strategies/strategy-fixtures.ts";
import { candle, randomCandles } from "./bot-fixtures.ts";
import { LongerBarsRule } from "./longer-bars-rule.ts";

interface Seen {
  readonly bars: Candle[];
  readonly decided: { readonly time: number; readonly barsHeld: number; readonly barMs: number }[];
}

/** A rule that writes down the bars that it is shown and those on which it may decide. */
function watchingRule(seen: Seen): Rule {
  const count = new RuleMemory({ bars: 0 });
  const at = (column: Float64Array, bar: number): number => column[bar] as number;
  return buildRule(
    { count },
    {
      warmUp: 0,
      advance(bars, bar) {
        count.fields.bars += 1;
        const { time, open, high, low, close, volume } = bars;
        const [t, o, h, l, c, v] = [time, open, high, low, close, volume].map((column) => at(column, bar)) as [
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        seen.bars.push({ time: t, open: o, high: h, low: l, close: c, volume: v });
      },
      decide(bars, bar, orders: Orders, { barMs }) {
        seen.decided.push({ time: at(bars.time, bar), barsHeld: orders.barsHeld, barMs });
      },
    },
  );
}

const context = { roundTripCost: 0, barMs: MINUTE_MS, nextDividend: null };

/** Shows one-minute bars to a rule that decides on hours. `between` replaces the rule before a bar. */
function showMinutes(
  minutes: readonly Candle[],
  barsHeld = 0,
  between = (rule: LongerBarsRule, _index: number): LongerBarsRule => rule,
): Seen {
  const seen: Seen = { bars: [], decided: [] };
  const orders = new RecordingOrders();
  const columns = toBarColumns(minutes);
  let rule = new LongerBarsRule(watchingRule(seen), MINUTE_MS, HOUR_MS);
  minutes.forEach((_, bar) => {
    const next = between(rule, bar);
    if (next !== rule) rule = restoreCopy(rule, seen);
    rule.advance(columns, bar);
    orders.barsHeld = barsHeld;
    rule.decide(columns, bar, orders, context);
  });
  return seen;
}

function restoreCopy(rule: LongerBarsRule, seen: Seen): LongerBarsRule {
  const copy = new LongerBarsRule(watchingRule(seen), MINUTE_MS, HOUR_MS);
  copy.restore(JSON.parse(JSON.stringify(rule.save())) as never);
  return copy;
}

describe("a rule that decides on longer bars", () => {
  it("is shown the hours of one-minute bars and decides when an hour's last minute closes", () => {
    const minutes = randomCandles("hours", 150);
    const { bars, decided } = showMinutes(minutes);
    const hour = (from: number): Candle => {
      const part = minutes.slice(from, from + 60);
      return {
        time: from * MINUTE_MS,
        open: part[0]!.open,
        high: Math.max(...part.map(({ high }) => high)),
        low: Math.min(...part.map(({ low }) => low)),
        close: part.at(-1)!.close,
        volume: 0,
      };
    };
    expect(bars).toEqual([hour(0), hour(60)]);
    expect(decided).toEqual([
      { time: 0, barsHeld: 0, barMs: HOUR_MS },
      { time: HOUR_MS, barsHeld: 0, barMs: HOUR_MS },
    ]);
  });

  it("counts the age of a position in hours, rounded up", () => {
    const minutes = randomCandles("age", 60);
    expect(showMinutes(minutes, 60).decided[0]).toMatchObject({ barsHeld: 1 });
    expect(showMinutes(minutes, 61).decided[0]).toMatchObject({ barsHeld: 2 });
  });

  it("learns from an hour whose last minute is missing, and does not decide on it", () => {
    const minutes = randomCandles("gap", 180).filter((_, index) => index !== 59);
    const { bars, decided } = showMinutes(minutes);
    expect(bars.map(({ time }) => time)).toEqual([0, HOUR_MS, 2 * HOUR_MS]);
    expect(decided.map(({ time }) => time)).toEqual([HOUR_MS, 2 * HOUR_MS]);
  });

  it("takes whole hours before the first minute as they are", () => {
    const hours = [candle(0, 1, 3, 1, 2), candle(HOUR_MS, 2, 4, 2, 3)];
    const minutes = randomCandles("after", 60).map((each) => ({ ...each, time: each.time + 2 * HOUR_MS }));
    expect(showMinutes([...hours, ...minutes]).bars.slice(0, 2)).toEqual(hours);
  });

  it("continues exactly after it was stored and restored at any bar", () => {
    const minutes = randomCandles("restore", 200);
    const whole = showMinutes(minutes);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 199 }), (cut) => {
        const copy = new LongerBarsRule(watchingRule({ bars: [], decided: [] }), MINUTE_MS, HOUR_MS);
        expect(showMinutes(minutes, 0, (rule, index) => (index === cut ? copy : rule))).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });
});
