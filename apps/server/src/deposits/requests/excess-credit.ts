import { FREE_EXCESS_PCT } from "@wazi/contracts";
import { add, computeExcessCredit, formatCents, parseCents, subtract, type Cents } from "@wazi/domain";
import {
  readAdjustmentControl,
  type AdjustmentControl,
  type AskedAdjustment,
  readCredited,
  type NamedAdjustmentRow,
  type Operation,
} from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import type { DepositDeps } from "./deposit-deps.ts";
import { findDeposit, type OwnedDepositRow } from "./store.ts";

/** The amount credited for a request so far, and the amount that administrators may still adjust alone. */
interface CreditControl {
  control: AdjustmentControl;
  /** The deposit that the investor requested: the first one, also for late money. */
  requested: { id: string; amount: string };
  credited: string;
}

export async function readCreditControl(
  deps: DepositDeps,
  deposit: OwnedDepositRow,
  adminId: string,
): Promise<CreditControl> {
  const { sql, adjustmentLimits: limits } = deps;
  const first = deposit.lateFor === null ? deposit : ((await findDeposit(sql, deposit.lateFor)) ?? deposit);
  const [control, credited] = await Promise.all([
    readAdjustmentControl(sql, { userId: deposit.userId, adminId, now: deps.now(), limits }),
    readCredited(sql, first.id),
  ]);
  return { control, requested: { id: first.id, amount: first.amount }, credited };
}

/** Describes a credit as an adjustment: what it adds to the request counts for the limit of one administrator. */
export function toAskedCredit(
  deposit: OwnedDepositRow,
  { requested, credited }: CreditControl,
  input: {
    kind: "deposit" | "late-deposit";
    amount: Cents;
    transactionHash: string | null;
    reason: string | undefined;
  },
): AskedAdjustment {
  const { amount, reason } = input;
  const request = { requested: parseCents(requested.amount), credited: parseCents(credited), amount };
  return {
    kind: input.kind,
    userId: deposit.userId,
    user: deposit.owner,
    depositId: deposit.id,
    transactionHash: input.transactionHash,
    before: { requested: requested.amount, credited: formatCents(request.credited) },
    after: { requested: requested.amount, credited: formatCents(add(request.credited, amount)) },
    counted: computeExcessCredit(request, FREE_EXCESS_PCT),
    reason: reason ? reason : null,
  };
}

/**
 * Returns the amount of an approved credit.
 * @throws AppError CONFLICT another credit for the same request came after it was asked for
 */
export function requireApprovedCredit({ before, after }: NamedAdjustmentRow, { credited }: CreditControl): Cents {
  const [was, is] = [parseCents(before["credited"] ?? "0"), parseCents(after["credited"] ?? "0")];
  if (parseCents(credited) === was) return subtract(is, was);
  throw new AppError(
    "CONFLICT",
    "Money was credited for this deposit after the approval was asked for. Please reject it.",
  );
}

/** The door refuses the credit if another one for the same request came before it. */
export function expectCredited(operation: Operation, { requested, credited }: CreditControl): Operation {
  const expected = [{ depositId: requested.id, amount: credited }];
  return { ...operation, expects: { ...operation.expects, credited: expected } };
}
