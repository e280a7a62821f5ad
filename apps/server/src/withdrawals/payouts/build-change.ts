import { randomUUID } from "node:crypto";
import {
  buildPayoutPostings,
  buildRailFeePostings,
  buildReversalPostings,
  formatCents,
  investorAccount,
  parseCents,
  ZERO_CENTS,
  type Cents,
  type FundsSplit,
} from "@wazi/domain";
import { toLedgerEntries, type Operation, createOperationId } from "../../ledger/api.ts";
import type { PayoutRow, Transition } from "./decide-report.ts";
import { buildPayoutReference } from "./payout-reference.ts";
import type { WithdrawalRow } from "./store.ts";

/** A change of a payout and of its withdrawal. */
interface Change {
  action: string;
  payout: PayoutRow;
  /** Further attempts that begin with it. */
  next?: PayoutRow;
  withdrawal?: WithdrawalRow;
  transaction?: Operation["transaction"];
  expects?: Operation["expects"];
  actor?: { id: string; address: string | null };
}

const raise = (version: string): string => String(BigInt(version) + 1n);

export function withNextPayoutVersion(payout: PayoutRow, changes: Partial<PayoutRow>): PayoutRow {
  return { ...payout, ...changes, version: raise(payout.version) };
}

function withNextVersion(withdrawal: WithdrawalRow, now: Date, changes: Partial<WithdrawalRow>): WithdrawalRow {
  return { ...withdrawal, ...changes, updatedAt: now, version: raise(withdrawal.version) };
}

/** The door refuses the operation if the payout or the withdrawal has changed since. */
export function buildPayoutOperation(
  before: { payout: PayoutRow; withdrawal: WithdrawalRow },
  change: Change,
): Operation {
  const { payout, withdrawal } = before;
  const { id, state, receipt, reason, rail } = change.payout;
  return {
    operationId: createOperationId(),
    locks: { pools: {}, accounts: [investorAccount(withdrawal.userId, "deposit_funds")] },
    expects: {
      ...change.expects,
      rows: [
        { table: "payouts", id, version: payout.version },
        { table: "withdrawals", id: withdrawal.id, version: withdrawal.version },
      ],
    },
    ...(change.transaction ? { transaction: change.transaction } : {}),
    writes: {
      payouts: [change.payout, ...(change.next ? [change.next] : [])],
      ...(change.withdrawal ? { withdrawals: [change.withdrawal] } : {}),
      audit: [
        {
          actorId: change.actor?.id ?? null,
          action: change.action,
          subjectType: "withdrawal",
          subjectId: withdrawal.id,
          before: { payout: payout.state },
          after: { payout: state, attempt: payout.attempt, rail, receipt, reason },
          address: change.actor?.address ?? null,
        },
      ],
    },
  };
}

/** The attempt is about to be handed to the provider: from now on it may have been paid. */
export function buildSending(
  before: { payout: PayoutRow; withdrawal: WithdrawalRow },
  now: Date,
  nextAt: Date,
): { payout: PayoutRow; change: Change } {
  const { payout, withdrawal } = before;
  const sent = withNextPayoutVersion(payout, {
    state: payout.state === "approved" ? "sent" : payout.state,
    sends: payout.sends + 1,
    sentAt: payout.sentAt ?? now,
    nextAt,
  });
  const isFirst = withdrawal.status === "pending";
  return {
    payout: sent,
    change: {
      action: "payout.send",
      payout: sent,
      ...(isFirst ? { withdrawal: withNextVersion(withdrawal, now, { status: "processing" }) } : {}),
      expects: {
        openRails: [payout.rail],
        ...(isFirst ? { unheld: [{ userId: withdrawal.userId, at: now }] } : {}),
      },
    },
  };
}

/** Builds the change of a payout that was sent. @param fee in US dollars, if the provider said it */
export function buildTransition(
  before: { payout: PayoutRow; withdrawal: WithdrawalRow },
  transition: Exclude<Transition, { to: "review" }>,
  { now, fee, retryAt }: { now: Date; fee: Cents | null; retryAt: Date },
): Change {
  const { payout, withdrawal } = before;
  switch (transition.to) {
    case "same":
      return {
        action: "payout.accept",
        payout: withNextPayoutVersion(payout, { providerId: transition.providerId ?? payout.providerId }),
      };
    case "unknown":
      return {
        action: "payout.lose",
        payout: withNextPayoutVersion(payout, { state: "unknown", reason: transition.reason }),
      };
    case "confirmed":
      return buildConfirmation(before, transition, now, fee);
    case "fee": {
      const charged = { feeCurrency: transition.fee.currency, feeAmount: transition.fee.amount };
      return {
        action: "payout.charge",
        payout: withNextPayoutVersion(payout, fee === null ? {} : { fee: formatCents(fee), ...charged }),
        ...(fee === null || fee === ZERO_CENTS ? {} : { transaction: buildFeeTransaction(before, fee) }),
      };
    }
    case "failed":
      return buildFailure(before, transition, { now, fee, retryAt });
    case "reversed": {
      const { reason } = transition;
      const note = `The payment came back: ${reason}. The amount was returned to the balance.`;
      return {
        action: "payout.reverse",
        payout: withNextPayoutVersion(payout, { state: "reversed", reason }),
        withdrawal: withNextVersion(withdrawal, now, { status: "rejected", notes: note }),
        transaction: {
          kind: "withdrawal-reversed",
          actorId: null,
          reason: null,
          entries: toLedgerEntries(
            buildReversalPostings(withdrawal.userId, withdrawal.withdrawalType, toSplit(withdrawal)),
          ),
        },
      };
    }
  }
}

function toSplit({ fromDeposit, fromProfit }: WithdrawalRow): FundsSplit {
  return { fromDeposit: parseCents(fromDeposit), fromProfit: parseCents(fromProfit) };
}

function buildConfirmation(
  { payout, withdrawal }: { payout: PayoutRow; withdrawal: WithdrawalRow },
  { receipt, fee: charged, recipientName }: Extract<Transition, { to: "confirmed" }>,
  now: Date,
  fee: Cents | null,
): Change {
  const { userId, withdrawalType } = withdrawal;
  return {
    action: "payout.confirm",
    payout: withNextPayoutVersion(payout, {
      state: "confirmed",
      receipt,
      recipientName: recipientName ?? payout.recipientName,
      reason: null,
      fee: fee === null ? null : formatCents(fee),
      feeCurrency: charged?.currency ?? null,
      feeAmount: charged?.amount ?? null,
      endedAt: now,
    }),
    withdrawal: withNextVersion(withdrawal, now, {
      status: "completed",
      transactionHash: receipt,
      settledBy: payout.approvedBy,
      settledAt: now,
    }),
    transaction: {
      kind: "withdrawal-paid",
      actorId: payout.approvedBy,
      reason: null,
      entries: toLedgerEntries(buildPayoutPostings(userId, withdrawalType, toSplit(withdrawal), fee ?? ZERO_CENTS)),
    },
  };
}

function buildFailure(
  { payout, withdrawal }: { payout: PayoutRow; withdrawal: WithdrawalRow },
  { code, reason, isRetried, fee: charged }: Extract<Transition, { to: "failed" }>,
  { now, fee, retryAt }: { now: Date; fee: Cents | null; retryAt: Date },
): Change {
  const cost =
    fee === null || !charged ? {} : { fee: formatCents(fee), feeCurrency: charged.currency, feeAmount: charged.amount };
  const failed = withNextPayoutVersion(payout, { state: "failed", reasonCode: code, reason, endedAt: now, ...cost });
  const change = {
    action: "payout.fail",
    payout: failed,
    ...(fee === null || fee === ZERO_CENTS ? {} : { transaction: buildFeeTransaction({ payout, withdrawal }, fee) }),
  };
  if (isRetried) return { ...change, next: buildNextAttempt(payout, retryAt) };
  // An administrator decides again. The money stays on hold.
  return { ...change, withdrawal: withNextVersion(withdrawal, now, { status: "pending" }) };
}

/** A fee that is posted apart from a payment. */
function buildFeeTransaction(
  { payout, withdrawal }: { payout: PayoutRow; withdrawal: WithdrawalRow },
  fee: Cents,
): NonNullable<Operation["transaction"]> {
  return {
    kind: "payout-fee",
    actorId: null,
    reason: `Fee of ${payout.rail}`,
    entries: toLedgerEntries(buildRailFeePostings(withdrawal.withdrawalType, fee)),
  };
}

/** Another attempt at the same payment, under a reference of its own. */
function buildNextAttempt(payout: PayoutRow, nextAt: Date): PayoutRow {
  const attempt = payout.attempt + 1;
  return {
    ...payout,
    id: randomUUID(),
    attempt,
    reference: buildPayoutReference(payout.withdrawalId, attempt),
    state: "approved",
    providerId: null,
    fee: null,
    feeCurrency: null,
    feeAmount: null,
    reasonCode: null,
    reason: null,
    sends: 0,
    sentAt: null,
    endedAt: null,
    nextAt,
    version: "1",
  };
}
