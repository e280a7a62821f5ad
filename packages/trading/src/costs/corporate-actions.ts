import { DAY_MS } from "@wazi/domain";
import type { Candle } from "../candle.ts";
import { divideUp, formatScaled, roundPrice, SCALE, toScaled } from "../pricing/scaled-decimal.ts";
import { parseBarTime } from "../replay/read-bar-rows.ts";
import type { Dividend } from "../simulation/dividend.ts";

/** A dividend per share, or a split into `ratio` new shares for each old one. `exTime` is midnight UTC of the ex-date. */
export type CorporateAction =
  | { readonly kind: "dividend"; readonly exTime: number; readonly amount: string }
  | { readonly kind: "split"; readonly exTime: number; readonly ratio: string };

export type ParsedActions =
  | { readonly ok: true; readonly actions: readonly CorporateAction[] }
  /** The header is line 1. `message` names the file, the line and the reason. */
  | { readonly ok: false; readonly line: number; readonly reason: string; readonly message: string };

export type AdjustedSeries =
  | { readonly ok: true; readonly candles: readonly Candle[]; readonly dividends: readonly Dividend[] }
  | { readonly ok: false; readonly reason: string };

type RowReader = (cells: readonly string[], exTime: number) => CorporateAction[] | string;

const SIGNIFICANT_DIGITS = 12;
const decimalPattern = /^\d{1,12}(?:\.\d{1,12})?$/;
/** A split this large shows in the prices, so that prices that are adjusted already can be told apart. */
const VISIBLE_SPLIT = 1.5;

/**
 * Parses a file of splits and dividends, in one of two forms:
 * - `ex_date,kind,amount`: `kind` is dividend (the amount per share) or split (new shares for each old one);
 * - `ex_date,amount,ref_close_prev_day,split_ratio`: a dividend of `amount` unless 0, and a split unless the ratio is 1.
 *
 * Amounts are as they were paid, for the shares of that day. Rows are in order of date. The first invalid row refuses the file.
 */
export function parseActions(csvText: string, fileName: string): ParsedActions {
  const refuse = (line: number, reason: string): ParsedActions => {
    return { ok: false, line, reason, message: `${fileName}, line ${line}: ${reason}` };
  };
  const [header = "", ...rows] = csvText.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const readRow = rowReaders.get(header.trim().toLowerCase());
  if (readRow === undefined) return refuse(1, `the header is not ${[...rowReaders.keys()].join(" or ")}`);
  const actions: CorporateAction[] = [];
  let latest = -Infinity;
  for (const [index, row] of rows.entries()) {
    if (row.trim() === "") continue;
    const line = index + 2;
    const cells = row.split(",").map((cell) => cell.trim());
    const exTime = parseBarTime(cells[0] ?? "");
    if (exTime === null || exTime % DAY_MS !== 0) return refuse(line, `the date "${cells[0] ?? ""}" is not YYYY-MM-DD`);
    if (exTime < latest) return refuse(line, "the date is before that of the row above");
    const read = readRow(cells, exTime);
    if (typeof read === "string") return refuse(line, read);
    actions.push(...read);
    latest = exTime;
  }
  return { ok: true, actions };
}

const readKindRow: RowReader = ([, kind = "", amount = ""], exTime) => {
  if (!isPositive(amount)) return `the amount "${amount}" is not a number above 0`;
  if (kind === "dividend") return [{ kind, exTime, amount }];
  if (kind === "split") return [{ kind, exTime, ratio: amount }];
  return `the kind "${kind}" is not dividend or split`;
};

const readFactorRow: RowReader = ([, amount = "", , ratio = ""], exTime) => {
  if (!decimalPattern.test(amount)) return `the amount "${amount}" is not a number of 0 or more`;
  if (!isPositive(ratio)) return `the split ratio "${ratio}" is not a number above 0`;
  // The dividend is paid on the shares before the split of the same day.
  const actions: CorporateAction[] = [];
  if (isPositive(amount)) actions.push({ kind: "dividend", exTime, amount });
  if (Number(ratio) !== 1) actions.push({ kind: "split", exTime, ratio });
  return actions;
};

const rowReaders: ReadonlyMap<string, RowReader> = new Map([
  ["ex_date,kind,amount", readKindRow],
  ["ex_date,amount,ref_close_prev_day,split_ratio", readFactorRow],
]);

function isPositive(text: string): boolean {
  return decimalPattern.test(text) && Number(text) > 0;
}

/**
 * Adjusts raw prices for splits: every price before a split is divided by its ratio and the volume multiplied, so that the
 * whole series is in shares of its end. Dividends before a split are divided too; prices are not adjusted for them.
 *
 * Later splits only multiply all earlier prices by one number. Rules that compare prices with each other decide the same at
 * any scale, so the trades are those that prices adjusted forward from the first day give (a test proves it): no rule learns
 * of a split in advance.
 *
 * Refused when a large split does not show in the prices, which are then adjusted already.
 */
export function adjustForActions(candles: readonly Candle[], actions: readonly CorporateAction[]): AdjustedSeries {
  const splits = actions.filter((action) => action.kind === "split");
  for (const split of splits) {
    const reason = findInvisibleSplit(candles, split);
    if (reason !== undefined) return { ok: false, reason };
  }
  const dividends = actions
    .filter((action) => action.kind === "dividend")
    .map(({ exTime, amount }): Dividend => {
      // A split on the ex-date itself comes after the dividend.
      const ratios = splits.filter((split) => split.exTime >= exTime).map(({ ratio }) => toScaled(ratio));
      return {
        exTime,
        amount: formatScaled(ratios.reduce((left, ratio) => divideUp(left * SCALE, ratio), toScaled(amount))),
      };
    });
  return { ok: true, candles: scaleBeforeSplits(candles, splits), dividends };
}

type Split = Extract<CorporateAction, { kind: "split" }>;

function scaleBeforeSplits(candles: readonly Candle[], splits: readonly Split[]): readonly Candle[] {
  if (splits.length === 0) return candles;
  const left = [...splits];
  let factor = splits.reduce((product, { ratio }) => product * Number(ratio), 1);
  return candles.map((candle) => {
    while (left[0] !== undefined && left[0].exTime <= candle.time) {
      left.shift();
      factor = left.reduce((product, { ratio }) => product * Number(ratio), 1);
    }
    return factor === 1 ? candle : scaleCandle(candle, factor);
  });
}

function scaleCandle({ time, open, high, low, close, volume }: Candle, factor: number): Candle {
  const scaled = (price: number) => roundPrice(Number((price / factor).toPrecision(SIGNIFICANT_DIGITS)));
  const shares = Number((volume * factor).toPrecision(SIGNIFICANT_DIGITS));
  return { time, open: scaled(open), high: scaled(high), low: scaled(low), close: scaled(close), volume: shares };
}

/** A split shows when the first price after it is nearer to the close before divided by the ratio than to that close. */
function findInvisibleSplit(candles: readonly Candle[], { exTime, ratio }: Split): string | undefined {
  const expected = Number(ratio);
  const isLarge = expected >= VISIBLE_SPLIT || expected <= 1 / VISIBLE_SPLIT;
  const first = candles.findIndex(({ time }) => time >= exTime);
  const [before, after] = [candles[first - 1], candles[first]];
  if (!isLarge || before === undefined || after === undefined) return undefined;
  const step = Math.log(before.close / after.open);
  if (Math.abs(step - Math.log(expected)) < Math.abs(step)) return undefined;
  const date = new Date(exTime).toISOString().slice(0, 10);
  return `the split of ${ratio} on ${date} is not in the prices: ${before.close}, then ${after.open}. They may be adjusted already`;
}
