import type { Candle } from "../candle.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import { readBarRows, type ReadPrice } from "./read-bar-rows.ts";

export type ParsedCandles =
  | { readonly ok: true; readonly candles: readonly Candle[] }
  /** The header is line 1. `message` names the file, the line and the reason. */
  | { readonly ok: false; readonly line: number; readonly reason: string; readonly message: string };

/** Higher prices mean a broken file, and they would not fit the exact decimals of fills. */
const MAX_PRICE = 1e12;

/**
 * Parses the candles of a CSV file with `readBarRows`. Prices have 12 places. The first line without a valid bar refuses the
 * whole file.
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
  return refuse(csvText.split(/\r\n|\n|\r/).length, "the file has no bars");
}

/** A price with 12 places, above 0. */
export const readTradedPrice: ReadPrice = (value, cell) => {
  const price = readAnyPrice(value, cell);
  return typeof price !== "number" || price > 0 ? price : { reason: `${cell} is not above 0` };
};

/** A price with 12 places, also 0 and below, which some commodities have had. */
export const readAnyPrice: ReadPrice = (value, cell) => {
  if (!(Math.abs(value) <= MAX_PRICE)) return { reason: `${cell} is above ${MAX_PRICE}` };
  return cell.length > 12 ? roundPrice(value) : value;
};
