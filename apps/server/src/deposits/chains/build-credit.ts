import { createHash, randomUUID } from "node:crypto";
import type { DepositPayment, PaymentRateReason } from "@wazi/contracts";
import {
  buildDepositPostings,
  type Cents,
  COIN_PLACES,
  formatCents,
  formatDecimal,
  investorAccount,
  parseCents,
  parseDecimal,
  type PaymentAmount,
} from "@wazi/domain";
import {
  type Door,
  expectRate,
  type Operation,
  raiseVersion,
  type RequestKey,
  type RowFor,
  toLedgerEntries,
} from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { LocalRates } from "../rate-holds/hold-payment.ts";
import type { DepositRow } from "../requests/store.ts";
import type { PaymentContext } from "./decisions/store.ts";
import type { PaymentRow } from "./store.ts";

export interface CreditDeps {
  sql: Sql;
  door: Door;
  now: () => Date;
  /** DEPOSIT_CREDIT: `manual` leaves every payment to a person. */
  mode: "manual" | "automatic";
  /** DEPOSIT_DUST_BELOW: smaller payments count with later ones of their deposit, and wait for nobody. */
  dustBelow: Cents;
  /** True when deposit addresses belong to test networks. */
  isTest: boolean;
  /** True while blocks that exist are still unread: then payments of a window may still be missing. */
  isBehind?: boolean;
}

/** A person's decision to credit a payment that waits for one. */
export interface PersonDecision {
  administratorId: string;
  address: string | null;
  note: string | null;
  /** The answer is stored under it, in the same commit. */
  requestKey: RequestKey | null;
}

/** The column crypto_amount has fewer places than ether. */
const DEPOSIT_COIN_PLACES = 8;

/** A payment with what its decision depends on. */
export interface Case {
  payment: PaymentRow;
  deposit: DepositRow | null;
  context: PaymentContext;
  /** Null for a payment in coins. */
  rates: LocalRates | null;
}

export interface CreditDecision {
  kind: "credit";
  credit: Cents;
  rate: string;
  rateReason: PaymentRateReason | null;
  amountState: PaymentAmount | null;
}

/** Each payment has one operation id for ever: the first 16 bytes of a hash, as a UUID of version 8 (RFC 9562). */
function toOperationId({ network, transactionHash, output }: PaymentRow): string {
  const digits = createHash("sha256").update(`deposit ${network} ${transactionHash} ${output}`).digest("hex");
  const variant = ((parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

/** The operation that credits a payment, together with its deposit and its new state. */
export function buildCredit(
  { now, isTest }: CreditDeps,
  { payment, deposit, context, rates }: Case,
  { credit, rate, rateReason, amountState }: CreditDecision,
  person: PersonDecision | null,
): Operation {
  const at = now();
  const actorId = person?.administratorId ?? null;
  const hash = context.isHashTaken ? `${payment.transactionHash}:${payment.output}` : payment.transactionHash;
  const settled = { transactionHash: hash, settledBy: actorId, settledAt: at, updatedAt: at };
  const isSame = deposit?.status === "pending" && deposit.currency === payment.currency;
  const row: DepositRow = isSame
    ? { ...deposit, ...settled, ...toReceived(deposit, credit), version: raiseVersion(deposit.version) }
    : { ...buildLinkedDeposit(payment, deposit, { credit, rate, at, isTest }), ...settled };
  const after: RowFor<"depositPayments"> = {
    ...toDoorPayment(payment),
    status: "credited",
    amountState,
    reviewReason: null,
    creditedAmount: formatCents(credit),
    rate,
    rateReason,
    creditedDepositId: row.id,
    decidedBy: actorId,
    note: person?.note ?? null,
    updatedAt: at,
    version: raiseVersion(payment.version),
  };
  const operation: Operation = {
    operationId: toOperationId(payment),
    locks: { pools: {}, accounts: [investorAccount(payment.userId, "deposit_funds")] },
    expects: {
      rows: [
        ...(deposit ? [{ table: "deposits", id: deposit.id, version: deposit.version } as const] : []),
        { table: "depositPayments", id: payment.id, version: payment.version },
      ],
      // Another payment of this deposit that was credited meanwhile has used the same fractions of a cent.
      ...(deposit ? { credited: [{ depositId: deposit.id, amount: context.creditedForDeposit }] } : {}),
      ...(actorId === null ? {} : { moneyAdministrators: [actorId] }),
    },
    transaction: {
      kind: "deposit",
      actorId,
      reason: null,
      entries: toLedgerEntries(
        buildDepositPostings(payment.userId, payment.network === "MPESA" ? "mpesa" : "crypto", credit),
      ),
    },
    writes: {
      deposits: [row],
      depositPayments: [after],
      audit: [buildAudit(payment, row, after, person)],
    },
  };
  return rates === null ? operation : expectRate(operation, payment.currency ?? "", rates.inForce);
}

/** Stores the answer to a person's decision in its commit. */
export function withAnswer(operation: Operation, payment: PaymentRow, requestKey: RequestKey | null): Operation {
  const [after] = operation.writes?.depositPayments ?? [];
  if (requestKey === null || !after) return operation;
  const body = JSON.stringify(toDecidedPayment(payment, after));
  return { ...operation, answer: { ...requestKey, status: 200, body } };
}

/** The payment as the answer to a decision has it. One that waits for a person has its confirmations. */
export function toDecidedPayment(payment: PaymentRow, after: RowFor<"depositPayments">): DepositPayment {
  const { id, transactionHash, currency, token, coins, confirmationsNeeded, seenAt, confirmedAt, timing } = payment;
  return {
    id,
    transactionHash,
    currency,
    token,
    coins: coins.includes(".") ? coins.replace(/\.?0+$/, "") : coins,
    status: after.status,
    timing,
    amountState: after.amountState as DepositPayment["amountState"],
    confirmations: confirmationsNeeded,
    confirmationsNeeded,
    seenAt: seenAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    creditedAmount: after.creditedAmount,
    rate: after.rate,
    rateReason: after.rateReason as DepositPayment["rateReason"],
  };
}

/** `receivedAmount` is only set when it differs from the request. */
function toReceived({ amount }: DepositRow, credit: Cents): Pick<DepositRow, "status" | "receivedAmount"> {
  return { status: "completed", receivedAmount: parseCents(amount) === credit ? null : formatCents(credit) };
}

/** A completed deposit of its own, linked to the one whose address it came to. */
function buildLinkedDeposit(
  payment: PaymentRow,
  deposit: DepositRow | null,
  { credit, rate, at, isTest }: { credit: Cents; rate: string; at: Date; isTest: boolean },
): DepositRow {
  const coins = parseDecimal(payment.coins, COIN_PLACES) / 10n ** BigInt(COIN_PLACES - DEPOSIT_COIN_PLACES);
  return {
    id: randomUUID(),
    userId: payment.userId,
    amount: formatCents(credit),
    currency: payment.currency ?? "",
    network: payment.network,
    walletAddress: payment.walletAddress,
    isTestAddress: deposit?.isTestAddress ?? isTest,
    cryptoAmount: formatDecimal(coins === 0n ? 1n : coins, DEPOSIT_COIN_PLACES),
    rate,
    receivedAmount: null,
    transactionHash: null,
    status: "completed",
    settledBy: null,
    settledAt: at,
    lateFor: deposit === null ? null : (deposit.lateFor ?? deposit.id),
    createdAt: at,
    updatedAt: at,
    version: "1",
  };
}

function toDoorPayment({ id, depositId, timing, note }: PaymentRow) {
  return { id, depositId, timing, note } as const;
}

function buildAudit(
  payment: PaymentRow,
  row: DepositRow,
  after: RowFor<"depositPayments">,
  person: PersonDecision | null,
): RowFor<"audit"> {
  return {
    actorId: person?.administratorId ?? null,
    action: "deposit.payment-credit",
    subjectType: "deposit",
    subjectId: row.id,
    before: { status: payment.status, reviewReason: payment.reviewReason },
    after: {
      status: row.status,
      amount: after.creditedAmount,
      transactionHash: payment.transactionHash,
      timing: payment.timing,
      rate: after.rate,
      rateReason: after.rateReason,
      amountState: after.amountState,
      note: after.note,
    },
    address: person?.address ?? null,
  };
}
