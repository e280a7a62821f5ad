import type { BotMarket } from "@wazi/contracts";
import type { DayClose } from "@wazi/trading";

/** A price from a provider of live prices. */
export interface SourcePrice {
  /** Our name of the symbol. */
  symbol: string;
  /** The mid price, or the last price when the provider has no bid and ask. */
  price: number;
  /** The provider's time of the price, in epoch milliseconds; null when it sends none. */
  time: number | null;
  /** The price from which the provider computes the change of the day; null when it sends none. */
  dayBefore: number | null;
}

/** Each kind is logged at most once a minute. */
export type SourceIssueKind =
  | "rate-limited"
  | "unreachable"
  | "refused"
  | "malformed"
  | "unknown-symbol"
  | "market-closed";

/** A symbol, or a whole poll, without a price. */
export interface SourceIssue {
  kind: SourceIssueKind;
  /** Names the symbols and repeats the provider's message, but never a key. */
  message: string;
}

/** The valid prices of one poll, and the issues with the others. */
export interface PollResult {
  prices: SourcePrice[];
  issues: SourceIssue[];
}

/** A poll without any price. */
export class PriceSourceError extends Error {
  readonly kind: SourceIssueKind;
  /** How long the provider asks us to wait; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(kind: SourceIssueKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = "PriceSourceError";
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The port for providers of live prices. */
export interface PriceSource {
  readonly name: string;
  readonly symbols: readonly { market: BotMarket; symbol: string }[];
  /** The shortest interval that the rate limit allows, in milliseconds. */
  readonly pollEveryMs: number;
  /**
   * Sends one request, with a time limit.
   * @throws PriceSourceError when no price is available
   */
  poll(): Promise<PollResult>;
  /**
   * The daily closes of these symbols from `findHistoryStart` to yesterday (UTC), oldest first, with splits and dividends taken out.
   * @throws PriceSourceError when they are not available
   */
  readDays?(symbols: readonly string[]): Promise<readonly DayClose[]>;
}

/** Reads a provider's number above 0; undefined for anything else. */
export function parsePositive(value: unknown): number | undefined {
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : NaN;
  return Number.isFinite(number) && number > 0 ? number : undefined;
}
