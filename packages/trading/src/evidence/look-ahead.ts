import { type BarColumns, toBarColumns } from "../bar-columns.ts";
import type { Candle } from "../candle.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import type { Orders, Parameters, Strategy } from "../strategies/strategy.ts";

/** An order of a rule, in the order in which it gave it. NaN stands for a price that it did not set. */
interface Decision {
  readonly kind: "enter" | "exit" | "rest" | "move-stop";
  readonly numbers: readonly number[];
}

/** A bar on which a rule decided otherwise although it should not know the difference. */
export interface DecisionDifference {
  readonly bar: number;
  readonly position: -1 | 0 | 1;
  readonly whole: string;
  readonly other: string;
}

/** The position that a rule is told: none, or one of three bars, long or short. */
const POSITIONS = [0, 1, -1] as const;
const BARS_HELD = 3;
const ROUND_TRIP_COST = 0.0005;

class WrittenOrders implements Orders {
  readonly barsHeld: number;
  given: Decision[] = [];

  constructor(
    readonly position: -1 | 0 | 1,
    readonly entryMidPrice: number,
  ) {
    this.barsHeld = position === 0 ? 0 : BARS_HELD;
  }

  enter(direction: 1 | -1, stopPrice = NaN, targetPrice = NaN): void {
    this.given.push({ kind: "enter", numbers: [direction, stopPrice, targetPrice] });
  }

  exit(): void {
    this.given.push({ kind: "exit", numbers: [] });
  }

  restBuyStop(price: number): void {
    this.given.push({ kind: "rest", numbers: [price] });
  }

  moveStop(price: number): void {
    this.given.push({ kind: "move-stop", numbers: [price] });
  }
}

/** The decisions of a new rule on each bar of the columns, always in the same position. */
function listDecisions(
  strategy: Strategy,
  parameters: Parameters,
  bars: BarColumns,
  position: -1 | 0 | 1,
  barMs: number,
): Decision[][] {
  const rule = strategy.createRule(parameters);
  const orders = new WrittenOrders(position, position === 0 ? NaN : (bars.close[0] ?? NaN));
  return Array.from({ length: bars.length }, (_, bar) => {
    rule.advance(bars, bar);
    orders.given = [];
    rule.decide(bars, bar, orders, { roundTripCost: ROUND_TRIP_COST, barMs, nextDividend: null });
    return orders.given;
  });
}

export interface CheckOptions {
  readonly parameters?: Parameters;
  readonly barMs: number;
}

/**
 * Looks for a rule that knows the future: its decisions on a series that ends early must be those on the whole series, up to
 * that end. Returns the first difference, or null. `ends` are numbers of bars.
 */
export function findLookAhead(
  strategy: Strategy,
  candles: readonly Candle[],
  ends: readonly number[],
  { parameters = {}, barMs }: CheckOptions,
): DecisionDifference | null {
  const resolved = resolveParameters(strategy, parameters);
  for (const position of POSITIONS) {
    const whole = listDecisions(strategy, resolved, toBarColumns(candles), position, barMs);
    for (const end of ends) {
      const cut = listDecisions(strategy, resolved, toBarColumns(candles.slice(0, end)), position, barMs);
      const difference = findDifference(whole, cut, 0, 0, position);
      if (difference !== null) return difference;
    }
  }
  return null;
}

/**
 * Looks for a rule that depends on where its series starts: after `settle` bars, its decisions must be those on the whole
 * series, with prices to within `tolerance`. `starts` are bars. Returns the first difference, or null. A rule that acts
 * every n bars of its own count agrees only for starts that are a multiple of n.
 */
export function findStartDependence(
  strategy: Strategy,
  candles: readonly Candle[],
  starts: readonly number[],
  { parameters = {}, barMs, settle, tolerance }: CheckOptions & { readonly settle: number; readonly tolerance: number },
): DecisionDifference | null {
  const resolved = resolveParameters(strategy, parameters);
  for (const position of POSITIONS) {
    const whole = listDecisions(strategy, resolved, toBarColumns(candles), position, barMs);
    for (const start of starts) {
      const later = listDecisions(strategy, resolved, toBarColumns(candles.slice(start)), position, barMs);
      const difference = findDifference(whole.slice(start), later, settle, tolerance, position);
      if (difference !== null) return { ...difference, bar: difference.bar + start };
    }
  }
  return null;
}

function findDifference(
  whole: readonly Decision[][],
  other: readonly Decision[][],
  from: number,
  tolerance: number,
  position: -1 | 0 | 1,
): DecisionDifference | null {
  for (let bar = from; bar < other.length; bar += 1) {
    const [expected = [], actual = []] = [whole[bar], other[bar]];
    if (areAlike(expected, actual, tolerance)) continue;
    return { bar, position, whole: JSON.stringify(expected), other: JSON.stringify(actual) };
  }
  return null;
}

function areAlike(one: readonly Decision[], other: readonly Decision[], tolerance: number): boolean {
  if (one.length !== other.length) return false;
  return one.every((decision, index) => {
    const match = other[index];
    if (match?.kind !== decision.kind) return false;
    return decision.numbers.every((number, place) => {
      const counterpart = match.numbers[place] ?? NaN;
      if (Number.isNaN(number) || Number.isNaN(counterpart)) return Object.is(number, counterpart);
      return Math.abs(number - counterpart) <= tolerance * Math.abs(number);
    });
  });
}
