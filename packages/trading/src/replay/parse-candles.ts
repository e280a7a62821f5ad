import type { Candle } from "../candle.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import { parseBarTime } from "./parse-bar-time.ts";

export type ParsedCandles =
  | { readonly ok: true; readonly candles: readonly Candle[] }
  /** `line` counts from 1, the header's; `message` names file, line and reason. */
  | { readonly ok: false; readonly line: number; readonly reason: string; readonly message: string };

const PRICE_COLUMNS = ["open", "high", "low", "close"] as const;
/** Plain or exponent notation; words such as null, nan and inf are none. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
/** Prices above this are a broken file, and would outgrow the exact decimals that fills are kept in. */
const HIGHEST_PRICE = 1e12;

type Columns = Readonly<Record<(typeof PRICE_COLUMNS)[number], number>> & { readonly volume: number | undefined };
type Failure = { readonly reason: string };

/**
 * The candles of a CSV file. The first column is the time, whatever it is called; `open`, `high`, `low`, `close` and
 * (if there is one) `volume` are found by name, in any case and order; other columns are left alone, blank lines
 * skipped. Prices are kept to 12 places. The first line that is not a sound bar, later than the one before, refuses the
 * whole file.
 */
export function parseCandles(csvText: string, fileName: string): ParsedCandles {
  const lines = csvText.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const refuse = (index: number, reason: string): ParsedCandles => {
    return { ok: false, line: index + 1, reason, message: `${fileName}, line ${index + 1}: ${reason}` };
  };
  const columns = findColumns(splitLine(lines[0] ?? ""));
  if ("reason" in columns) return refuse(0, columns.reason);
  const candles: Candle[] = [];
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.trim() === "") continue;
    const candle = parseLine(splitLine(line), columns);
    if ("reason" in candle) return refuse(index, candle.reason);
    const previous = candles.at(-1);
    if (previous !== undefined && candle.time <= previous.time) {
      return refuse(index, `the time is ${candle.time === previous.time ? "that of" : "before"} the bar above`);
    }
    candles.push(candle);
  }
  return candles.length === 0 ? refuse(lines.length - 1, "there is no bar in the file") : { ok: true, candles };
}

function splitLine(line: string): string[] {
  return line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

function findColumns(header: readonly string[]): Columns | Failure {
  const names = header.map((name) => name.toLowerCase());
  for (const name of [...PRICE_COLUMNS, "volume"]) {
    const place = names.indexOf(name);
    if (place === -1 && name !== "volume") return { reason: `the header names no column ${name}` };
    if (place === 0) return { reason: `the first column is ${name}, not the time` };
    if (place !== names.lastIndexOf(name)) return { reason: `the header names ${name} twice` };
  }
  const [open = 0, high = 0, low = 0, close = 0] = PRICE_COLUMNS.map((name) => names.indexOf(name));
  const volume = names.includes("volume") ? names.indexOf("volume") : undefined;
  return { open, high, low, close, volume };
}

function parseLine(cells: readonly string[], columns: Columns): Candle | Failure {
  const time = parseBarTime(cells[0] ?? "");
  if (time === null) return { reason: `the time "${cells[0] ?? ""}" is no YYYY-MM-DD or YYYY-MM-DD HH:MM:SS` };
  const prices: number[] = [];
  for (const name of PRICE_COLUMNS) {
    const price = parsePrice(name, cells[columns[name]]);
    if (typeof price !== "number") return price;
    prices.push(price);
  }
  const volume = parseVolume(columns.volume === undefined ? "" : cells[columns.volume]);
  if (typeof volume !== "number") return volume;
  const [open = 0, high = 0, low = 0, close = 0] = prices;
  if (high < low) return { reason: `the high ${high} is below the low ${low}` };
  if (open < low || open > high) return { reason: `the open ${open} is outside low ${low} and high ${high}` };
  if (close < low || close > high) return { reason: `the close ${close} is outside low ${low} and high ${high}` };
  return { time, open, high, low, close, volume };
}

function parsePrice(name: string, cell = ""): number | Failure {
  if (!NUMBER.test(cell)) return { reason: `the ${name} "${cell}" is no number` };
  const price = cell.length > 12 ? roundPrice(Number(cell)) : Number(cell);
  if (!(price > 0)) return { reason: `the ${name} ${cell} is not above 0` };
  return price > HIGHEST_PRICE ? { reason: `the ${name} ${cell} is above ${HIGHEST_PRICE}` } : price;
}

/** An empty cell is a volume that the source does not have. */
function parseVolume(cell = ""): number | Failure {
  if (cell === "") return 0;
  if (!NUMBER.test(cell)) return { reason: `the volume "${cell}" is no number` };
  const volume = Number(cell);
  return volume >= 0 && Number.isFinite(volume) ? volume : { reason: `the volume ${cell} is below 0 or endless` };
}
