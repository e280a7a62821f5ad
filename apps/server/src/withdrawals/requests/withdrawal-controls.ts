import { DAY_MS, formatAmount, type WithdrawalTerms } from "@wazi/contracts";
import { add, type Cents, computeLeftInLimit, formatCents, parseCents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { formatMoment } from "../../record/api.ts";
import { readWithdrawalHold, toWithdrawalHold } from "../../people/api.ts";
import { listPayoutAddresses, type PayoutAddressRow, sumWithdrawn } from "./store.ts";
import type { ExportGate } from "../../platform/csv/export-gate.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { AloneRule, Door } from "../../ledger/api.ts";
import type { PayoutPlanner } from "./payout-approval.ts";
import * as texts from "../../messages/withdrawals.ts";

/** The limits on an investor's withdrawals at a moment. */
export interface WithdrawalControls {
  /** The amount requested in the last 24 hours; null without a daily limit. */
  withdrawn: { limit: Cents; since: Date; amount: string; latestAt: Date | null } | null;
  /** Null if any destination can be used. */
  addressBook: readonly PayoutAddressRow[] | null;
}

export async function readWithdrawalControls(
  { sql, dailyLimit: limit, addressWaitHours }: WithdrawalDeps,
  userId: string,
  now: Date,
): Promise<WithdrawalControls> {
  const since = new Date(now.getTime() - DAY_MS);
  return {
    withdrawn: limit === undefined ? null : { limit, since, ...(await sumWithdrawn(sql, userId, since)) },
    addressBook: addressWaitHours === 0 ? null : await listPayoutAddresses(sql, userId),
  };
}

/** When all of the limit is free again; null if it is. */
function findFullTime({ latestAt }: { latestAt: Date | null }): Date | null {
  return latestAt && new Date(latestAt.getTime() + DAY_MS);
}

/** @throws AppError WITHDRAWAL_LIMIT with what is left and when the rest can be requested */
export function refuseAboveDailyLimit({ withdrawn }: WithdrawalControls, amount: Cents): void {
  if (!withdrawn) return;
  const { limit } = withdrawn;
  const asked = parseCents(withdrawn.amount);
  if (add(asked, amount) <= limit) return;
  const fullAt = findFullTime(withdrawn);
  const message = texts.dailyLimitExceeded({
    limit: formatAmount(formatCents(limit)),
    left: formatAmount(formatCents(computeLeftInLimit(limit, asked))),
    hasTime: fullAt ? "yes" : "no",
    time: fullAt ? formatMoment(fullAt) : "",
  });
  throw new AppError("WITHDRAWAL_LIMIT", message);
}

/** @throws AppError FORBIDDEN the destination is not in the address book, or still waits there */
export function refuseWaitingDestination({ addressBook }: WithdrawalControls, destination: string, now: Date): void {
  if (!addressBook) return;
  const known = addressBook.find((each) => each.destination === destination);
  if (!known) {
    throw new AppError("FORBIDDEN", texts.destinationUnknown);
  }
  if (known.usableFrom <= now) return;
  throw new AppError("FORBIDDEN", texts.destinationWaits({ time: formatMoment(known.usableFrom) }));
}

/** Reads what limits or delays a user's next withdrawal. */
export async function readWithdrawalTerms(deps: WithdrawalDeps, userId: string): Promise<WithdrawalTerms> {
  const now = deps.now();
  const [hold, { withdrawn }] = await Promise.all([
    readWithdrawalHold(deps.sql, userId, now),
    readWithdrawalControls(deps, userId, now),
  ]);
  return {
    hold: toWithdrawalHold(hold),
    dailyLimit: withdrawn && {
      limit: formatCents(withdrawn.limit),
      left: formatCents(computeLeftInLimit(withdrawn.limit, parseCents(withdrawn.amount))),
      fullAt: findFullTime(withdrawn)?.toISOString() ?? null,
    },
    addressWaitHours: deps.addressWaitHours,
  };
}

export interface WithdrawalDeps {
  sql: Sql;
  door: Door;
  maxPriceAgeMs: number;
  /** True in demo mode, where no money is paid out and addresses of test networks are accepted. */
  isPaperMoney: boolean;
  aloneRule: AloneRule;
  /** The amount that an investor can request in 24 hours; undefined without a limit. */
  dailyLimit: Cents | undefined;
  /** How long a new destination waits in the address book; 0 if any destination can be used at once. */
  addressWaitHours: number;
  /** Null with PAYOUTS=manual: administrators pay by hand. */
  payouts: PayoutPlanner | null;
  now: () => Date;
  exports: ExportGate;
  /** RATE_LIMIT_SCALE. */
  rateLimitScale: number;
}
