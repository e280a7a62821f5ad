import { randomUUID } from "node:crypto";
import type { BodyOf, decideCharges as decideCall, proposeCharges as proposeCall, RailCharges } from "@wazi/contracts";
import { buildRailFeePostings, formatCents, parseCents, ZERO_CENTS } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, type AuditActor } from "../../record/api.ts";
import {
  type RequestKey,
  toLedgerEntries,
  type Operation,
  type AloneRule,
  createOperationId,
  type Door,
  expectSecond,
  raiseVersion,
  requireDecider,
} from "../../ledger/api.ts";
import { runAdministratorOperation } from "../../people/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { findPayoutRate } from "../../withdrawals/api.ts";
import { toCost, toRailCharges } from "./charge-cost.ts";
import { type ChargeRow, findCharge, insertCharge, type ListedCharge } from "./store.ts";
import { compareStatements, type Comparison } from "./compare-statements.ts";
import { sumAmounts } from "./match-charges.ts";
import type { OpenCharge } from "./matching.ts";
import * as texts from "../../messages/bank.ts";

export interface ChargeDeps {
  sql: Sql;
  door: Door;
  now: () => Date;
  aloneRule: AloneRule;
}

/** One month's charges can have this many lines. */
const MAX_LINES = 20_000;

/**
 * The first of two administrators proposes to book charges of a statement, at the latest rate. Moves no money.
 * @throws AppError NOT_FOUND no such charge now · PRICE_UNAVAILABLE no rate of the currency · CONFLICT proposed already
 */
export async function proposeCharges(
  { sql, now }: ChargeDeps,
  { admin, body }: { admin: AuditActor; body: BodyOf<typeof proposeCall> },
): Promise<RailCharges> {
  const { account, month, currency, note } = body;
  const compared = await compareStatements(sql);
  const lines = findCharges(compared, body).slice(0, MAX_LINES);
  const kind = compared.accounts.find((each) => each.account === account)?.kind;
  if (lines.length === 0 || kind === undefined) {
    throw new AppError("NOT_FOUND", texts.chargesGone);
  }
  const rate = await findPayoutRate(sql, currency, now());
  if (!rate) {
    const message = texts.chargeRateMissing({ currency });
    throw new AppError("PRICE_UNAVAILABLE", message, { retryAfterSeconds: 5 });
  }
  const localAmount = sumAmounts(lines.map(({ amount }) => amount));
  const row: ChargeRow = {
    ...{ id: randomUUID(), account, kind, month, currency, localAmount, note },
    ...{ rate: rate.price, rateAt: rate.at, amount: formatCents(toCost(localAmount, rate)) },
    ...{ status: "pending", proposedBy: admin.id, proposedAt: now(), version: "1" },
  };
  await sql.begin(async (tx) => {
    const ids = lines.map(({ lineId }) => lineId);
    if (!(await insertCharge(tx, row, ids))) throw new AppError("CONFLICT", texts.chargesChanged);
    const after = { account, month, currency, localAmount, amount: row.amount, lines: lines.length, note };
    await insertAuditEvent(tx, { ...toEvent(admin, "statement.propose-charges", row.id), after });
  });
  const listed = await findCharge(sql, row.id);
  if (!listed) throw new Error("The charges were stored");
  return toRailCharges(listed);
}

/** The open charges of the month, or one line that went out and is in no books. */
function findCharges(
  { openCharges, kinds }: Comparison,
  { account, month, currency, lineId }: BodyOf<typeof proposeCall>,
): Pick<OpenCharge, "lineId" | "amount">[] {
  if (lineId === undefined) {
    return openCharges.filter(
      (each) => each.account === account && each.day.startsWith(month) && each.currency === currency,
    );
  }
  const open = openCharges.find((each) => each.lineId === lineId);
  if (open) return [open];
  const isUnknown = kinds.some(({ matching }) =>
    matching.differences.some((each) => each.kind === "missing-in-books" && each.lineId === lineId),
  );
  const line = isUnknown ? kinds.flatMap(({ lines }) => lines).find(({ id }) => id === lineId) : undefined;
  const fits = line?.account === account && line.bookedOn.startsWith(month) && line.currency === currency;
  return line && fits ? [{ lineId, amount: line.amount.replace(/^-/, "") }] : [];
}

/**
 * Books the charges to the platform's fees, or declines, in the commit of the decision.
 * @throws AppError NOT_FOUND · FORBIDDEN one's own proposal, or not yet a second person · CONFLICT decided already
 */
export function decideCharges(
  deps: ChargeDeps,
  input: { admin: AuditActor; id: string; body: BodyOf<typeof decideCall>; requestKey: RequestKey | null },
): Promise<{ status: 200; body: RailCharges }> {
  const { admin, id, body } = input;
  return runAdministratorOperation(deps, admin.id, input.requestKey, {
    read: async () => {
      const row = await findCharge(deps.sql, id);
      if (!row) throw new AppError("NOT_FOUND", texts.chargesNotFound);
      if (row.status !== "pending") throw new AppError("CONFLICT", texts.chargesDecided({ status: row.status }));
      const now = deps.now();
      const { proposedBy } = row;
      const by = { adminId: admin.id, proposedBy, now, rule: deps.aloneRule, own: texts.chargesNeedAnother };
      if (body.decision === "book") await requireDecider(deps.sql, "decideCharges", by);
      return { row, now };
    },
    decide: ({ row, now }) => {
      const operation = buildDecision(row, body.decision, admin, now);
      return { operation, answer: { status: 200, body: toRailCharges({ ...row, status: "booked" }) } };
    },
  });
}

function buildDecision(row: ListedCharge, decision: "book" | "decline", admin: AuditActor, now: Date): Operation {
  const { id, account, kind, month, currency, localAmount, amount, note, proposedBy, version } = row;
  const cost = parseCents(amount);
  const isBooked = decision === "book";
  const status = isBooked ? "booked" : "declined";
  const changed = { id, status, decidedBy: admin.id, decidedAt: now, version: raiseVersion(version) } as const;
  return {
    operationId: createOperationId(),
    // One at a time: two decisions in one call of the door would not see each other.
    locks: { pools: {}, accounts: ["platform:fees"] },
    expects: {
      rows: [{ table: "statementCharges", id, version }],
      ...(isBooked && proposedBy !== admin.id
        ? expectSecond({ second: admin.id, first: proposedBy, at: now }, proposedBy)
        : {}),
    },
    ...(isBooked && cost !== ZERO_CENTS
      ? {
          transaction: {
            kind: "rail-charge" as const,
            actorId: admin.id,
            reason: `Charges of ${account}, ${month}`,
            entries: toLedgerEntries(buildRailFeePostings(kind, cost)),
          },
        }
      : {}),
    writes: {
      statementCharges: [changed],
      audit: [
        {
          ...toEvent(admin, `statement.${decision}-charges`, id),
          before: { status: row.status },
          after: { status, account, month, currency, localAmount, amount, note },
        },
      ],
    },
  };
}

const toEvent = (admin: AuditActor, action: string, subjectId: string) => ({
  actorId: admin.id,
  action,
  subjectType: "statement",
  subjectId,
  address: admin.address,
});
