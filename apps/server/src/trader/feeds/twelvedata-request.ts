import { MINUTE_MS } from "@wazi/contracts";
import type { LiveFeedSettings } from "../settings.ts";
import { PriceSourceError, type SourceIssue, type SourceIssueKind } from "./price-source.ts";

const MAX_MESSAGE_LENGTH = 200;
/** The part of a provider's text that a message repeats. */
export const shorten = (text: string): string => text.slice(0, MAX_MESSAGE_LENGTH);

/** Twelve Data's names for symbols that the product calls differently. */
const providerNames: Readonly<Record<string, string>> = {
  GOLD: "XAU/USD",
  SILVER: "XAG/USD",
  OIL: "WTI/USD",
  NASDAQ: "IXIC",
  DOW: "DJI",
};
export const getProviderName = (symbol: string): string => providerNames[symbol] ?? symbol;

/** @throws PriceSourceError when the response is missing, an error or not readable */
export async function askTwelvedata(
  { apiKey, url }: Pick<Extract<LiveFeedSettings, { provider: "twelvedata" }>, "apiKey" | "url">,
  path: "quote" | "time_series" | "dividends" | "splits",
  parameters: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<object> {
  const address = new URL(`${url.replace(/\/+$/, "")}/${path}`);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  // In a header, because URLs end up in proxy logs.
  const headers = { authorization: `apikey ${apiKey}` };
  let status: number;
  let retryAfter: string | null;
  let text: string;
  try {
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) });
    ({ status } = answer);
    retryAfter = answer.headers.get("retry-after");
    text = await answer.text();
  } catch (error) {
    throw new PriceSourceError("unreachable", `no answer: ${error instanceof Error ? error.message : String(error)}`);
  }
  const body = parseObject(text);
  const refusal = body && readRefusal(body);
  if (refusal || status >= 400) {
    const code = refusal?.code ?? status;
    const kind = findRefusalKind(code);
    const message = `${code}: ${shorten(refusal?.message ?? text)}`;
    // Credits are renewed every minute; the provider sends no Retry-After.
    throw new PriceSourceError(kind, message, kind === "rate-limited" ? (retryAfterMs(retryAfter) ?? MINUTE_MS) : null);
  }
  if (!body) throw new PriceSourceError("malformed", `not JSON: ${shorten(text)}`);
  return body;
}

function findRefusalKind(code: number): SourceIssueKind {
  if (code === 429) return "rate-limited";
  if (code === 404) return "unknown-symbol";
  return code >= 500 ? "unreachable" : "refused";
}

function parseObject(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

const retryAfterMs = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : null;

/** An error comes as `{"code", "message", "status": "error"}`, also under HTTP 200. */
function readRefusal(body: object): { code: number; message: string } | undefined {
  if (!("status" in body) || body.status !== "error") return undefined;
  const code = "code" in body && typeof body.code === "number" ? body.code : 400;
  return { code, message: "message" in body && typeof body.message === "string" ? body.message : "no reason given" };
}

/** The part of an answer about one of the symbols that were asked for: all of it for a single symbol, or else the one under its name. */
export function pickAnswer(body: object, asked: readonly string[], symbol: string): unknown {
  return asked.length === 1 ? body : (body as Record<string, unknown>)[getProviderName(symbol)];
}

/** The error that the provider sends in place of an answer about a symbol. */
export function findSymbolIssue(symbol: string, answer: object): SourceIssue | undefined {
  const refusal = readRefusal(answer);
  if (refusal === undefined) return undefined;
  const kind = refusal.code === 404 || refusal.code === 400 ? "unknown-symbol" : "refused";
  return { kind, message: `${symbol}: ${shorten(refusal.message)}` };
}
