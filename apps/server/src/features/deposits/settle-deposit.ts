import type { AdminDeposit } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { formatActorAndTime } from "../../core/audit/actor-and-time.ts";
import type { ActingAdministrator } from "../../core/audit/store.ts";
import { runAdministratorOperation } from "../../core/ledger/run-administrator-operation.ts";
import type { RequestKey } from "../../core/idempotency/request-key.ts";
import type { DepositDeps } from "./deposit-deps.ts";
import { buildDepositSettlement, type DepositSettlement } from "./deposit-settlement.ts";
import { toAdminDeposit, findDepositWithOwner, isHashUsed, type OwnedDepositRow } from "./store.ts";

/**
 * Credits a pending deposit or marks it failed, on an administrator's decision.
 * @throws AppError NOT_FOUND · FORBIDDEN own deposit · CONFLICT no longer pending, or the transaction is already credited ·
 * VALIDATION missing transaction hash in live mode
 */
export function settleDeposit(
  deps: DepositDeps,
  input: {
    admin: ActingAdministrator;
    depositId: string;
    settlement: DepositSettlement;
    requestKey: RequestKey | null;
  },
): Promise<{ status: 200; body: AdminDeposit }> {
  const { admin, depositId, settlement } = input;
  return runAdministratorOperation(deps, admin.id, input.requestKey, {
    read: async () => ({
      deposit: await findDepositWithOwner(deps.sql, depositId),
      hashUsed: await isCredited(deps, settlement),
    }),
    decide: ({ deposit, hashUsed }) => {
      if (!deposit) throw new AppError("NOT_FOUND", "Deposit not found.");
      if (deposit.userId === admin.id) throw new AppError("FORBIDDEN", "You cannot approve your own deposit.");
      refuseEnded(deposit);
      const { operation, after } = buildDepositSettlement(deposit, settlement, admin, deps.now());
      if (deps.requireHash && settlement.status === "completed") refuseMissingHash(settlement);
      if (hashUsed) throw new AppError("CONFLICT", "This transaction has already been credited.");
      return {
        operation,
        answer: { status: 200, body: toAdminDeposit({ ...deposit, ...after, settler: admin.person }) },
      };
    },
  });
}

/** Tells the administrator who ended the deposit and when. */
function refuseEnded({ status, userId, settledBy: by, settler, settledAt: at }: OwnedDepositRow): void {
  if (status === "pending") return;
  const decision =
    by === userId
      ? `cancelled by the investor${formatActorAndTime({ person: null, at })}`
      : `${status === "failed" ? "rejected" : status}${formatActorAndTime({ person: settler, at })}`;
  throw new AppError("CONFLICT", `This deposit is no longer pending: it was ${decision}`);
}

function refuseMissingHash({ transactionHash }: DepositSettlement): void {
  if (transactionHash !== undefined) return;
  const message = "Please enter the transaction hash. Real money is only credited with its transaction.";
  throw new AppError("VALIDATION", message, { fields: { transactionHash: message } });
}

async function isCredited({ sql }: DepositDeps, { status, transactionHash }: DepositSettlement): Promise<boolean> {
  return status === "completed" && transactionHash !== undefined && (await isHashUsed(sql, transactionHash));
}
