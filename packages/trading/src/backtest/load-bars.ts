import type { Candle } from "../candle.ts";
import { type BarRow, readBarRows, type ReadPrice } from "../replay/read-bar-rows.ts";
import { type BarColumns, toBarColumns } from "./bar-columns.ts";
import { findBreak, computeMedianSpacingMs, continuesAfterOutlier } from "./series-breaks.ts";

export interface LoadOptions {
  /** Leaves out what is not sound and tells of it, in place of refusing the file. */
  readonly lenient: boolean;
  /** Takes prices of 0 and below, as some commodities have had. */
  readonly allowNegative: boolean;
}

/** Lines of the file that were left out, both included, counted from 1, and why. */
export interface DroppedLines {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly bars: number;
  readonly reason: string;
}

export type LoadedBars =
  | { readonly ok: true; readonly bars: BarColumns; readonly dropped: readonly DroppedLines[] }
  /** `message` names file, line and reason. */
  | { readonly ok: false; readonly line: number; readonly reason: string; readonly message: string };

interface BarLine {
  readonly line: number;
  readonly candle: Candle;
}

/**
 * The bars of a CSV file, read as `readBarRows` says and held to what a backtest can stand on: no hole and no jump either
 * (`breakBetween`). The first fault refuses the file. When lenient, rows that are not sound are left out; so is a lone bar that
 * does not go on from the one before while the next one takes up there again; and of a series that stays broken the longest stretch is kept.
 */
export function loadBars(csvText: string, fileName: string, options: LoadOptions): LoadedBars {
  const refuse = (line: number, reason: string): LoadedBars => {
    return { ok: false, line, reason, message: `${fileName}, line ${line}: ${reason}` };
  };
  if (csvText.replace(/^\uFEFF/, "").trim() === "") return refuse(1, "the file is empty");
  const sound: BarLine[] = [];
  const dropped: DroppedLines[] = [];
  for (const row of readBarRows(csvText, options.allowNegative ? readAnyPrice : readPositivePrice)) {
    if (row.reason === undefined) sound.push(row);
    else if (options.lenient) dropped.push(toDroppedLines(row, row.reason));
    else return refuse(row.line, row.reason);
  }
  const [fault] = dropped;
  if (sound.length === 0) return refuse(fault?.firstLine ?? 2, fault?.reason ?? "there is no bar in the file");
  const spacingMs = computeMedianSpacingMs(sound.map(({ candle }) => candle.time));
  if (!options.lenient) {
    for (const [index, { line, candle }] of sound.entries()) {
      const before = sound[index - 1];
      const reason = before && findBreak(before.candle, candle, spacingMs);
      if (reason !== undefined) return refuse(line, reason);
    }
  }
  const kept = options.lenient ? keepLongestStretch(sound, spacingMs, dropped) : sound;
  return { ok: true, bars: toBarColumns(kept.map(({ candle }) => candle)), dropped };
}

const readPositivePrice: ReadPrice = (value, cell) => {
  return value > 0 ? readAnyPrice(value, cell) : { reason: `${cell} is not above 0` };
};

const readAnyPrice: ReadPrice = (value, cell) => {
  return Number.isFinite(value) ? value : { reason: `${cell} is endless` };
};

function toDroppedLines({ line }: BarRow, reason: string): DroppedLines {
  return { firstLine: line, lastLine: line, bars: 1, reason };
}

/** Tells `dropped` of what it leaves out. */
function keepLongestStretch(sound: readonly BarLine[], spacingMs: number, dropped: DroppedLines[]): readonly BarLine[] {
  const stretches: { readonly bars: BarLine[]; readonly startsAnew: string }[] = [{ bars: [], startsAnew: "" }];
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
      stretches.push({ bars: [row], startsAnew: reason });
    }
  });
  const longest = stretches.reduce((best, each) => (each.bars.length > best.bars.length ? each : best));
  stretches.forEach(({ bars, startsAnew }, index) => {
    const [first, last] = [bars[0], bars.at(-1)];
    if (bars === longest.bars || first === undefined || last === undefined) return;
    // A stretch before the longest is cut off by the break that ends it, one after by the break that begins it.
    const reason = index < stretches.indexOf(longest) ? stretches[index + 1]?.startsAnew : startsAnew;
    dropped.push({ firstLine: first.line, lastLine: last.line, bars: bars.length, reason: reason ?? startsAnew });
  });
  dropped.sort((one, other) => one.firstLine - other.firstLine);
  return longest.bars;
}
