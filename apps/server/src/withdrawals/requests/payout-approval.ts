import { randomUUID } from "node:crypto";
import { isChainRail, payoutRailLabels, type PayoutRailName } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { formatMoment } from "../../record/api.ts";
import { parseDates } from "../../platform/http/user-read.ts";
import type { ExpectedRow, RowFor } from "../../ledger/api.ts";
import type { Destination } from "./destination.ts";
import type { OwnedWithdrawalRow, WithdrawalRow } from "./store.ts";

type PayoutRow = RowFor<"payouts">;

/** How a withdrawal would be paid out over a rail. Figures are decimal strings. */
export interface PayoutPlan {
  rail: string;
  /** The recipient gets `localAmount` of `currency`, at `rate` units of it for one US dollar. */
  currency: string;
  localAmount: string;
  rate: string;
  rateAt: Date;
  /** The account holder's name as the provider gives it; null if it does not. */
  recipientName: string | null;
  /** True if that name, or without it the one that the investor typed, is not the investor's. */
  isOtherName: boolean;
}

/** Chooses the rail of a withdrawal. Null where payouts are made by hand. */
export interface PayoutPlanner {
  /** @throws AppError UNAVAILABLE there is a rail, but no rate for its currency now */
  plan(withdrawal: OwnedWithdrawalRow): Promise<PayoutPlan | null>;
  /** The account holder's name, before there is a withdrawal. @throws AppError CONFLICT there is no such account */
  findRecipient(
    destination: Destination,
    owner: { firstName: string; lastName: string },
  ): Promise<Pick<PayoutPlan, "recipientName" | "isOtherName">>;
  /** The name of its rail; null if there is none. */
  findRail(withdrawal: WithdrawalRow): string | null;
  buildReference(withdrawalId: string, attempt: number): string;
}

/**
 * Builds the first row of a payment that the payout worker sends.
 * @throws AppError CONFLICT it is already approved, or the account holder's name differs and has not been accepted
 */
export function buildApprovedPayout(
  withdrawal: OwnedWithdrawalRow,
  plan: PayoutPlan,
  { acceptsName, approvedBy, now }: { acceptsName: boolean; approvedBy: string | null; now: Date },
  planner: Pick<PayoutPlanner, "buildReference">,
): PayoutRow {
  refuseInFlight(withdrawal);
  if (plan.isOtherName && !acceptsName) {
    const { firstName, lastName } = withdrawal.owner;
    const holder =
      plan.recipientName === null
        ? `The investor entered "${withdrawal.accountName ?? ""}" as the account holder, and is`
        : `The account belongs to "${plan.recipientName}", and the investor is`;
    throw new AppError(
      "CONFLICT",
      `${holder} "${firstName} ${lastName}". ` +
        "Please check who gets the money. You can approve it with the other name.",
      { fields: { acceptsName: "The account holder's name differs from the investor's." } },
    );
  }
  const attempt = (withdrawal.payout?.attempt ?? 0) + 1;
  const { rail, currency, localAmount, rate, rateAt, recipientName } = plan;
  return {
    id: randomUUID(),
    withdrawalId: withdrawal.id,
    attempt,
    rail,
    reference: planner.buildReference(withdrawal.id, attempt),
    state: "approved",
    amount: withdrawal.amount,
    currency,
    localAmount,
    rate,
    rateAt,
    recipientName,
    providerId: null,
    receipt: null,
    fee: null,
    feeCurrency: null,
    feeAmount: null,
    reasonCode: null,
    reason: null,
    approvedBy,
    approvedAt: now,
    sends: 0,
    sentAt: null,
    endedAt: null,
    nextAt: now,
    version: "1",
  };
}

function refuseInFlight({ payout }: OwnedWithdrawalRow): void {
  if (payout === null || !["approved", "sent", "unknown"].includes(payout.state)) return;
  const label = payoutRailLabels[payout.rail as PayoutRailName];
  const approved = `It was approved at ${formatMoment(new Date(payout.approvedAt))} and is paid out over ${label}.`;
  throw new AppError("CONFLICT", `${approved} You can enter a reference if you paid it by hand.`);
}

/**
 * Ends the payment under way when a person ends the withdrawal: one that was not sent is cancelled, one that may have been sent
 * was paid with the given reference. Records the fee of a payment by hand.
 * @returns the rows to write and the versions to expect; null when there is nothing to change
 */
export function endPayout(
  before: OwnedWithdrawalRow,
  after: WithdrawalRow,
  fee: string | null,
  now: Date,
): { payouts: PayoutRow[]; expected: ExpectedRow[] } | null {
  const isPaid = after.status === "completed";
  const current = before.payout && parsePayout(before.payout);
  const charged = fee === null ? {} : { fee, feeCurrency: "USD", feeAmount: fee };
  if (current && (current.state === "sent" || current.state === "unknown") && isPaid) {
    refuseInTransaction(current);
    const receipt = after.transactionHash;
    return change(current, {
      ...charged,
      state: "confirmed",
      receipt,
      endedAt: now,
      reason: "Settled by an administrator",
    });
  }
  const cancelled = current?.state === "approved" ? change(current, { state: "cancelled", endedAt: now }) : null;
  if (!isPaid || fee === null) return cancelled;
  const manual = buildManualPayout(before, after, fee, now);
  return { payouts: [...(cancelled?.payouts ?? []), manual], expected: cancelled?.expected ?? [] };
}

/** A prepared transaction may be in the chain already, or come there later. */
function refuseInTransaction({ rail, providerId }: PayoutRow): void {
  if (!isChainRail(rail) || providerId === null) return;
  throw new AppError("CONFLICT", "This payment is in a prepared transaction. Only the chain decides its result.");
}

function change(payout: PayoutRow, changes: Partial<PayoutRow>): { payouts: PayoutRow[]; expected: ExpectedRow[] } {
  const { id, version } = payout;
  return {
    payouts: [{ ...payout, ...changes, version: String(BigInt(payout.version) + 1n) }],
    expected: [{ table: "payouts", id, version }],
  };
}

function parsePayout(payout: NonNullable<OwnedWithdrawalRow["payout"]>): PayoutRow {
  return parseDates<PayoutRow>(payout, ["rateAt", "approvedAt", "sentAt", "endedAt", "nextAt"]);
}

/** A payment that an administrator made outside, with what it cost. */
function buildManualPayout(withdrawal: OwnedWithdrawalRow, after: WithdrawalRow, fee: string, now: Date): PayoutRow {
  const plan = {
    rail: "manual",
    currency: "USD",
    localAmount: withdrawal.amount,
    rate: "1",
    rateAt: now,
    recipientName: null,
    isOtherName: false,
  };
  const unsent: OwnedWithdrawalRow = {
    ...withdrawal,
    payout: withdrawal.payout && { ...withdrawal.payout, state: "cancelled" },
  };
  const given = { acceptsName: true, approvedBy: after.settledBy, now };
  const row = buildApprovedPayout(unsent, plan, given, byHand);
  const paid = { receipt: after.transactionHash, fee, feeCurrency: "USD", feeAmount: fee };
  return { ...row, ...paid, state: "confirmed", sends: 1, sentAt: now, endedAt: now };
}

/** A payment by hand has a reference of its own, which no provider sees. */
const byHand: Pick<PayoutPlanner, "buildReference"> = {
  buildReference: (withdrawalId, attempt) => `manual-${withdrawalId}-${attempt}`,
};
