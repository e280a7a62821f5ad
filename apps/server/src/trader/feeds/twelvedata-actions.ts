import { DAY_MS } from "@wazi/contracts";
import { type CorporateAction, formatScaled, roundPrice, toScaled } from "@wazi/trading";
import { type ActionQuestion, parsePositive, PriceSourceError } from "./price-source.ts";
import { askTwelvedata, getProviderName, shorten } from "./twelvedata-request.ts";

/** The credits of one answer, and the least plan that has the calls: Grow. */
export const ACTION_CREDITS = 20;
export const LEAST_ACTION_PLAN = 55;

/**
 * Reads the dividends or the splits of a symbol from Twelve Data's `/dividends` or `/splits`, oldest first, as they were paid. No data
 * (404) are no actions: a symbol that the provider does not know has no price either.
 * @throws PriceSourceError when there is no answer, or one of them is not readable
 */
export async function readTwelvedataActions(
  settings: Parameters<typeof askTwelvedata>[0],
  { symbol, kind, fromMs, toMs }: ActionQuestion,
  timeoutMs: number,
): Promise<readonly CorporateAction[]> {
  const path = kind === "dividend" ? "dividends" : "splits";
  const parameters = {
    symbol: getProviderName(symbol),
    start_date: new Date(fromMs).toISOString().slice(0, 10),
    end_date: new Date(toMs).toISOString().slice(0, 10),
    ...(kind === "dividend" && { adjust: "false" }),
  };
  const body = await askTwelvedata(settings, path, parameters, timeoutMs).catch((error: unknown) => {
    if (error instanceof PriceSourceError && error.kind === "unknown-symbol") return { [path]: [] };
    throw error;
  });
  const list = (body as Record<string, unknown>)[path];
  if (!Array.isArray(list)) throw new PriceSourceError("malformed", `${symbol}: no ${path} in the answer`);
  const read = list.map((each: unknown) =>
    kind === "dividend" ? readDividend(symbol, each) : readSplit(symbol, each),
  );
  return read
    .filter(({ exTime }) => exTime >= Math.floor(fromMs / DAY_MS) * DAY_MS && exTime <= toMs)
    .sort((one, other) => one.exTime - other.exTime);
}

function readDividend(symbol: string, each: unknown): CorporateAction {
  const { ex_date: date, amount: text } = toFields(each);
  const [exTime, amount] = [readDate(date), parsePositive(text)];
  if (exTime === undefined || amount === undefined) throw refuse(symbol, "dividend", each);
  return { kind: "dividend", exTime, amount: formatScaled(toScaled(roundPrice(amount))) };
}

/** `from_factor` new shares for each `to_factor` old ones. Its `ratio` is the other way around. */
function readSplit(symbol: string, each: unknown): CorporateAction {
  const { date, from_factor: newText, to_factor: oldText } = toFields(each);
  const [exTime, newShares, oldShares] = [readDate(date), parsePositive(newText), parsePositive(oldText)];
  if (exTime === undefined || newShares === undefined || oldShares === undefined) throw refuse(symbol, "split", each);
  return { kind: "split", exTime, ratio: formatScaled(toScaled(roundPrice(newShares / oldShares))) };
}

const refuse = (symbol: string, kind: string, each: unknown): PriceSourceError =>
  new PriceSourceError("malformed", `${symbol}: not a ${kind}: ${shorten(JSON.stringify(each))}`);

function toFields(each: unknown): Record<string, unknown> {
  return typeof each === "object" && each !== null ? (each as Record<string, unknown>) : {};
}

function readDate(date: unknown): number | undefined {
  const time = typeof date === "string" && /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : NaN;
  return Number.isNaN(time) ? undefined : time;
}
