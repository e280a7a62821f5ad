import type { BotMarket } from "@wazi/contracts";
import { type CorporateAction, type DayClose, divideDown, formatScaled, toScaled } from "@wazi/trading";

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
  /** The tax on dividends that is deducted before they are paid, in hundredths of a per cent; none when left out. */
  readonly dividendTaxPct?: bigint;
  /**
   * The dividends, per unit as they are paid, or the splits of a share or fund with ex-dates from `fromMs` to `toMs`, oldest first. A
   * source without it has prices only.
   * @throws PriceSourceError when they are not available
   */
  readActions?(question: ActionQuestion): Promise<readonly CorporateAction[]>;
}

/** The part that a dividend leaves after the tax, in hundredths of a per cent of it, rounded down. */
export function deductTax(amount: string, taxPct: bigint): string {
  const WHOLE = 10_000n;
  return formatScaled(divideDown(toScaled(amount) * (WHOLE - taxPct), WHOLE));
}

export const actionKinds = ["dividend", "split"] as const;
export type ActionKind = (typeof actionKinds)[number];

export interface ActionQuestion {
  readonly symbol: string;
  readonly kind: ActionKind;
  readonly fromMs: number;
  readonly toMs: number;
}

/** After each failed request the wait doubles, up to this, or up to the wait that the provider asks for. */
const MAX_BACK_OFF_MS = 60_000;
const MAX_RETRY_AFTER_MS = 900_000;

export function computeWaitMs(everyMs: number, failures: number, retryAfterMs: number | null): number {
  const doubled = Math.min(everyMs * 2 ** Math.min(failures, 16), Math.max(everyMs, MAX_BACK_OFF_MS));
  return Math.max(doubled, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** An unexpected error of a source only leaves the feed without its answer. It never stops the trader. */
export function toSourceError(error: unknown): PriceSourceError {
  if (error instanceof PriceSourceError) return error;
  return new PriceSourceError("malformed", error instanceof Error ? error.message : String(error));
}

/** Reads a provider's number above 0; undefined for anything else. */
export function parsePositive(value: unknown): number | undefined {
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : NaN;
  return Number.isFinite(number) && number > 0 ? number : undefined;
}
