import type { ParameterDeclaration, Parameters } from "../strategies/strategy.ts";
import type { Orders } from "./account.ts";
import type { BarColumns } from "./bar-columns.ts";

/** A strategy at work on one series. It reads no bar beyond the one that it was last advanced to. */
export interface TradingRule {
  /** The largest index of an indicator's first value. Nothing is decided before the bar after it. */
  readonly warmUp: number;
  /** Takes in the closed bar; called once for each bar, from 0 on. */
  advance(bar: number): void;
  /** Decides on what was taken in; called from bar `warmUp` + 1 on, after the bar's fills. */
  decide(bar: number, orders: Orders): void;
}

/** A trading rule by its published name, with the numbers that it can be tuned by. */
export interface BacktestStrategy {
  readonly name: string;
  /** The rule in a sentence, for people. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, ParameterDeclaration>>;
  createRule(bars: BarColumns, parameters: Parameters): TradingRule;
}

/** A length in bars; whole. */
export function declareBarCount(defaultCount: number): ParameterDeclaration {
  return { default: defaultCount, minimum: 1, maximum: 10_000, unit: "bars" };
}

export const FLAG_UNIT = "1 yes, 0 no";

/** A strict cross: on the other side before, on this side now, equal at neither. */
export function crossesAbove(
  line: { readonly previous: number; readonly value: number },
  other: { readonly previous: number; readonly value: number },
): boolean {
  return line.previous < other.previous && line.value > other.value;
}
