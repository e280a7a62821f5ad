import {
  COIN_PLACES,
  computePaymentCredit,
  divideDown,
  formatCents,
  invertRateUp,
  judgeAmount,
  parseCents,
  parseDecimal,
  RATE_PLACES,
  VALUE_PER_CENT,
  VALUE_PLACES,
  valueCoins,
  type Cents,
} from "@wazi/domain";
import type { PaymentRateReason } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { AnsweredElsewhereError, type HeldSettlement, type HoldDecision, type RateHoldRow } from "../../ledger/api.ts";
import { findDeposit, type DepositRow } from "../requests/store.ts";
import {
  buildPaymentHold,
  changePayment,
  findMovedRate,
  type MovedRate,
  readLocalRates,
} from "../rate-holds/hold-payment.ts";
import {
  buildCredit,
  type Case,
  type CreditDecision,
  type CreditDeps,
  type PersonDecision,
  withAnswer,
} from "./build-credit.ts";
import { chooseRate, CLAIM_MS } from "./choose-rate.ts";
import { type PaymentContext, readContext, updatePayment } from "./decisions/store.ts";
import { findPayment, type PaymentRow } from "./store.ts";
import * as texts from "../../messages/deposits.ts";

/** Why a payment waits for a person. The back office has a text for each. */
type ReviewReason =
  | "manual"
  | "wrong-currency"
  | "closed-account"
  | "approved-without-hash"
  | "too-large"
  | "vanished"
  | "rate";

/** The decision on a payment. `waits`: there is no price for it yet, or payments that are still missing decide its rate. */
export type CreditOutcome = "credited" | "review" | "dust" | "waits";

/** numeric(12, 2). A payment above it can't be entered, and no coin amount below can reach it. */
const MAX_CREDIT = parseCents("9999999999.99");
const MAX_ATTEMPTS = 20;

type Decision =
  | CreditDecision
  | { kind: "held"; credit: Cents; moved: MovedRate }
  | { kind: "linked"; depositId: string; amount: string }
  | { kind: "review"; reason: ReviewReason }
  | { kind: "dust"; rate: string | null; rateReason: PaymentRateReason | null }
  | { kind: "waits" };

/**
 * Credits a confirmed payment to its owner, or says why a person must decide. The ledger's door posts it together with the
 * deposit and the payment's new state. The operation's id is made from the network, the transaction and the output, so a
 * payment is never posted twice, whatever happens in between.
 * @param person set when an administrator decides: then the rules that ask for a person do not apply
 * @returns null when the payment is no longer open
 */
export async function creditPayment(
  deps: CreditDeps,
  paymentId: string,
  person: PersonDecision | null = null,
): Promise<CreditOutcome | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const payment = await findPayment(deps.sql, paymentId);
    if (payment?.status !== (person ? "review" : "seen")) return null;
    const read = await readCase(deps, payment);
    const decision = decidePayment(deps, read, person ? "person" : deps.mode);
    const outcome = await carryOut(deps, read, decision, person);
    if (outcome) return outcome;
  }
  throw new AppError("BUSY", texts.serviceBusy, { retryAfterSeconds: 1 });
}

/** The amount that a person would credit now; null where the payment cannot be credited. */
export async function estimateCredit(deps: CreditDeps, paymentId: string): Promise<string | null> {
  const payment = await findPayment(deps.sql, paymentId);
  if (!payment) return null;
  const decision = decidePayment(deps, await readCase(deps, payment), "person");
  return decision.kind === "credit" ? formatCents(decision.credit) : null;
}

async function readCase({ sql, dustBelow }: CreditDeps, payment: PaymentRow): Promise<Case> {
  const [deposit, context, rates] = await Promise.all([
    payment.depositId === null ? null : findDeposit(sql, payment.depositId),
    readContext(sql, payment, { claimMs: CLAIM_MS, dustBelow: formatCents(dustBelow) }),
    readLocalRates(sql, payment),
  ]);
  return { payment, deposit, context, rates };
}

/**
 * Prepares the credit of a payment that is held because the rate has moved, at the amount that was decided.
 * @returns null when it is no longer held; `settles` is false when it is decided afresh, such as one that was credited by hand meanwhile
 */
export async function prepareHeldPayment(
  deps: CreditDeps,
  { paymentId }: RateHoldRow,
  held: HoldDecision,
): Promise<HeldSettlement | null> {
  const payment = paymentId === null ? null : await findPayment(deps.sql, paymentId);
  if (payment?.status !== "review" || payment.reviewReason !== "rate") return null;
  const read = await readCase(deps, payment);
  const decision = decidePayment(deps, read, "person", held);
  if (decision.kind !== "credit") {
    const again = { status: "seen", reviewReason: null } as const;
    return { operation: changePayment(payment, again, held.now), settles: false };
  }
  const { by } = held;
  const person = by && { administratorId: by.id, address: by.address, note: null, requestKey: null };
  return { operation: buildCredit(deps, read, decision, person), settles: true };
}

/** Null: something has changed, so it must be decided again. */
async function carryOut(
  deps: CreditDeps,
  read: Case,
  decision: Decision,
  person: PersonDecision | null,
): Promise<CreditOutcome | null> {
  const { payment } = read;
  const decided = { decidedBy: person?.administratorId ?? null, note: person?.note ?? null };
  switch (decision.kind) {
    case "waits":
      return "waits";
    case "credit": {
      const operation = buildCredit(deps, read, decision, person);
      const outcome = await deps.door.post(withAnswer(operation, payment, person?.requestKey ?? null));
      if (outcome === "answered") throw new AnsweredElsewhereError();
      return outcome === "posted" ? "credited" : null;
    }
    case "held": {
      const { credit, moved } = decision;
      const given = { credit, moved, askedBy: person?.administratorId ?? null, now: deps.now() };
      const operation = withAnswer(buildPaymentHold(payment, given), payment, person?.requestKey ?? null);
      return (await deps.door.post(operation)) === "posted" ? "review" : null;
    }
    case "linked": {
      const { depositId, amount } = decision;
      const after = {
        ...payment,
        ...decided,
        creditedDepositId: depositId,
        creditedAmount: amount,
        reviewReason: null,
      };
      return (await updatePayment(deps.sql, payment, { ...after, status: "credited" })) ? "credited" : null;
    }
    case "dust": {
      const { rate, rateReason } = decision;
      const after: PaymentRow = { ...payment, ...decided, rate, rateReason, status: "dust", reviewReason: null };
      return (await updatePayment(deps.sql, payment, after)) ? "dust" : null;
    }
    case "review": {
      if (person) throw new AppError("CONFLICT", reviewRefusals[decision.reason] ?? texts.paymentNotCreditable);
      const after: PaymentRow = { ...payment, status: "review", reviewReason: decision.reason };
      return (await updatePayment(deps.sql, payment, after)) ? "review" : null;
    }
  }
}

/** Reasons that an administrator cannot overrule. */
const reviewRefusals: Partial<Record<ReviewReason, string>> = {
  "too-large": texts.paymentTooLarge,
  vanished: texts.paymentCredited,
  rate: texts.paymentRateHeld,
};

/** The rules (docs/how-to/clerk/deposits.md). */
function decidePayment(
  { now, dustBelow, isBehind = false }: CreditDeps,
  { payment, deposit, context, rates }: Case,
  by: CreditDeps["mode"] | "person",
  held: HoldDecision | null = null,
): Decision {
  if (payment.reviewReason === "vanished") return { kind: "review", reason: "vanished" };
  if (payment.reviewReason === "rate" && held === null) return { kind: "review", reason: "rate" };
  const hand = context.handCredited;
  if (hand) return { kind: "linked", depositId: hand.id, amount: hand.amount };
  // A token that an earlier version read has no price.
  if (payment.currency === null) return { kind: "dust", rate: null, rateReason: null };
  const isAsked = deposit === null || deposit.currency === payment.currency;
  const chosen = chooseRate({ payment, deposit, context }, { now: now(), isBehind });
  if (chosen === null || chosen.rate === null) return { kind: "waits" };
  const { reason: rateReason } = chosen;
  const rate = held?.amount === "now" ? invertRateUp(held.rateNow.rate) : chosen.rate;
  const coins = parseDecimal(payment.coins, COIN_PLACES);
  const before = {
    value: parseDecimal(context.valueBefore, VALUE_PLACES),
    credited: parseCents(context.creditedBefore),
  };
  const credit = computePaymentCredit(coins, parseDecimal(rate, RATE_PLACES), before);
  const isSmall = deposit !== null && valueCoins(coins, parseDecimal(rate, RATE_PLACES)) < dustBelow;
  if (credit === 0n || (by !== "person" && isSmall && isDust(credit, context, dustBelow))) {
    return { kind: "dust", rate, rateReason };
  }
  if (credit > MAX_CREDIT) return { kind: "review", reason: "too-large" };
  if (by !== "person") {
    if (!isAsked) return { kind: "review", reason: "wrong-currency" };
    if (!context.isOwnerActive) return { kind: "review", reason: "closed-account" };
    if (isApprovedWithoutHash(deposit)) return { kind: "review", reason: "approved-without-hash" };
    if (by === "manual") return { kind: "review", reason: "manual" };
  }
  const moved = held === null ? findMovedRate(rates, rate) : null;
  if (moved) return { kind: "held", credit, moved };
  if (deposit === null || !isAsked) return { kind: "credit", credit, rate, rateReason, amountState: null };
  const requested = parseDecimal(deposit.cryptoAmount, COIN_PLACES);
  const received = parseDecimal(context.receivedCoins, COIN_PLACES) + coins;
  return { kind: "credit", credit, rate, rateReason, amountState: judgeAmount(received, requested) };
}

/**
 * True while a small payment and those before it are not worth the bound together. Those that wait for a person have used it up, so that
 * the queue has at most one small payment for each time that the bound is reached.
 */
function isDust(credit: Cents, { smallInReview, smallValue }: PaymentContext, dustBelow: Cents): boolean {
  const waiting = divideDown(parseDecimal(smallValue, VALUE_PLACES), VALUE_PER_CENT);
  return credit + waiting < dustBelow * BigInt(smallInReview + 1);
}

/** An administrator credited it without naming a transaction. This payment may be the one that was meant. */
const isApprovedWithoutHash = (deposit: DepositRow | null): boolean =>
  deposit?.status === "completed" && deposit.transactionHash === null && deposit.settledBy !== null;
