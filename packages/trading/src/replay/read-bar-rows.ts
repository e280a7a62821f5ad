import type { Candle } from "../candle.ts";

const barTime = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2})Z?)?$/;

/**
 * Parses `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` (or the ISO form with T and Z) as UTC into epoch milliseconds; `null` for any
 * other text and for a date that does not exist.
 */
export function parseBarTime(text: string): number | null {
  const match = barTime.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part || 0));
  if (month < 1 || month > 12 || day < 1 || day > countDays(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function countDays(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const priceColumns = ["open", "high", "low", "close"] as const;
/** Plain or exponent notation. Words such as null, nan and inf are not numbers. */
const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

type Columns = Readonly<Record<(typeof priceColumns)[number], number>> & { readonly volume: number | undefined };
type Failure = { readonly reason: string };

/** A line of a bar file that is not blank: its valid bar, or the reason why it has none. The header is line 1. */
export type BarRow =
  | { readonly line: number; readonly candle: Candle; readonly reason?: undefined }
  | { readonly line: number; readonly reason: string };

/** Turns a number of a price column into a price, or gives the reason why it is not one. `cell` is the text in the file. */
export type ReadPrice = (value: number, cell: string) => number | Failure;

/**
 * Reads the rows of a CSV file of bars. The first column is the time, under any name. `open`, `high`, `low`, `close` and the
 * optional `volume` are found by name, in any case and order. Other columns and blank lines are ignored. A bar is valid when
 * all its cells are, open and close are within low and high, and it is later than the valid bar before. With an invalid
 * header, the header is the only row.
 */
export function* readBarRows(csvText: string, readPrice: ReadPrice): Generator<BarRow, void, undefined> {
  const lines = csvText.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const columns = findColumns(splitLine(lines[0] ?? ""));
  if ("reason" in columns) {
    yield { line: 1, reason: columns.reason };
    return;
  }
  let latest: number | undefined;
  for (let index = 1; index < lines.length; index += 1) {
    const text = lines[index] ?? "";
    if (text.trim() === "") continue;
    const line = index + 1;
    const candle = parseLine(splitLine(text), columns, readPrice);
    if ("reason" in candle) {
      yield { line, reason: candle.reason };
    } else if (latest !== undefined && candle.time <= latest) {
      yield { line, reason: `the time is ${candle.time === latest ? "the same as" : "before"} that of the bar above` };
    } else {
      latest = candle.time;
      yield { line, candle };
    }
  }
}

function splitLine(line: string): string[] {
  return line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

function findColumns(header: readonly string[]): Columns | Failure {
  const names = header.map((name) => name.toLowerCase());
  for (const name of [...priceColumns, "volume"]) {
    const place = names.indexOf(name);
    if (place === -1 && name !== "volume") return { reason: `the header has no column ${name}` };
    if (place === 0) return { reason: `the first column is ${name}, not the time` };
    if (place !== names.lastIndexOf(name)) return { reason: `the header has ${name} twice` };
  }
  const [open = 0, high = 0, low = 0, close = 0] = priceColumns.map((name) => names.indexOf(name));
  const volume = names.includes("volume") ? names.indexOf("volume") : undefined;
  return { open, high, low, close, volume };
}

function parseLine(cells: readonly string[], columns: Columns, readPrice: ReadPrice): Candle | Failure {
  const time = parseBarTime(cells[0] ?? "");
  if (time === null) return { reason: `the time "${cells[0] ?? ""}" is not YYYY-MM-DD or YYYY-MM-DD HH:MM:SS` };
  const prices: number[] = [];
  for (const name of priceColumns) {
    const cell = cells[columns[name]] ?? "";
    if (!numberPattern.test(cell)) return { reason: `the ${name} "${cell}" is not a number` };
    const price = readPrice(Number(cell), cell);
    if (typeof price !== "number") return { reason: `the ${name} ${price.reason}` };
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

/** An empty cell is a volume of 0: the source has none. */
function parseVolume(cell = ""): number | Failure {
  if (cell === "") return 0;
  if (!numberPattern.test(cell)) return { reason: `the volume "${cell}" is not a number` };
  const volume = Number(cell);
  return volume >= 0 && Number.isFinite(volume) ? volume : { reason: `the volume ${cell} is negative or too large` };
}
