import type { RowFor } from "../../ledger/api.ts";
import { isSent } from "../requests/transitions.ts";
import type { RailFee, RailReport } from "./payout-rail.ts";

export type PayoutRow = RowFor<"payouts">;

/** How many attempts a withdrawal gets. Each but the first follows a failure that the provider has confirmed. */
const MAX_ATTEMPTS = 3;

/** The meaning of a report for a payout. */
export type ReportMeaning =
  | { to: "same"; providerId?: string; recipientName?: string }
  | { to: "unknown"; reason: string }
  | { to: "confirmed"; receipt: string; fee: RailFee | null; recipientName: string | null }
  | { to: "failed"; code: string; reason: string; isRetried: boolean; fee?: RailFee | null }
  /** A fee that became known after the payment. */
  | { to: "fee"; fee: RailFee }
  | { to: "reversed"; reason: string }
  /** No rule decides it. The state stays, and an administrator gets an entry. */
  | { to: "review"; kind: ReviewKind; summary: string };

export type ReviewKind =
  | "receipt-used"
  | "other-payment"
  | "other-amount"
  | "paid-after-failure"
  | "paid-before-sent"
  | "paid-twice"
  | "failed-after-success"
  | "unknown-payment";

const SAME: ReportMeaning = { to: "same" };

/**
 * Decides what a provider's report means for a payout. Reports come late, twice and in any order, so each is decided on the
 * payout's state and nothing else.
 * @param isAnswerToFirstSending true for the answer to the only request under this reference: a refusal then proves that no
 * payment is made. A refusal of a repeated request proves nothing about the first one.
 */
export function decideReport(payout: PayoutRow, report: RailReport, isAnswerToFirstSending = false): ReportMeaning {
  switch (report.kind) {
    case "accepted":
      return report.providerId === null || payout.providerId !== null
        ? SAME
        : { to: "same", providerId: report.providerId };
    case "duplicate":
    case "pending":
    case "not-found":
      return SAME;
    case "no-answer":
      return payout.state === "sent" ? lose(payout, report.reason) : SAME;
    case "refused":
      if (!isSent(payout.state)) return SAME;
      if (isAnswerToFirstSending && payout.sends === 1) return fail(payout, report);
      return lose(payout, `A repeated request was refused: ${report.reason}`);
    case "failed":
      return decideFailure(payout, report);
    case "paid":
      return decidePayment(payout, report);
    case "reversed":
      return decideReversal(payout, report.reason);
  }
}

const lose = ({ state, reason: known }: PayoutRow, reason: string): ReportMeaning =>
  state === "unknown" && known === reason ? SAME : { to: "unknown", reason };

function fail(payout: PayoutRow, report: FailureReport): ReportMeaning {
  const { code, reason, isTemporary } = report;
  const fee = report.kind === "failed" ? (report.fee ?? null) : null;
  return {
    to: "failed",
    code,
    reason,
    isRetried: isTemporary && payout.attempt < MAX_ATTEMPTS,
    ...(fee ? { fee } : {}),
  };
}

type FailureReport = Extract<RailReport, { kind: "failed" | "refused" }>;

function decideFailure(payout: PayoutRow, report: FailureReport): ReportMeaning {
  if (isSent(payout.state)) return fail(payout, report);
  if (payout.state !== "confirmed") return SAME;
  const summary = `The provider confirmed this payment and now says that it failed: ${report.reason} (${report.code}).`;
  return { to: "review", kind: "failed-after-success", summary };
}

function decidePayment(payout: PayoutRow, report: Extract<RailReport, { kind: "paid" }>): ReportMeaning {
  const { receipt, amount, fee, recipientName } = report;
  if (amount !== null && !isSameAmount(payout, amount, report.currency)) {
    const paid = `${amount} ${report.currency ?? payout.currency}`;
    const summary = `The provider reports a payment of ${paid} (receipt ${receipt}); ${trimZeros(payout.localAmount)} ${payout.currency} was asked for.`;
    return { to: "review", kind: "other-amount", summary };
  }
  switch (payout.state) {
    case "sent":
    case "unknown":
      return { to: "confirmed", receipt, fee, recipientName };
    case "confirmed":
    case "reversed": {
      if (payout.receipt === receipt) return payout.fee === null && fee !== null ? { to: "fee", fee } : SAME;
      const summary = `The provider reports receipt ${receipt} for a payment that has receipt ${payout.receipt ?? "none"}.`;
      return { to: "review", kind: "paid-twice", summary };
    }
    case "failed":
    case "cancelled": {
      const summary = `The provider reports receipt ${receipt} for an attempt that ${payout.state === "failed" ? "it said had failed" : "was never sent"}.`;
      return { to: "review", kind: "paid-after-failure", summary };
    }
    case "approved": {
      const summary = `The provider reports receipt ${receipt} for a payment that has not been sent.`;
      return { to: "review", kind: "paid-before-sent", summary };
    }
  }
}

function decideReversal(payout: PayoutRow, reason: string): ReportMeaning {
  if (payout.state === "confirmed") return { to: "reversed", reason };
  // The payment and its return were not told apart: nothing has left.
  if (isSent(payout.state)) return { to: "failed", code: "reversed", reason, isRetried: false };
  return SAME;
}

/** Compares decimal amounts exactly, whatever their number of places. */
function isSameAmount({ localAmount, currency }: PayoutRow, amount: string, paidCurrency: string | null): boolean {
  return trimZeros(localAmount) === trimZeros(amount) && (paidCurrency === null || paidCurrency === currency);
}

/** "12.500" as "12.5", "100.00" as "100". */
function trimZeros(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
}
