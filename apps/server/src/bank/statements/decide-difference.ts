import { randomUUID } from "node:crypto";
import { type BodyOf, DAY_MS, type explainDifference as explainCall, type RailDifference } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, type AuditActor } from "../../record/api.ts";
import { type AloneRule, requireDecider } from "../../ledger/api.ts";
import type { Sql, Tx } from "../../platform/db/pool.ts";
import {
  findCreditedOwner,
  saveStatementPayment,
  handleMpesaEvents,
  type MpesaDepositDeps,
} from "../../deposits/api.ts";
import { readRailStatements } from "./compare-statements.ts";
import { insertArrival, lockInterestDays } from "./interest-arrivals/store.ts";
import {
  approveDecision,
  declineDecision,
  findReceipt,
  insertDecision,
  lockDecision,
  type DecisionContent,
  type StoredDecision,
} from "./store.ts";
import * as texts from "../../messages/bank.ts";

export interface DecisionDeps {
  sql: Sql;
  now: () => Date;
  aloneRule: AloneRule;
  /** Undefined without M-Pesa: then no line can be credited. */
  mpesa: MpesaDepositDeps | undefined;
  /** True where the pools share interest that has arrived. */
  sharesInterest: boolean;
}

/**
 * The first of two administrators decides what a difference is. Moves no money.
 * @throws AppError NOT_FOUND no such difference now · VALIDATION what was chosen does not fit it · CONFLICT it has a decision
 */
export async function explainDifference(
  { sql, now, mpesa, sharesInterest }: DecisionDeps,
  { admin, body }: { admin: AuditActor; body: BodyOf<typeof explainCall> },
): Promise<RailDifference> {
  const { account, key, note } = body;
  const find = async (): Promise<RailDifference | undefined> => {
    const { differences } = await readRailStatements(sql, now(), { canCredit: mpesa !== undefined, sharesInterest });
    return differences.find((each) => each.account === account && each.key === key);
  };
  const difference = await find();
  if (!difference) throw new AppError("NOT_FOUND", texts.differenceGone);
  const content = { note, ...(await readChoice({ sql, now }, difference, admin, body)) };
  await sql.begin(async (tx) => {
    const row = { id: randomUUID(), account, difference: key, ...content, proposedBy: admin.id, proposedAt: now() };
    if (!(await insertDecision(tx, row))) throw new AppError("CONFLICT", texts.differenceDecided);
    await insertAuditEvent(tx, {
      ...toEvent(admin, "statement.explain", row.id),
      after: { account, ...toAudit({ ...content, difference: key }) },
    });
  });
  const decided = await find();
  if (!decided) throw new AppError("CONFLICT", texts.differenceChanged);
  return decided;
}

const NO_CONTENT = { paymentId: null, accountNumber: null, paidFrom: null, paidUntil: null };

async function readChoice(
  { sql, now }: Pick<DecisionDeps, "sql" | "now">,
  { choices, candidates }: RailDifference,
  admin: AuditActor,
  { kind = "explain", paymentId, accountNumber, paidFrom, paidUntil }: BodyOf<typeof explainCall>,
): Promise<Omit<DecisionContent, "note">> {
  if (!choices.includes(kind)) throw refuse("kind", texts.differenceChoiceWrong);
  if (kind === "credit") {
    const { reference } = await findCreditedOwner(sql, accountNumber ?? "", admin.id);
    return { ...NO_CONTENT, kind, accountNumber: reference };
  }
  if (kind === "explain") return { ...NO_CONTENT, kind };
  if (kind === "interest") return { ...NO_CONTENT, kind, ...readPaidDays(paidFrom, paidUntil, now()) };
  const chosen = candidates.find(({ id }) => id === paymentId);
  if (!chosen) throw refuse("paymentId", texts.differencePaymentMissing);
  return { ...NO_CONTENT, kind, paymentId: chosen.id };
}

const MAX_PAID_DAYS = 366;

/** @throws AppError VALIDATION a day is missing or in the future, they are in the wrong order, or more than 366 days */
function readPaidDays(from: string | undefined, until: string | undefined, now: Date) {
  if (from === undefined) throw refuse("paidFrom", texts.interestFromMissing);
  if (until === undefined) throw refuse("paidUntil", texts.interestUntilMissing);
  if (until > now.toISOString().slice(0, 10)) throw refuse("paidUntil", texts.interestDayAhead);
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw refuse("paidUntil", texts.interestDaysReversed);
  if (days > MAX_PAID_DAYS) throw refuse("paidFrom", texts.interestDaysTooMany({ most: MAX_PAID_DAYS }));
  return { paidFrom: from, paidUntil: until };
}

const refuse = (field: string, message: string): AppError =>
  new AppError("VALIDATION", message, { fields: { [field]: message } });

/**
 * Another administrator approves. A payment to credit is stored in the same commit, and credited by the rules for deposits.
 * @throws AppError NOT_FOUND · FORBIDDEN one's own decision, or one's own account · CONFLICT already approved
 */
export async function approveExplanation(
  { sql, now, mpesa, aloneRule: rule }: DecisionDeps,
  { admin, id }: { admin: AuditActor; id: string },
): Promise<void> {
  const kind = await sql.begin(async (tx) => {
    const decision = await lockOpen(tx, id);
    const { proposedBy } = decision;
    const by = { adminId: admin.id, proposedBy, now: now(), rule, own: texts.decisionNeedsAnother };
    await requireDecider(tx, "approveExplanation", by);
    if (decision.kind === "credit") await credit(mpesa, tx, decision, admin);
    if (decision.kind === "interest") await keepArrival(tx, { ...decision, id, at: now() });
    await approveDecision(tx, id, admin.id, now());
    await insertAuditEvent(tx, { ...toEvent(admin, "statement.approve", id), after: toAudit(decision) });
    return decision.kind;
  });
  if (kind === "credit" && mpesa) await handleMpesaEvents(mpesa);
}

/**
 * Takes a decision back that was not approved, so that another one can be proposed. Whoever proposed it can do so too.
 * @throws AppError NOT_FOUND · CONFLICT already approved
 */
export function declineExplanation(
  { sql, now }: DecisionDeps,
  { admin, id }: { admin: AuditActor; id: string },
): Promise<void> {
  return sql.begin(async (tx) => {
    const decision = await lockOpen(tx, id);
    await declineDecision(tx, id, admin.id, now());
    await insertAuditEvent(tx, { ...toEvent(admin, "statement.decline", id), after: toAudit(decision) });
  });
}

async function lockOpen(tx: Tx, id: string): Promise<StoredDecision> {
  const decision = await lockDecision(tx, id);
  if (!decision) throw new AppError("NOT_FOUND", texts.decisionNotFound);
  if (decision.isApproved) throw new AppError("CONFLICT", texts.decisionApproved);
  return decision;
}

async function credit(
  mpesa: MpesaDepositDeps | undefined,
  tx: Tx,
  { difference, accountNumber }: StoredDecision,
  admin: AuditActor,
): Promise<void> {
  if (!mpesa) throw new AppError("CONFLICT", texts.mpesaNotSetUp);
  const { reference } = await findCreditedOwner(tx, accountNumber ?? "", admin.id);
  const line = await findReceipt(tx, difference.split(":")[1] ?? "");
  if (!line?.receipt) throw new AppError("CONFLICT", texts.lineWithoutReceipt);
  const { receipt, amount } = line;
  await saveStatementPayment(mpesa, tx, { reference, receipt, amount, administratorId: admin.id });
}

async function keepArrival(
  tx: Tx,
  { id, difference, at }: { id: string; difference: string; at: Date },
): Promise<void> {
  await lockInterestDays(tx);
  const arrival = { decisionId: id, lineId: difference.split(":")[1] ?? "", at };
  if (!(await insertArrival(tx, arrival))) throw new AppError("CONFLICT", texts.differenceChanged);
}

const toAudit = ({ difference, kind, paymentId, accountNumber, paidFrom, paidUntil, note }: AuditedDecision) => ({
  ...{ difference, kind, paymentId, accountNumber, note },
  ...(kind === "interest" && { paidFrom, paidUntil }),
});

type AuditedDecision = DecisionContent & Pick<StoredDecision, "difference">;

const toEvent = (admin: AuditActor, action: string, subjectId: string) => ({
  actorId: admin.id,
  action,
  subjectType: "statement",
  subjectId,
  address: admin.address,
});
