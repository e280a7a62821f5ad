import { AppError } from "../../platform/base/app-error.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { findOwners } from "../chains/store.ts";
import { savePayment } from "./handle-events.ts";
import type { MpesaDepositDeps } from "./open-mpesa-deposits.ts";
import { readReference } from "./mpesa-reference.ts";
import { decideReportsOf } from "./store.ts";
import * as texts from "../../messages/deposits.ts";

/**
 * The investor that an account number belongs to.
 * @throws AppError VALIDATION no investor has it · FORBIDDEN it is the administrator's own
 */
export async function findCreditedOwner(
  sql: Tx | MpesaDepositDeps["sql"],
  typed: string,
  administratorId: string,
): Promise<{ reference: string }> {
  const reference = readReference(typed) ?? "";
  const owner = (await findOwners(sql, "MPESA", [reference])).get(reference);
  if (owner === undefined) {
    const message = texts.accountNumberUnknown;
    throw new AppError("VALIDATION", message, { fields: { accountNumber: message } });
  }
  if (owner === administratorId) throw new AppError("FORBIDDEN", texts.paymentOwn);
  return { reference };
}

/**
 * Stores a payment that only a statement shows, in the caller's transaction. It is credited by the rules for deposits, at the
 * rate of now, because a statement's line has no time. A payment that is known by its receipt stays one payment.
 */
export async function saveStatementPayment(
  deps: Pick<MpesaDepositDeps, "findRate" | "now">,
  tx: Tx,
  payment: { reference: string; receipt: string; amount: string; administratorId: string },
): Promise<void> {
  const { reference, receipt, amount, administratorId } = payment;
  const seen = { receivedAt: deps.now(), paidAt: null };
  const problem = await savePayment({ sql: tx, findRate: deps.findRate }, seen, reference, receipt, amount);
  if (problem !== null) throw new AppError("CONFLICT", problem);
  await decideReportsOf(tx, receipt, administratorId);
}
