import { randomUUID } from "node:crypto";
import { formatCents, investorAccount, ZERO_CENTS, type Cents } from "@wazi/domain";
import { toLedgerEntries, type Operation, createOperationId, raiseVersion } from "../../ledger/api.ts";
import {
  buildWithdrawalPostings,
  readStates,
  requireTransition,
  type WithdrawalChange,
  type WithdrawalEvent,
} from "../requests/transitions.ts";
import type { PayoutRow, ReportMeaning } from "./decide-report.ts";
import { buildPayoutReference, type RailFee } from "./payout-rail.ts";
import type { WithdrawalRow } from "./store.ts";

interface Before {
  payout: PayoutRow;
  withdrawal: WithdrawalRow;
}

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

function withNextPayoutVersion(
  payout: PayoutRow,
  next: WithdrawalChange,
  changes: Omit<Partial<PayoutRow>, "state">,
): PayoutRow {
  return { ...payout, ...changes, state: next.payout ?? payout.state, version: raiseVersion(payout.version) };
}

function withNextVersion(
  withdrawal: WithdrawalRow,
  next: WithdrawalChange,
  now: Date,
  changes: Omit<Partial<WithdrawalRow>, "status"> = {},
): WithdrawalRow {
  return {
    ...withdrawal,
    ...changes,
    status: next.withdrawal,
    updatedAt: now,
    version: raiseVersion(withdrawal.version),
  };
}

/** The door refuses the operation if the payout or the withdrawal has changed since. */
export function buildPayoutOperation(before: Before, change: Change): Operation {
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
export function buildSending(before: Before, now: Date, nextAt: Date): { payout: PayoutRow; change: Change } {
  const { payout, withdrawal } = before;
  const next = decideNext(before, { type: "send" });
  const sent = withNextPayoutVersion(payout, next, { sends: payout.sends + 1, sentAt: payout.sentAt ?? now, nextAt });
  const isFirst = next.withdrawal !== withdrawal.status;
  return {
    payout: sent,
    change: {
      action: "payout.send",
      payout: sent,
      ...(isFirst ? { withdrawal: withNextVersion(withdrawal, next, now) } : {}),
      expects: { openRails: [payout.rail], unheld: [{ userId: withdrawal.userId, at: now }] },
    },
  };
}

/** The withdrawal ended before its payment was sent. */
export function buildDropping(before: Before, now: Date): Change {
  const next = decideNext(before, { type: "drop" });
  return { action: "payout.cancel", payout: withNextPayoutVersion(before.payout, next, { endedAt: now }) };
}

/** Builds the change of a payout that was sent. @param fee in US dollars, if the provider said it */
export function buildReportedChange(
  before: Before,
  meaning: Exclude<ReportMeaning, { to: "review" }>,
  { now, fee, retryAt }: { now: Date; fee: Cents | null; retryAt: Date },
  by: "rail" | "administrator" = "rail",
): Change {
  const { payout, withdrawal } = before;
  switch (meaning.to) {
    case "same": {
      const next = decideNext(before, { type: "accept" });
      const providerId = meaning.providerId ?? payout.providerId;
      return { action: "payout.accept", payout: withNextPayoutVersion(payout, next, { providerId }) };
    }
    case "unknown": {
      const next = decideNext(before, { type: "lose" });
      return { action: "payout.lose", payout: withNextPayoutVersion(payout, next, { reason: meaning.reason }) };
    }
    case "confirmed":
      return buildConfirmation(before, meaning, decideNext(before, { type: "confirm", by }), { now, fee });
    case "fee": {
      const next = decideNext(before, { type: "charge" });
      const cost = describeCost(fee, meaning.fee);
      return {
        action: "payout.charge",
        payout: withNextPayoutVersion(payout, next, cost),
        ...postFee(before, next, fee),
      };
    }
    case "failed": {
      const next = decideNext(before, { type: "fail", by, isRetried: meaning.isRetried });
      return buildFailure(before, meaning, next, { now, fee, retryAt });
    }
    case "reversed": {
      const { reason } = meaning;
      const next = decideNext(before, { type: "reverse" });
      const notes = `The payment came back: ${reason}. The amount was returned to the balance.`;
      return {
        action: "payout.reverse",
        payout: withNextPayoutVersion(payout, next, { reason }),
        withdrawal: withNextVersion(withdrawal, next, now, { notes }),
        transaction: {
          kind: "withdrawal-reversed",
          actorId: null,
          reason: null,
          entries: toLedgerEntries(buildWithdrawalPostings("withdrawal-reversed", withdrawal)),
        },
      };
    }
  }
}

const decideNext = ({ withdrawal, payout }: Before, event: WithdrawalEvent): WithdrawalChange =>
  requireTransition(readStates(withdrawal, payout), event);

function buildConfirmation(
  { payout, withdrawal }: Before,
  { receipt, fee: charged, recipientName }: Extract<ReportMeaning, { to: "confirmed" }>,
  next: WithdrawalChange,
  { now, fee }: { now: Date; fee: Cents | null },
): Change {
  return {
    action: "payout.confirm",
    payout: withNextPayoutVersion(payout, next, {
      receipt,
      recipientName: recipientName ?? payout.recipientName,
      reason: null,
      fee: fee === null ? null : formatCents(fee),
      feeCurrency: charged?.currency ?? null,
      feeAmount: charged?.amount ?? null,
      endedAt: now,
    }),
    withdrawal: withNextVersion(withdrawal, next, now, {
      transactionHash: receipt,
      settledBy: payout.approvedBy,
      settledAt: now,
    }),
    transaction: {
      kind: "withdrawal-paid",
      actorId: payout.approvedBy,
      reason: null,
      entries: toLedgerEntries(buildWithdrawalPostings("withdrawal-paid", withdrawal, fee ?? ZERO_CENTS)),
    },
  };
}

function buildFailure(
  before: Before,
  { code, reason, fee: charged }: Extract<ReportMeaning, { to: "failed" }>,
  next: WithdrawalChange,
  { now, fee, retryAt }: { now: Date; fee: Cents | null; retryAt: Date },
): Change {
  const { payout, withdrawal } = before;
  const cost = charged ? describeCost(fee, charged) : {};
  const failed = withNextPayoutVersion(payout, next, { reasonCode: code, reason, endedAt: now, ...cost });
  const change = { action: "payout.fail", payout: failed, ...postFee(before, next, fee) };
  if (next.begun !== null) return { ...change, next: buildNextAttempt(payout, next.begun, retryAt) };
  return { ...change, withdrawal: withNextVersion(withdrawal, next, now) };
}

const describeCost = (fee: Cents | null, charged: RailFee): Partial<PayoutRow> =>
  fee === null ? {} : { fee: formatCents(fee), feeCurrency: charged.currency, feeAmount: charged.amount };

/** A fee that is posted apart from a payment. */
function postFee(
  { payout, withdrawal }: Before,
  { posts }: WithdrawalChange,
  fee: Cents | null,
): Pick<Change, "transaction"> {
  if (posts !== "payout-fee" || fee === null || fee === ZERO_CENTS) return {};
  const entries = toLedgerEntries(buildWithdrawalPostings(posts, withdrawal, fee));
  return { transaction: { kind: posts, actorId: null, reason: `Fee of ${payout.rail}`, entries } };
}

/** Another attempt at the same payment, under a reference of its own. */
function buildNextAttempt(payout: PayoutRow, state: PayoutRow["state"], nextAt: Date): PayoutRow {
  const attempt = payout.attempt + 1;
  return {
    ...payout,
    id: randomUUID(),
    attempt,
    reference: buildPayoutReference(payout.withdrawalId, attempt),
    state,
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
