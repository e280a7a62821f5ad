import { DAY_MS } from "@wazi/contracts";
import { type DayClose, findHistoryStart } from "@wazi/trading";
import { parsePositive, PriceSourceError } from "./price-source.ts";
import { askTwelvedata, findSymbolIssue, getProviderName, pickAnswer, shorten } from "./twelvedata-request.ts";

/** The most bars of a response. Five years have fewer days. */
const MOST_BARS = "5000";

/**
 * Reads daily closes from Twelve Data's `/time_series`, adjusted for splits and dividends, so that a month's return has its
 * dividends in. Each symbol costs one credit.
 * @throws PriceSourceError when a symbol has no readable days
 */
export async function readTwelvedataDays(
  settings: Parameters<typeof askTwelvedata>[0],
  symbols: readonly string[],
  now: Date,
  timeoutMs: number,
): Promise<readonly DayClose[]> {
  if (symbols.length === 0) return [];
  const parameters = {
    symbol: symbols.map(getProviderName).join(","),
    interval: "1day",
    start_date: new Date(findHistoryStart(now.getTime())).toISOString().slice(0, 10),
    outputsize: MOST_BARS,
    order: "asc",
    adjust: "all",
  };
  const body = await askTwelvedata(settings, "time_series", parameters, timeoutMs);
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const days = symbols.flatMap((symbol) => {
    return readSeries(symbol, pickAnswer(body, symbols, symbol)).filter(({ time }) => time < today);
  });
  return days.sort((one, other) => one.time - other.time);
}

function readSeries(symbol: string, series: unknown): DayClose[] {
  if (typeof series !== "object" || series === null)
    throw new PriceSourceError("malformed", `${symbol}: no daily bars in the answer`);
  const issue = findSymbolIssue(symbol, series);
  if (issue) throw new PriceSourceError(issue.kind, issue.message);
  const { values } = series as { values?: unknown };
  if (!Array.isArray(values)) throw new PriceSourceError("malformed", `${symbol}: no daily bars in the answer`);
  return values.map((value: unknown) => readDay(symbol, value));
}

function readDay(symbol: string, value: unknown): DayClose {
  const { datetime, close: text } = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const time = typeof datetime === "string" ? Date.parse(`${datetime.slice(0, 10)}T00:00:00Z`) : NaN;
  const close = parsePositive(text);
  if (Number.isNaN(time) || close === undefined)
    throw new PriceSourceError("malformed", `${symbol}: not a daily bar: ${shorten(JSON.stringify(value))}`);
  return { symbol, time, close };
}
