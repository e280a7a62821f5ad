import { randomUUID } from "node:crypto";
import type { AdminDeposit, WaitingAdjustment, BodyOf, creditLateDeposit as call } from "@wazi/contracts";
import { buildDepositPostings, formatCents, investorAccount, parseCents } from "@wazi/domain";
import {
  needsSecond,
  requestApproval,
  type First,
  type NamedAdjustmentRow,
  toLedgerEntries,
  type Operation,
  createOperationId,
  type RequestKey,
} from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import type { ActingAdministrator, AuditActor } from "../../record/api.ts";
import { runAdministratorOperation } from "../../people/api.ts";
import type { DepositNetwork } from "../addresses/configured-addresses.ts";
import { computeCryptoAmount, computeOldestRateTime, type DepositDeps } from "./create-deposit.ts";
import {
  computeRate,
  type CreditStart,
  type DepositRow,
  isHashUsed,
  type OwnedDepositRow,
  toAdminDeposit,
} from "./store.ts";
import {
  type CreditControl,
  expectCredited,
  readCreditControl,
  recordCreditAlone,
  requireApprovedCredit,
  toAskedCredit,
} from "./settle-deposit.ts";
import { formatTransactionHash, readPaymentReference } from "./transaction-hash.ts";
import * as texts from "../../messages/deposits.ts";

type Body = BodyOf<typeof call>;
type Answer = { status: 201; body: AdminDeposit } | { status: 202; body: WaitingAdjustment };

/**
 * Credits money that arrived late or for a closed deposit, as a separate completed deposit linked to the original one. It
 * uses the current rate, or the original deposit's without a fresh price. A deposit may have several late ones, each with
 * its own transaction. Above ADMIN_ALONE_DAILY_LIMIT it waits for another administrator.
 * @throws AppError VALIDATION invalid hash · NOT_FOUND · FORBIDDEN own deposit · CONFLICT still pending, or the transaction is already credited
 */
export function creditLateDeposit(
  deps: DepositDeps,
  input: {
    admin: ActingAdministrator;
    depositId: string;
    body: Body;
    requestKey: RequestKey | null;
    /** The data that was read with the session. */
    first?: First<CreditStart> | null;
  },
): Promise<Answer> {
  const { admin, depositId, first = null } = input;
  return runAdministratorOperation(deps, admin.id, input.requestKey, {
    read: async (isFirst) => {
      const credit = await readCreditControl(deps, { depositId, adminId: admin.id }, isFirst ? first : null);
      const { network } = credit.deposit;
      const transactionHash = readPaymentReference(input.body.transactionHash, network, !deps.requireHash);
      const isCredited = await isHashUsed(deps.sql, transactionHash);
      return { credit, body: { ...input.body, transactionHash }, isCredited };
    },
    decide: ({ credit, body, isCredited }): { operation: Operation; answer: Answer } => {
      const { deposit: meant } = credit;
      if (meant.userId === admin.id) throw new AppError("FORBIDDEN", texts.lateDepositOwn);
      if (meant.status === "pending") {
        throw new AppError("CONFLICT", texts.lateDepositPending);
      }
      if (isCredited) throw new AppError("CONFLICT", texts.transactionCredited);
      const now = deps.now();
      const row = buildLateDeposit(meant, body, { rate: findLateRate(deps, credit), settledBy: admin.id, now });
      const asked = toAskedCredit(credit, {
        kind: "late-deposit",
        amount: parseCents(row.amount),
        transactionHash: row.transactionHash,
        reason: body.reason,
      });
      if (needsSecond("creditLateDeposit", credit.control, asked.counted))
        return requestApproval(credit.control, asked, { admin, now });
      const act = { admin, now, act: "creditLateDeposit" as const };
      return {
        operation: recordCreditAlone(buildOperation(meant, row, admin), credit, asked, act),
        answer: { status: 201, body: toAdminDeposit({ ...row, owner: meant.owner, settler: admin.person }) },
      };
    },
  });
}

/**
 * Decides the operation of late money above the request that another administrator approved.
 * @throws AppError CONFLICT money was credited for the same request since, or the transaction is already credited
 */
export async function applyApprovedLateCredit(
  deps: DepositDeps,
  adjustment: NamedAdjustmentRow,
  approver: ActingAdministrator,
): Promise<Operation> {
  const { depositId, transactionHash } = adjustment;
  if (depositId === null || transactionHash === null) throw new AppError("NOT_FOUND", texts.depositNotFound);
  const credit = await readCreditControl(deps, { depositId, adminId: approver.id });
  const { deposit: meant } = credit;
  const amount = formatCents(requireApprovedCredit(adjustment, credit));
  if (await isHashUsed(deps.sql, transactionHash)) {
    throw new AppError("CONFLICT", texts.transactionCredited);
  }
  const rate = findLateRate(deps, credit);
  const row = buildLateDeposit(meant, { amount, transactionHash }, { rate, settledBy: approver.id, now: deps.now() });
  return expectCredited(buildOperation(meant, row, approver), credit);
}

/** The current rate, or the original deposit's without a fresh price. */
function findLateRate(deps: DepositDeps, { deposit, prices }: CreditControl): string {
  return computeRate(prices, deposit.currency, computeOldestRateTime(deps)) ?? deposit.rate;
}

function buildLateDeposit(
  meant: OwnedDepositRow,
  body: Body,
  { rate, settledBy, now }: { rate: string; settledBy: string; now: Date },
): DepositRow {
  return {
    id: randomUUID(),
    userId: meant.userId,
    amount: formatCents(parseCents(body.amount)),
    currency: meant.currency,
    network: meant.network,
    walletAddress: meant.walletAddress,
    isTestAddress: meant.isTestAddress,
    cryptoAmount: computeCryptoAmount(body.amount, rate),
    rate,
    receivedAmount: null,
    transactionHash: formatTransactionHash(body.transactionHash, meant.network as DepositNetwork),
    status: "completed",
    settledBy,
    settledAt: now,
    // Always the deposit that the address was created for, even if the request names another late deposit.
    lateFor: meant.lateFor ?? meant.id,
    createdAt: now,
    updatedAt: now,
    version: "1",
  };
}

function buildOperation(meant: DepositRow, row: DepositRow, admin: AuditActor): Operation {
  return {
    operationId: createOperationId(),
    locks: { pools: {}, accounts: [investorAccount(row.userId, "deposit_funds")] },
    expects: { rows: [{ table: "deposits", id: meant.id, version: meant.version }] },
    transaction: {
      kind: "deposit",
      actorId: admin.id,
      reason: null,
      entries: toLedgerEntries(buildDepositPostings(row.userId, "crypto", parseCents(row.amount))),
    },
    writes: {
      deposits: [row],
      audit: [
        {
          actorId: admin.id,
          action: "deposit.late-credit",
          subjectType: "deposit",
          subjectId: row.id,
          before: null,
          after: {
            status: row.status,
            amount: row.amount,
            transactionHash: row.transactionHash,
            lateFor: row.lateFor,
          },
          address: admin.address,
        },
      ],
    },
  };
}
