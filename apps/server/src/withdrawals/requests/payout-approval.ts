import { randomUUID } from "node:crypto";
import { payoutRailLabels, type PayoutRailName } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { formatMoment } from "../../record/api.ts";
import { parseDates } from "../../platform/http/user-read.ts";
import { type ExpectedRow, type RowFor, raiseVersion } from "../../ledger/api.ts";
import type { Destination } from "./destination.ts";
import type { OwnedWithdrawalRow, WithdrawalRow } from "./store.ts";
import { isSent, type WithdrawalChange } from "./transitions.ts";
import * as texts from "../../messages/withdrawals.ts";

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
 * @throws AppError CONFLICT the account holder's name differs and has not been accepted
 */
export function buildApprovedPayout(
  withdrawal: OwnedWithdrawalRow,
  plan: PayoutPlan,
  { acceptsName, ...given }: { acceptsName: boolean; approvedBy: string | null; now: Date; next: WithdrawalChange },
  planner: Pick<PayoutPlanner, "buildReference">,
): PayoutRow {
  if (plan.isOtherName && !acceptsName) {
    const { firstName, lastName } = withdrawal.owner;
    const name = `${firstName} ${lastName}`;
    const message =
      plan.recipientName === null
        ? texts.holderEntered({ holder: withdrawal.accountName ?? "", name })
        : texts.holderOfAccount({ holder: plan.recipientName, name });
    throw new AppError("CONFLICT", message, { fields: { acceptsName: texts.accountHolderDiffers } });
  }
  return buildPayout(withdrawal, plan, { ...given, state: given.next.payout }, planner);
}

function buildPayout(
  withdrawal: OwnedWithdrawalRow,
  { rail, currency, localAmount, rate, rateAt, recipientName }: PayoutPlan,
  { state, approvedBy, now }: { state: PayoutRow["state"] | null; approvedBy: string | null; now: Date },
  planner: Pick<PayoutPlanner, "buildReference">,
): PayoutRow {
  if (state === null) throw new Error("a payment begins in a state");
  const attempt = (withdrawal.payout?.attempt ?? 0) + 1;
  return {
    id: randomUUID(),
    withdrawalId: withdrawal.id,
    attempt,
    rail,
    reference: planner.buildReference(withdrawal.id, attempt),
    state,
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

export function describeInFlight({ payout }: OwnedWithdrawalRow): string {
  if (payout === null) return "";
  const rail = payoutRailLabels[payout.rail as PayoutRailName];
  return texts.payoutInFlight({ time: formatMoment(new Date(payout.approvedAt)), rail });
}

/** A prepared transaction may be in the chain already, or come there later. */
export const IN_CHAIN = texts.paymentInTransaction;

/**
 * Ends the payment under way when a person ends the withdrawal: one that was not sent is cancelled, one that may have been sent
 * was paid with the given reference. Records the fee of a payment by hand.
 * @returns the rows to write and the versions to expect; null when there is nothing to change
 */
export function endPayout(
  before: OwnedWithdrawalRow,
  { after, next }: { after: WithdrawalRow; next: WithdrawalChange },
  fee: string | null,
  now: Date,
): { payouts: PayoutRow[]; expected: ExpectedRow[] } | null {
  const current = before.payout && parsePayout(before.payout);
  const state = next.payout;
  const isEnded = current !== null && state !== null && state !== current.state;
  if (isEnded && isSent(current.state)) {
    const charged = fee === null ? {} : { fee, feeCurrency: "USD", feeAmount: fee };
    const reason = "Settled by an administrator";
    return change(current, { ...charged, state, receipt: after.transactionHash, endedAt: now, reason });
  }
  const cancelled = isEnded ? change(current, { state, endedAt: now }) : null;
  if (next.begun === null || fee === null) return cancelled;
  const byHand = buildManualPayout(before, { after, state: next.begun }, fee, now);
  return { payouts: [...(cancelled?.payouts ?? []), byHand], expected: cancelled?.expected ?? [] };
}

function change(payout: PayoutRow, changes: Partial<PayoutRow>): { payouts: PayoutRow[]; expected: ExpectedRow[] } {
  const { id, version } = payout;
  return {
    payouts: [{ ...payout, ...changes, version: raiseVersion(payout.version) }],
    expected: [{ table: "payouts", id, version }],
  };
}

export function parsePayout(payout: NonNullable<OwnedWithdrawalRow["payout"]>): PayoutRow {
  return parseDates<PayoutRow>(payout, ["rateAt", "approvedAt", "sentAt", "endedAt", "nextAt"]);
}

/** A payment that an administrator made outside, with what it cost. Its reference is its own, which no provider sees. */
function buildManualPayout(
  withdrawal: OwnedWithdrawalRow,
  { after, state }: { after: WithdrawalRow; state: PayoutRow["state"] },
  fee: string,
  now: Date,
): PayoutRow {
  const plan = {
    rail: "manual",
    currency: "USD",
    localAmount: withdrawal.amount,
    rate: "1",
    rateAt: now,
    recipientName: null,
    isOtherName: false,
  };
  const row = buildPayout(
    withdrawal,
    plan,
    { state, approvedBy: after.settledBy, now },
    {
      buildReference: (withdrawalId, attempt) => `manual-${withdrawalId}-${attempt}`,
    },
  );
  const paid = { receipt: after.transactionHash, fee, feeCurrency: "USD", feeAmount: fee };
  return { ...row, ...paid, sends: 1, sentAt: now, endedAt: now };
}
