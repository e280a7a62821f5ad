import { type ActName, type AdminDeposit, FREE_EXCESS_PCT, type WaitingAdjustment } from "@wazi/contracts";
import {
  add,
  buildDepositPostings,
  type Cents,
  computeExcessCredit,
  formatCents,
  investorAccount,
  maxCents,
  parseCents,
  subtract,
} from "@wazi/domain";
import {
  type AloneControl,
  type AskedAdjustment,
  createOperationId,
  computeHeldAmount,
  expectRate,
  findActsSince,
  type First,
  type HeldSettlement,
  type HoldDecision,
  listAppliedAlone,
  type NamedAdjustmentRow,
  needsSecond,
  type Operation,
  recordAct,
  requestApproval,
  type RequestKey,
  type RateHoldRow,
  type RowFor,
  takeIfFresh,
  toRateHoldJson,
  toAloneControl,
  toLedgerEntries,
  raiseVersion,
} from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { type ActingAdministrator, type AuditActor, formatActorAndTime } from "../../record/api.ts";
import { readAboutUser, runAdministratorOperation } from "../../people/api.ts";
import {
  type CreditStart,
  creditStart,
  type DepositRow,
  findDeposit,
  isHashUsed,
  type OwnedDepositRow,
  toAdminDeposit,
  toCreditArgument,
} from "./store.ts";
import { holdDeposit, readDepositRates } from "../rate-holds/hold-payment.ts";
import type { DepositDeps } from "./create-deposit.ts";
import { formatTransactionHash, readPaymentReference } from "./transaction-hash.ts";
import type { DepositNetwork } from "../addresses/configured-addresses.ts";
import * as texts from "../../messages/deposits.ts";

type Answer = { status: 200; body: AdminDeposit } | { status: 202; body: WaitingAdjustment };

/**
 * Credits a pending deposit or marks it failed, on an administrator's decision. Above ADMIN_ALONE_DAILY_LIMIT it waits for
 * another administrator.
 * @throws AppError NOT_FOUND · FORBIDDEN own deposit · CONFLICT no longer pending, or the transaction is already credited ·
 * VALIDATION invalid transaction hash, or none in live mode
 */
export function settleDeposit(
  deps: DepositDeps,
  input: {
    admin: ActingAdministrator;
    depositId: string;
    settlement: DepositSettlement & { reason?: string | undefined };
    requestKey: RequestKey | null;
    /** The data that was read with the session. */
    first?: First<CreditStart> | null;
  },
): Promise<Answer> {
  const { admin, depositId, first = null } = input;
  return runAdministratorOperation(deps, admin.id, input.requestKey, {
    read: async (isFirst) => {
      const credit = await readCreditControl(deps, { depositId, adminId: admin.id }, isFirst ? first : null);
      const settlement = readSettlement(input.settlement, credit.deposit.network, !deps.requireHash);
      const rates = await readDepositRates(deps.sql, credit.deposit);
      return { credit, settlement, rates, hashUsed: await isCredited(deps, settlement) };
    },
    decide: ({ credit, settlement, rates, hashUsed }): { operation: Operation; answer: Answer } => {
      const { deposit } = credit;
      if (deposit.userId === admin.id) throw new AppError("FORBIDDEN", texts.depositOwn);
      refuseEnded(deposit);
      const { operation, after } = buildDepositSettlement(deposit, settlement, admin, deps.now());
      if (deps.requireHash && settlement.status === "completed") refuseMissingHash(settlement, deposit);
      if (hashUsed) throw new AppError("CONFLICT", texts.transactionCredited);
      if (settlement.status === "completed" && rates?.isHeld) throw new AppError("CONFLICT", texts.depositRateHeld);
      const answer = { status: 200, body: toAdminDeposit({ ...deposit, ...after, settler: admin.person }) } as const;
      if (settlement.status === "failed") return { operation, answer };
      const now = deps.now();
      const asked = toAskedCredit(credit, {
        kind: "deposit",
        amount: parseCents(after.receivedAmount ?? after.amount),
        transactionHash: after.transactionHash,
        reason: settlement.reason,
      });
      if (needsSecond("settleDeposit", credit.control, asked.counted))
        return requestApproval(credit.control, asked, { admin, now });
      const act = { admin, now, act: "settleDeposit" as const };
      const hold = rates && holdDeposit(deposit, after, rates, { askedBy: admin.id, now });
      if (hold) {
        const amount = maxCents(asked.counted, parseCents(hold.row.heldAmount));
        const counted = { act: act.act, subjectId: deposit.id, amount, now };
        const body = toAdminDeposit({ ...deposit, rateHold: toRateHoldJson(hold.row) });
        return { operation: recordAct(hold.operation, credit.control, counted), answer: { status: 200, body } };
      }
      const credited = recordCreditAlone(operation, credit, asked, act);
      return { operation: rates ? expectRate(credited, deposit.currency, rates.inForce) : credited, answer };
    },
  });
}

/**
 * Decides the operation of a deposit whose credit above the request another administrator approved.
 * @throws AppError CONFLICT the deposit has ended or was credited since, or the transaction is already credited
 */
export async function applyApprovedCredit(
  deps: DepositDeps,
  adjustment: NamedAdjustmentRow,
  approver: ActingAdministrator,
): Promise<Operation> {
  const { depositId } = adjustment;
  if (depositId === null) throw new AppError("NOT_FOUND", texts.depositNotFound);
  const credit = await readCreditControl(deps, { depositId, adminId: approver.id });
  const { deposit } = credit;
  refuseEnded(deposit);
  const receivedAmount = formatCents(requireApprovedCredit(adjustment, credit));
  const transactionHash = adjustment.transactionHash ?? undefined;
  const settlement = { status: "completed", receivedAmount, transactionHash } as const;
  if (await isCredited(deps, settlement)) throw new AppError("CONFLICT", texts.transactionCredited);
  const { operation } = buildDepositSettlement(deposit, settlement, approver, deps.now());
  return expectCredited(operation, credit);
}

/**
 * Prepares the credit of a deposit that an administrator settled by hand and that is held because the rate has moved. If nobody decides in
 * time, it is settled on the decision of that administrator.
 * @returns null when it is no longer pending, or its transaction was credited meanwhile
 */
export async function prepareHeldDeposit(
  { sql }: Pick<DepositDeps, "sql">,
  hold: RateHoldRow,
  { amount, rateNow, now, by }: HoldDecision,
): Promise<HeldSettlement | null> {
  const deposit = hold.depositId === null ? null : await findDeposit(sql, hold.depositId);
  const actorId = by?.id ?? hold.askedBy;
  if (deposit?.status !== "pending" || actorId === null) return null;
  const transactionHash = hold.transactionHash ?? undefined;
  if (transactionHash !== undefined && (await isHashUsed(sql, transactionHash))) return null;
  const credited = amount === "shown" ? hold.shownAmount : computeHeldAmount(hold, rateNow.rate);
  const receivedAmount = parseCents(credited) === parseCents(deposit.amount) ? undefined : credited;
  const settlement = { status: "completed", receivedAmount, transactionHash } as const;
  const actor = { id: actorId, address: by?.address ?? null };
  return { operation: buildDepositSettlement(deposit, settlement, actor, now).operation, settles: true };
}

/** Reads the hash in the form in which it is compared. A failed deposit's is not credited, so any text may stay. */
function readSettlement<S extends DepositSettlement>(settlement: S, network: string, takesAny: boolean): S {
  const { status, transactionHash } = settlement;
  if (status !== "completed" || transactionHash === undefined) return settlement;
  return { ...settlement, transactionHash: readPaymentReference(transactionHash, network, takesAny) };
}

/** Tells the administrator who ended the deposit and when. */
function refuseEnded({ status, userId, settledBy: by, settler, settledAt: at }: OwnedDepositRow): void {
  if (status === "pending") return;
  const isOwn = by === userId;
  const actor = formatActorAndTime({ person: isOwn ? null : settler, at });
  throw new AppError("CONFLICT", texts.depositDecidedBy({ decision: isOwn ? "own" : status, ...actor }));
}

function refuseMissingHash({ transactionHash }: DepositSettlement, { network }: OwnedDepositRow): void {
  if (transactionHash !== undefined) return;
  const message = network === "MPESA" ? texts.receiptMissing : texts.hashMissing;
  throw new AppError("VALIDATION", message, { fields: { transactionHash: message } });
}

async function isCredited({ sql }: DepositDeps, { status, transactionHash }: DepositSettlement): Promise<boolean> {
  return status === "completed" && transactionHash !== undefined && (await isHashUsed(sql, transactionHash));
}

interface DepositSettlement {
  status: "completed" | "failed";
  receivedAmount?: string | undefined;
  transactionHash?: string | undefined;
}

/**
 * Builds the operation that ends a pending deposit. `completed` credits the received amount (by default the requested one),
 * `failed` moves no money. The row's version refuses a second settlement.
 * @param actor the administrator, or the investor for a cancellation
 * @throws AppError CONFLICT no longer pending
 */
export function buildDepositSettlement(
  deposit: DepositRow,
  settlement: DepositSettlement,
  actor: AuditActor,
  now: Date,
): { operation: Operation; after: DepositRow } {
  if (deposit.status !== "pending") throw new AppError("CONFLICT", texts.depositDecided);
  const { userId } = deposit;
  const received = settlement.receivedAmount === undefined ? null : formatCents(parseCents(settlement.receivedAmount));
  const after: DepositRow = {
    ...deposit,
    status: settlement.status,
    receivedAmount: settlement.status === "completed" ? received : null,
    // A failed deposit does not store the hash, so that the transaction can still be credited; the audit log keeps it.
    transactionHash:
      settlement.status === "completed" && settlement.transactionHash !== undefined
        ? formatTransactionHash(settlement.transactionHash, deposit.network as DepositNetwork)
        : null,
    settledBy: actor.id,
    settledAt: now,
    updatedAt: now,
    version: raiseVersion(deposit.version),
  };
  const credited = parseCents(after.receivedAmount ?? after.amount);
  const operation: Operation = {
    operationId: createOperationId(),
    locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
    expects: { rows: [{ table: "deposits", id: deposit.id, version: deposit.version }] },
    writes: { deposits: [after], audit: [buildAuditEvent(deposit, after, settlement, actor)] },
  };
  if (settlement.status === "failed") return { operation, after };
  const entries = toLedgerEntries(buildDepositPostings(userId, "crypto", credited));
  return {
    operation: { ...operation, transaction: { kind: "deposit", actorId: actor.id, reason: null, entries } },
    after,
  };
}

function buildAuditEvent(
  before: DepositRow,
  after: DepositRow,
  settlement: DepositSettlement,
  actor: AuditActor,
): RowFor<"audit"> {
  return {
    actorId: actor.id,
    action: actor.id === before.userId ? "deposit.cancel" : "deposit.settle",
    subjectType: "deposit",
    subjectId: before.id,
    before: { status: before.status },
    after: {
      status: after.status,
      receivedAmount: after.receivedAmount,
      transactionHash: settlement.transactionHash ?? null,
    },
    address: actor.address,
  };
}

/** A deposit, the amount credited for its request so far, and the amount that administrators may still adjust alone. */
export interface CreditControl extends Pick<CreditStart, "deposit" | "requested" | "credited" | "prices"> {
  control: AloneControl;
}

/**
 * Reads a deposit for an administrator's decision, or takes it from the first read.
 * @throws AppError NOT_FOUND
 */
export async function readCreditControl(
  { sql, now, aloneRule: rule }: DepositDeps,
  { depositId, adminId }: { depositId: string; adminId: string },
  first: First<CreditStart> | null = null,
): Promise<CreditControl> {
  const argument = toCreditArgument(depositId, findActsSince(now()));
  const read = takeIfFresh(first) ?? (await readAboutUser(sql.byKey, adminId, creditStart, argument));
  if (read === null) throw new AppError("NOT_FOUND", texts.depositNotFound);
  const { deposit, requested, credited, sums, since, prices } = read;
  return { deposit, requested, credited, prices, control: toAloneControl(sums, { adminId, since, rule }) };
}

/** Describes a credit that waits for another administrator, or that exceeds the request. All of it counts for what one administrator does alone. */
export function toAskedCredit(
  credit: CreditControl,
  input: {
    kind: "deposit" | "late-deposit";
    amount: Cents;
    transactionHash: string | null;
    reason: string | undefined;
  },
): AskedAdjustment {
  const { amount, reason } = input;
  const { deposit, requested } = credit;
  const credited = parseCents(credit.credited);
  return {
    kind: input.kind,
    userId: deposit.userId,
    user: deposit.owner,
    depositId: deposit.id,
    transactionHash: input.transactionHash,
    before: { requested: requested.amount, credited: formatCents(credited) },
    after: { requested: requested.amount, credited: formatCents(add(credited, amount)) },
    counted: amount,
    reason: reason || (isAsRequested(credit, amount) ? texts.creditAsRequested : null),
  };
}

/** True for a credit that exceeds the request by no more than rounding and fees explain. */
function isAsRequested({ requested, credited }: CreditControl, amount: Cents): boolean {
  const request = { requested: parseCents(requested.amount), credited: parseCents(credited), amount };
  return computeExcessCredit(request, FREE_EXCESS_PCT) === 0n;
}

/** Adds the record of a credit that one administrator decides alone. One above the request is also listed as an adjustment. */
export function recordCreditAlone(
  operation: Operation,
  credit: CreditControl,
  asked: AskedAdjustment,
  { act, ...by }: { act: ActName; admin: ActingAdministrator; now: Date },
): Operation {
  const { counted: amount } = asked;
  const expecting = expectCredited(operation, credit);
  const listed = isAsRequested(credit, amount) ? expecting : listAppliedAlone(expecting, asked, by);
  return recordAct(listed, credit.control, { act, subjectId: credit.deposit.id, amount, now: by.now });
}

/**
 * Returns the amount of an approved credit.
 * @throws AppError CONFLICT another credit for the same request came after it was asked for
 */
export function requireApprovedCredit({ before, after }: NamedAdjustmentRow, { credited }: CreditControl): Cents {
  const [was, is] = [parseCents(before["credited"] ?? "0"), parseCents(after["credited"] ?? "0")];
  if (parseCents(credited) === was) return subtract(is, was);
  throw new AppError("CONFLICT", texts.depositCreditedSince);
}

/** The door refuses the credit if another one for the same request came before it. */
export function expectCredited(operation: Operation, { requested, credited }: CreditControl): Operation {
  const expected = [{ depositId: requested.id, amount: credited }];
  return { ...operation, expects: { ...operation.expects, credited: expected } };
}
