import type { BarColumns } from "../bar-columns.ts";
import type { Restorable } from "./restorable.ts";

export type Column = Exclude<keyof BarColumns, "length">;

type ColumnsOf<Cells extends readonly number[]> = { readonly [Place in keyof Cells]: Column };

/** An indicator of one to three columns of the bars. `push` takes the cells of each bar once, in order. */
export interface ColumnIndicator extends Restorable {
  /** NaN until the indicator has seen enough bars. */
  readonly value: number;
  /** The `value` before the last `push`. */
  readonly previous?: number;
  push(...cells: number[]): void;
}

/** The part of an indicator that a rule uses and other runs may share. */
export type Readings<Indicator extends ColumnIndicator> = Readonly<
  Pick<Indicator, Extract<keyof Indicator, keyof ColumnIndicator>>
>;

/**
 * Creates an indicator of columns. The rule must push the cells of these columns into it, in this order, on every bar. So the
 * values depend only on the bars, and a sweep computes them once for all its sets (`RecordedIndicators`).
 */
export type CreateIndicator = <Settings extends readonly (number | string)[], Indicator extends ColumnIndicator>(
  kind: new (...settings: Settings) => Indicator,
  columns: ColumnsOf<Parameters<Indicator["push"]>>,
  ...settings: Settings
) => Readings<Indicator>;

/** Creates an indicator that computes its values as bars come in. */
export const createIndicator: CreateIndicator = (kind, _columns, ...settings) => new kind(...settings);
