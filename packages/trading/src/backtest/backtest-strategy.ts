import type { ParameterDeclaration, Parameters } from "../strategies/strategy.ts";
import type { Orders } from "./account.ts";
import type { BarColumns } from "./bar-columns.ts";

/** A strategy on one series. It reads no bar beyond the one that it was last advanced to. */
export interface TradingRule {
  /** The index of the bar at which the last indicator gets its first value. Decisions start one bar later. */
  readonly warmUp: number;
  /** Reads the closed bar. Called once for each bar, from 0. */
  advance(bar: number): void;
  /** Decides after the fills of the bar. Called from bar `warmUp` + 1. */
  decide(bar: number, orders: Orders): void;
}

/** A published trading rule and its parameters. */
export interface BacktestStrategy {
  readonly name: string;
  /** The rule in one sentence, for people. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, ParameterDeclaration>>;
  createRule(bars: BarColumns, parameters: Parameters): TradingRule;
}

/** Declares a whole number of bars. */
export function declareBarCount(defaultCount: number): ParameterDeclaration {
  return { default: defaultCount, minimum: 1, maximum: 10_000, unit: "bars" };
}

export const FLAG_UNIT = "1 yes, 0 no";

/** A strict cross: below before, above now, equal at neither bar. */
export function crossesAbove(
  line: { readonly previous: number; readonly value: number },
  other: { readonly previous: number; readonly value: number },
): boolean {
  return line.previous < other.previous && line.value > other.value;
}
