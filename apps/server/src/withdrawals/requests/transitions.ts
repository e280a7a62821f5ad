import { isChainRail } from "@wazi/contracts";
import {
  buildPayoutPostings,
  buildRailFeePostings,
  buildReleasePostings,
  buildReversalPostings,
  parseCents,
  ZERO_CENTS,
  type Cents,
  type FundsSplit,
  type Posting,
} from "@wazi/domain";
import type { RowFor } from "../../ledger/api.ts";

type WithdrawalRow = RowFor<"withdrawals">;
type PayoutRow = RowFor<"payouts">;
type WithdrawalStatus = WithdrawalRow["status"];
type PayoutState = PayoutRow["state"];

/** The states that decide together which events a withdrawal takes. */
interface WithdrawalStates {
  /** Null before the request. */
  withdrawal: WithdrawalStatus | null;
  /** The latest payment over a rail; null without one. */
  payout: PayoutState | null;
  /** True while a security event of the investor's account delays a pending withdrawal. */
  isHeld: boolean;
  /** True once the payment is in a transaction of a chain, so that only the chain decides its result. */
  isInChain: boolean;
}

/** Everything that can happen to a withdrawal and to its payments. */
export type WithdrawalEvent =
  /** The investor. `replace`: a smaller withdrawal takes its place. */
  | { type: "request" | "cancel" | "replace" }
  /** An administrator. `approve`: a rail will pay it. */
  | { type: "approve" | "reject" | "delete" }
  | { type: "pay-by-hand"; reference: "given" | "known" | "missing"; hasFee: boolean }
  /** The payout worker. `drop`: the withdrawal ended before its payment was sent. */
  | { type: "send" | "drop" }
  /** The rail. `charge`: the fee became known later. */
  | { type: "accept" | "lose" | "charge" | "reverse" }
  /** The rail, or an administrator who looked at the provider's records. */
  | { type: "confirm"; by: "rail" | "administrator" }
  | { type: "fail"; by: "rail" | "administrator"; isRetried: boolean };

export interface WithdrawalChange {
  withdrawal: WithdrawalStatus;
  payout: PayoutState | null;
  /** A payment that begins with it: another attempt, or one that was made by hand. */
  begun: PayoutState | null;
  /** The kind of the transaction that is posted; null if no money moves. */
  posts: "withdrawal-hold" | "withdrawal-paid" | "withdrawal-returned" | "withdrawal-reversed" | "payout-fee" | null;
}

/**
 * `ended`: it is completed or rejected · `being-paid-out`: the money may have left · `held` · `reference-missing`: a payment by hand needs one ·
 * `in-flight`: a payment over a rail is under way · `in-chain` · `result-known`: only a payment with an unknown result can be decided ·
 * `out-of-order`: no such event happens in these states.
 */
type Decision = WithdrawalChange | { refused: Refusal };
type Refusal =
  | "ended"
  | "being-paid-out"
  | "held"
  | "reference-missing"
  | "in-flight"
  | "in-chain"
  | "result-known"
  | "out-of-order";

/** The states in which a withdrawal is requested. */
export const BEFORE_REQUEST: WithdrawalStates = { withdrawal: null, payout: null, isHeld: false, isInChain: false };

/** Pending or being paid out. */
export const isOpen = (status: WithdrawalStatus | null): status is "pending" | "processing" =>
  status === "pending" || status === "processing";
/** Handed to the provider, without a result. */
export const isSent = (payout: PayoutState | null): boolean => payout === "sent" || payout === "unknown";

export function readStates(
  withdrawal: { status: WithdrawalStatus },
  payout: Pick<PayoutRow, "state" | "rail" | "providerId"> | null,
  hold: object | null = null,
): WithdrawalStates {
  return {
    withdrawal: withdrawal.status,
    payout: payout?.state ?? null,
    isHeld: hold !== null && withdrawal.status === "pending",
    isInChain: payout !== null && isChainRail(payout.rail) && payout.providerId !== null,
  };
}

/**
 * The one function that decides the states of a withdrawal and of its payments, and the money that moves with them. Its
 * callers fill in the rest of the rows; a test refuses a state that is set elsewhere.
 */
export function takeTransition(states: WithdrawalStates, event: WithdrawalEvent): Decision {
  const { withdrawal, payout, isHeld } = states;
  if (event.type === "request") {
    return withdrawal === null ? change("pending", null, { posts: "withdrawal-hold" }) : refuse("out-of-order");
  }
  if (withdrawal === null) return refuse("out-of-order");
  switch (event.type) {
    case "approve":
      if (!isOpen(withdrawal)) return refuse("ended");
      if (isHeld) return refuse("held");
      return payout === "approved" || isSent(payout) ? refuse("in-flight") : change(withdrawal, "approved");
    case "pay-by-hand":
      return payByHand(states, event);
    case "cancel":
    case "reject":
      if (withdrawal === "processing") return refuse("being-paid-out");
      return withdrawal === "pending" ? returnMoney(payout) : refuse("ended");
    case "replace":
      if (withdrawal === "processing") return refuse("being-paid-out");
      if (withdrawal !== "pending") return refuse("ended");
      return payout === "approved" ? refuse("in-flight") : returnMoney(payout);
    case "delete":
      if (withdrawal === "processing") return refuse("being-paid-out");
      return withdrawal === "pending" ? returnMoney(payout) : change(withdrawal, payout);
    case "send":
      if (!isOpen(withdrawal) || !(payout === "approved" || isSent(payout))) return refuse("out-of-order");
      return change("processing", payout === "approved" ? "sent" : payout);
    case "drop":
      return payout === "approved" ? change(withdrawal, "cancelled") : refuse("out-of-order");
    case "accept":
      return change(withdrawal, payout);
    case "lose":
      return isSent(payout) ? change(withdrawal, "unknown") : refuse("out-of-order");
    case "confirm":
    case "fail":
      return endPayment(withdrawal, states, event);
    case "charge":
      return change(withdrawal, payout, { posts: "payout-fee" });
    case "reverse":
      return payout === "confirmed"
        ? change("rejected", "reversed", { posts: "withdrawal-reversed" })
        : refuse("out-of-order");
  }
}

/** The money of a `processing` withdrawal may already have left, so its reference must be given again. */
function payByHand(
  { withdrawal, payout, isHeld, isInChain }: WithdrawalStates,
  { reference, hasFee }: Extract<WithdrawalEvent, { type: "pay-by-hand" }>,
): Decision {
  if (!isOpen(withdrawal)) return refuse("ended");
  if (withdrawal === "processing" && reference !== "given") return refuse("being-paid-out");
  if (isHeld) return refuse("held");
  if (reference === "missing") return refuse("reference-missing");
  if (isSent(payout)) {
    return isInChain ? refuse("in-chain") : change("completed", "confirmed", { posts: "withdrawal-paid" });
  }
  const begun = hasFee ? "confirmed" : null;
  return change("completed", withoutUnsent(payout), { begun, posts: "withdrawal-paid" });
}

/** Ends a payment that was sent. After a failure an administrator decides again, and the money stays on hold. */
function endPayment(
  withdrawal: WithdrawalStatus,
  { payout, isInChain }: WithdrawalStates,
  event: Extract<WithdrawalEvent, { type: "confirm" | "fail" }>,
): Decision {
  if (event.by === "administrator") {
    if (payout !== "unknown") return refuse("result-known");
    if (isInChain) return refuse("in-chain");
  }
  if (!isSent(payout)) return refuse("out-of-order");
  if (event.type === "confirm") return change("completed", "confirmed", { posts: "withdrawal-paid" });
  return event.isRetried
    ? change(withdrawal, "failed", { begun: "approved", posts: "payout-fee" })
    : change("pending", "failed", { posts: "payout-fee" });
}

const returnMoney = (payout: PayoutState | null): WithdrawalChange =>
  change("rejected", withoutUnsent(payout), { posts: "withdrawal-returned" });

/** A payment that was not sent ends with its withdrawal. */
const withoutUnsent = (payout: PayoutState | null): PayoutState | null =>
  payout === "approved" ? "cancelled" : payout;

const change = (
  withdrawal: WithdrawalStatus,
  payout: PayoutState | null,
  rest: Partial<Pick<WithdrawalChange, "begun" | "posts">> = {},
): WithdrawalChange => ({ withdrawal, payout, begun: null, posts: null, ...rest });

const refuse = (refused: Refusal): { refused: Refusal } => ({ refused });

/** @throws Error the event is not possible in these states */
export function requireTransition(states: WithdrawalStates, event: WithdrawalEvent): WithdrawalChange {
  const next = takeTransition(states, event);
  if (!("refused" in next)) return next;
  throw new Error(`a withdrawal does not take the event ${event.type} now: ${next.refused}`);
}

export function toFundsSplit({ fromDeposit, fromProfit }: WithdrawalRow): FundsSplit {
  return { fromDeposit: parseCents(fromDeposit), fromProfit: parseCents(fromProfit) };
}

/** The lines of the transaction that goes with a change. The hold is taken from the funds that were read, so the request has its own. */
export function buildWithdrawalPostings(
  posts: Exclude<WithdrawalChange["posts"], "withdrawal-hold" | null>,
  withdrawal: WithdrawalRow,
  fee: Cents = ZERO_CENTS,
): Posting[] {
  const { userId, withdrawalType } = withdrawal;
  switch (posts) {
    case "withdrawal-paid":
      return buildPayoutPostings(userId, withdrawalType, toFundsSplit(withdrawal), fee);
    case "withdrawal-returned":
      return buildReleasePostings(userId, toFundsSplit(withdrawal));
    case "withdrawal-reversed":
      return buildReversalPostings(userId, withdrawalType, toFundsSplit(withdrawal));
    case "payout-fee":
      return buildRailFeePostings(withdrawalType, fee);
  }
}
