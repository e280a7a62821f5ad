import type { Candle } from "../candle.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import { readBarRows, type ReadPrice } from "./read-bar-rows.ts";

export type ParsedCandles =
  | { readonly ok: true; readonly candles: readonly Candle[] }
  /** `line` counts from 1, the header's; `message` names file, line and reason. */
  | { readonly ok: false; readonly line: number; readonly reason: string; readonly message: string };

/** Prices above this are a broken file, and would outgrow the exact decimals that fills are kept in. */
const MAX_PRICE = 1e12;

/**
 * The candles of a CSV file, read as `readBarRows` says. Prices are kept to 12 places. The first line that is not a sound bar,
 * later than the one before, refuses the whole file.
 */
export function parseCandles(csvText: string, fileName: string): ParsedCandles {
  const refuse = (line: number, reason: string): ParsedCandles => {
    return { ok: false, line, reason, message: `${fileName}, line ${line}: ${reason}` };
  };
  const candles: Candle[] = [];
  for (const row of readBarRows(csvText, readTradedPrice)) {
    if (row.reason !== undefined) return refuse(row.line, row.reason);
    candles.push(row.candle);
  }
  if (candles.length > 0) return { ok: true, candles };
  return refuse(csvText.split(/\r\n|\n|\r/).length, "there is no bar in the file");
}

const readTradedPrice: ReadPrice = (value, cell) => {
  const price = cell.length > 12 ? roundPrice(value) : value;
  if (!(price > 0)) return { reason: `${cell} is not above 0` };
  return price > MAX_PRICE ? { reason: `${cell} is above ${MAX_PRICE}` } : price;
};
