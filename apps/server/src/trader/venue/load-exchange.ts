import type { Side } from "@wazi/trading";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findExchangesFolder, type VenueCredentials } from "./broker-settings.ts";

/** After this time a request has failed, although the venue may still have executed it. */
const ANSWER_TIMEOUT_MS = 10_000;

/** The part of ccxt's unified API that is used here. ccxt's own types cover every exchange and are slow to check. */
export interface Exchange {
  readonly id: string;
  readonly has: Readonly<Record<string, boolean | "emulated" | undefined>>;
  readonly precisionMode: number;
  readonly rateLimit: number;
  readonly last_response_headers: Readonly<Record<string, string>> | undefined;
  fetchImplementation: unknown;
  loadMarkets(): Promise<Record<string, ExchangeMarket>>;
  fetchTickers(symbols: readonly string[]): Promise<Record<string, ExchangeTicker>>;
  /** Bars of time, open, high, low, close and volume. */
  fetchOHLCV(
    symbol: string,
    timeframe: "1d",
    since: number,
  ): Promise<readonly (readonly (number | string | undefined)[])[]>;
  createOrder(
    symbol: string,
    type: "market",
    side: Side,
    amount: string,
    price: undefined,
    params: Readonly<Record<string, unknown>>,
  ): Promise<ExchangeOrder>;
  fetchOrders(symbol: string, since?: number, limit?: number): Promise<ExchangeOrder[]>;
  fetchOpenOrders(symbol: string, since?: number, limit?: number): Promise<ExchangeOrder[]>;
  fetchClosedOrders(symbol: string, since?: number, limit?: number): Promise<ExchangeOrder[]>;
  fetchCanceledOrders(symbol: string, since?: number, limit?: number): Promise<ExchangeOrder[]>;
  fetchMyTrades(symbol: string, since?: number, limit?: number): Promise<ExchangeTrade[]>;
  fetchPositions(symbols: readonly string[]): Promise<ExchangePosition[]>;
}

/** Numbers are the decimal strings that the venue sent. */
export interface ExchangeMarket {
  symbol: string;
  active?: boolean;
  swap?: boolean;
  linear?: boolean;
  contractSize?: string;
  precision: { amount?: string };
  limits: { amount?: { min?: string } };
}

export interface ExchangeTicker {
  timestamp?: number;
  bid?: string;
  ask?: string;
  last?: string;
  open?: string;
}

interface ExchangeFee {
  cost?: string;
}

export interface ExchangeOrder {
  id?: string;
  clientOrderId?: string;
  /** When the venue took it, and when its last part was executed. */
  timestamp?: number;
  lastTradeTimestamp?: number;
  status?: string;
  filled?: string;
  average?: string;
  fee?: ExchangeFee;
  fees?: ExchangeFee[];
}

/** A part of an order that was executed. */
export interface ExchangeTrade {
  id?: string;
  order?: string;
  price?: string;
  amount?: string;
  fee?: ExchangeFee;
}

interface ExchangePosition {
  symbol: string;
  side?: string;
  contracts?: string;
  contractSize?: string;
}

/** ccxt's error classes, by name. */
export type ExchangeErrors = Readonly<Record<string, new (message: string) => Error>>;

export interface LoadedExchange {
  exchange: Exchange;
  errors: ExchangeErrors;
}

/**
 * Loads a single exchange of ccxt on demand, so that an installation without live prices loads none. `url` replaces the
 * exchange's origin.
 */
export async function loadExchange(
  name: string,
  options: { url: string | undefined; credentials?: VenueCredentials; timeoutMs?: number },
): Promise<LoadedExchange> {
  const folder = findExchangesFolder();
  const file = join(folder, `${name}.js`);
  if (!existsSync(file)) throw new Error(`ccxt has no exchange ${name}`);
  const module = (await import(pathToFileURL(file).href)) as { default: new (options: object) => Exchange };
  const errors = (await import(pathToFileURL(join(folder, "base/errors.js")).href)) as ExchangeErrors;
  const { apiKey, secret, password } = options.credentials ?? {};
  const timeoutMs = options.timeoutMs ?? ANSWER_TIMEOUT_MS;
  const exchange = new module.default({
    apiKey,
    secret,
    password,
    // Our own timeout ends first; it also covers the rest of a response that has begun.
    timeout: 2 * timeoutMs,
    enableRateLimit: true,
    // Numbers stay the decimal strings that the venue sent.
    number: String,
    // Some exchanges require a key for the list of coins, which is not used here.
    options: { fetchCurrencies: false },
  });
  const { BadResponse } = errors;
  exchange.fetchImplementation = createTransport({
    url: options.url,
    timeoutMs,
    unreadable: (message) => (BadResponse ? new BadResponse(message) : new Error(message)),
  });
  return { exchange, errors };
}

/** True when the error is an instance of one of the named classes or their subclasses. */
export function isOneOf(error: unknown, errors: ExchangeErrors, ...classes: readonly string[]): error is Error {
  return classes.some((name) => {
    const known = errors[name];
    return known !== undefined && error instanceof known;
  });
}

/** The parts of a response that ccxt reads. */
interface TransportAnswer {
  status: number;
  statusText: string;
  headers: Headers;
  text: () => Promise<string>;
}

type Transport = (
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string },
) => Promise<TransportAnswer>;

/**
 * Sends ccxt's requests. ccxt's own transport has a timeout only for the start of a response, and it reads a list that is
 * not JSON as empty, which would look like an order that was never sent. `url` replaces the exchange's origin; the
 * request that ccxt signs stays the same.
 */
function createTransport(options: {
  url: string | undefined;
  timeoutMs: number;
  /** Creates the error for a successful response that is not JSON. */
  unreadable: (message: string) => Error;
}): Transport {
  return async (url, { method, headers, body }) => {
    const answer = await fetch(options.url === undefined ? url : replaceOrigin(options.url, url), {
      method,
      headers,
      redirect: "error",
      signal: AbortSignal.timeout(options.timeoutMs),
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    if (answer.ok && !isJson(text)) throw options.unreadable(`the response of ${new URL(url).pathname} is not JSON`);
    const { status, statusText } = answer;
    return { status, statusText, headers: answer.headers, text: () => Promise.resolve(text) };
  };
}

/** The same request at another origin. */
export function replaceOrigin(place: string, url: string): string {
  const { pathname, search } = new URL(url);
  return `${new URL(place).origin}${pathname}${search}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
