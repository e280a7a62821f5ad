import type { Candle } from "../candle.ts";
import { readAnyPrice, readTradedPrice } from "../replay/parse-candles.ts";
import { type BarRow, readBarRows } from "../replay/read-bar-rows.ts";
import { type BarColumns, toBarColumns } from "../bar-columns.ts";
import { adjustForActions, type CorporateAction } from "../costs/corporate-actions.ts";
import type { Dividend } from "../simulation/dividend.ts";
import type { BarDividend } from "./run-backtest.ts";
import { findBreak, computeMedianSpacingMs, continuesAfterOutlier } from "./series-breaks.ts";

export interface LoadOptions {
  /** Leaves out invalid bars and reports them instead of refusing the file. */
  readonly lenient: boolean;
  /** Accepts prices of 0 and below, which some commodities have had. */
  readonly allowNegative: boolean;
  /** The splits and dividends of the series (`parseActions`); none when left out. */
  readonly actions?: readonly CorporateAction[];
}

/** Lines of the file that were left out, first and last included, and the reason. The header is line 1. */
export interface DroppedLines {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly bars: number;
  readonly reason: string;
}

export type LoadedBars =
  | {
      readonly ok: true;
      /** The bars, adjusted for splits: as columns for a backtest, and as candles for a bot. */
      readonly bars: BarColumns;
      readonly candles: readonly Candle[];
      readonly dropped: readonly DroppedLines[];
      /** The dividends from the second bar on, in order. */
      readonly dividends: readonly BarDividend[];
      /** All dividends that were declared, also before and after the bars. */
      readonly declared: readonly Dividend[];
    }
  /** `message` names the file, the line and the reason. */
  | { readonly ok: false; readonly line: number; readonly reason: string; readonly message: string };

interface BarLine {
  readonly line: number;
  readonly candle: Candle;
}

/**
 * Loads the bars of a CSV file with `readBarRows`, for every backtest, the evidence and a replay. They need a series without
 * gaps and jumps (`findBreak`). The first fault refuses the whole file. When lenient, invalid rows are left out, and so is a single outlier after which the series
 * continues. Of a series that stays broken, the longest stretch is kept. Prices are adjusted for splits first.
 */
export function loadBars(csvText: string, fileName: string, options: LoadOptions): LoadedBars {
  const refuse = (line: number, reason: string): LoadedBars => {
    return { ok: false, line, reason, message: `${fileName}, line ${line}: ${reason}` };
  };
  if (csvText.replace(/^\uFEFF/, "").trim() === "") return refuse(1, "the file is empty");
  const sound: BarLine[] = [];
  const dropped: DroppedLines[] = [];
  for (const row of readBarRows(csvText, options.allowNegative ? readAnyPrice : readTradedPrice)) {
    if (row.reason === undefined) sound.push(row);
    else if (options.lenient) dropped.push(toDroppedLines(row, row.reason));
    else return refuse(row.line, row.reason);
  }
  const adjusted = adjustForActions(
    sound.map(({ candle }) => candle),
    options.actions ?? [],
  );
  if (!adjusted.ok) return refuse(1, adjusted.reason);
  const rows = sound.map(({ line, candle }, index): BarLine => ({ line, candle: adjusted.candles[index] ?? candle }));
  const [fault] = dropped;
  if (sound.length === 0) return refuse(fault?.firstLine ?? 2, fault?.reason ?? "the file has no bars");
  const spacingMs = computeMedianSpacingMs(sound.map(({ candle }) => candle.time));
  if (!options.lenient) {
    for (const [index, { line, candle }] of rows.entries()) {
      const before = rows[index - 1];
      const reason = before && findBreak(before.candle, candle, spacingMs);
      if (reason !== undefined) return refuse(line, reason);
    }
  }
  const kept = options.lenient ? keepLongestStretch(rows, spacingMs, dropped) : rows;
  const candles = kept.map(({ candle }) => candle);
  const bars = toBarColumns(candles);
  const declared = adjusted.dividends;
  return { ok: true, bars, candles, dropped, dividends: findDividendBars(bars, declared), declared };
}

/** A dividend before the second bar, or after the last one, is not paid in the series. */
function findDividendBars({ time }: BarColumns, dividends: readonly Dividend[]): BarDividend[] {
  return dividends.flatMap((dividend) => {
    const bar = time.findIndex((each) => each >= dividend.exTime);
    return bar > 0 ? [{ ...dividend, bar }] : [];
  });
}

function toDroppedLines({ line }: BarRow, reason: string): DroppedLines {
  return { firstLine: line, lastLine: line, bars: 1, reason };
}

/** Adds the lines that it leaves out to `dropped`. */
function keepLongestStretch(sound: readonly BarLine[], spacingMs: number, dropped: DroppedLines[]): readonly BarLine[] {
  const stretches: { readonly bars: BarLine[]; readonly breakReason: string }[] = [{ bars: [], breakReason: "" }];
  sound.forEach((row, index) => {
    const current = stretches.at(-1);
    const before = current?.bars.at(-1);
    const reason = before && findBreak(before.candle, row.candle, spacingMs);
    const following = sound[index + 1];
    if (reason === undefined || before === undefined) {
      current?.bars.push(row);
    } else if (following && continuesAfterOutlier(before.candle, following.candle, spacingMs)) {
      dropped.push(toDroppedLines(row, reason));
    } else {
      stretches.push({ bars: [row], breakReason: reason });
    }
  });
  const longest = stretches.reduce((best, each) => (each.bars.length > best.bars.length ? each : best));
  stretches.forEach(({ bars, breakReason }, index) => {
    const [first, last] = [bars[0], bars.at(-1)];
    if (bars === longest.bars || first === undefined || last === undefined) return;
    // The reason for a stretch before the longest is the break after it; for a later stretch, the break before it.
    const reason = index < stretches.indexOf(longest) ? stretches[index + 1]?.breakReason : breakReason;
    dropped.push({ firstLine: first.line, lastLine: last.line, bars: bars.length, reason: reason ?? breakReason });
  });
  dropped.sort((one, other) => one.firstLine - other.firstLine);
  return longest.bars;
}
