import type { Cents } from "@wazi/domain";
import type { Door } from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { PayoutRail } from "./payout-rail.ts";

/** How long the worker waits. */
export interface PayoutTiming {
  /** Before the first status question after a payment was sent. */
  firstCheckMs: number;
  /** A call to a provider that takes longer has no answer. */
  callTimeoutMs: number;
  /** Before another attempt after a known failure. */
  retryMs: number;
}

/** US dollars that the rails may send in 24 hours: an amount for each, or a rail's own one. */
export interface DailyLimits {
  each: Cents | undefined;
  byRail: Readonly<Record<string, Cents>>;
}

/** Finds the most that a rail may send in 24 hours; undefined without a limit. */
export const findDailyLimit = (limits: DailyLimits | undefined, rail: string): Cents | undefined =>
  limits?.byRail[rail] ?? limits?.each;

export interface PayoutDeps {
  sql: Sql;
  door: Door;
  now: () => Date;
  rails: readonly PayoutRail[];
  dailyLimit: DailyLimits | undefined;
  timing: PayoutTiming;
  /** Converts a provider's fee to cents, rounded up. Null without a price. */
  toDollars: (amount: string, currency: string) => Promise<Cents | null>;
}

export const defaultTiming: PayoutTiming = { firstCheckMs: 10_000, callTimeoutMs: 30_000, retryMs: 60_000 };
