import { FREE_EXCESS_PCT } from "@wazi/contracts";
import { add, computeExcessCredit, formatCents, parseCents, subtract, type Cents } from "@wazi/domain";
import {
  findAdjustedSince,
  type AdjustmentControl,
  type AskedAdjustment,
  type First,
  type NamedAdjustmentRow,
  type Operation,
  takeIfFresh,
} from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { readAboutUser } from "../../people/api.ts";
import { creditStart, type CreditStart, toCreditArgument } from "./store.ts";
import type { DepositDeps } from "./create-deposit.ts";

/** A deposit, the amount credited for its request so far, and the amount that administrators may still adjust alone. */
export interface CreditControl extends Pick<CreditStart, "deposit" | "requested" | "credited" | "prices"> {
  control: AdjustmentControl;
}

/**
 * Reads a deposit for an administrator's decision, or takes it from the first read.
 * @throws AppError NOT_FOUND
 */
export async function readCreditControl(
  { sql, now, adjustmentLimits: limits }: DepositDeps,
  { depositId, adminId }: { depositId: string; adminId: string },
  first: First<CreditStart> | null = null,
): Promise<CreditControl> {
  const argument = toCreditArgument(depositId, findAdjustedSince(now()));
  const read = takeIfFresh(first) ?? (await readAboutUser(sql.byKey, adminId, creditStart, argument));
  if (read === null) throw new AppError("NOT_FOUND", "Deposit not found.");
  const { deposit, requested, credited, sums, since, prices } = read;
  return { deposit, requested, credited, prices, control: { ...sums, limits, userId: deposit.userId, adminId, since } };
}

/** Describes a credit as an adjustment: what it adds to the request counts for the limit of one administrator. */
export function toAskedCredit(
  { deposit, requested, credited }: CreditControl,
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
