import { formatAmount, roleAllows, type AdminWithdrawal } from "@wazi/contracts";
import { formatCents, parseCents, type Cents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { formatName } from "../../record/api.ts";
import type { ConfirmationRow, OwnedWithdrawalRow, WithdrawalRow } from "./store.ts";
import { formatDestination } from "./destination.ts";
import { isOpen } from "./transitions.ts";
import * as texts from "../../messages/withdrawals.ts";

/** A withdrawal and what its investor asked for in the 24 hours up to it, itself included. */
type CountedWithdrawal = Pick<OwnedWithdrawalRow, keyof WithdrawalRow | "dayAmount">;

/** Withdrawals above this amount need two administrators; undefined if one is always enough. */
export type FourEyesAbove = Cents | undefined;

/** Counts the investor's requests of 24 hours, so that splitting an amount does not avoid the second administrator. */
function needsConfirmation(withdrawal: CountedWithdrawal, above: FourEyesAbove): boolean {
  return isOpen(withdrawal.status) && above !== undefined && parseCents(withdrawal.dayAmount) > above;
}

/** A confirmation covers exactly one amount and one destination. */
const matchesWithdrawal = (withdrawal: WithdrawalRow, { amount, destination }: ConfirmationRow): boolean =>
  parseCents(amount) === parseCents(withdrawal.amount) && destination === formatDestination(withdrawal);

const canStillConfirm = ({ confirmerRole: role }: ConfirmationRow): boolean =>
  role !== null && roleAllows(role, "money");

/**
 * Returns the confirmations that match the withdrawal and whose administrators may still settle withdrawals. A finished
 * withdrawal keeps its confirmations.
 * @param confirmations of this withdrawal, latest first
 */
export function listValidConfirmations(
  withdrawal: WithdrawalRow,
  confirmations: readonly ConfirmationRow[],
): ConfirmationRow[] {
  return confirmations.filter(
    (each) => matchesWithdrawal(withdrawal, each) && (!isOpen(withdrawal.status) || canStillConfirm(each)),
  );
}

/**
 * Returns the other administrator who confirmed the withdrawal, or null if no confirmation is needed.
 * @throws AppError CONFLICT with what is missing
 */
export function requireConfirmation(
  withdrawal: CountedWithdrawal,
  confirmations: readonly ConfirmationRow[],
  completedBy: string,
  above: FourEyesAbove,
): string | null {
  if (above === undefined || !needsConfirmation(withdrawal, above)) return null;
  const valid = listValidConfirmations(withdrawal, confirmations);
  const others = valid.find(({ confirmedBy: by }) => by !== completedBy);
  if (others) return others.confirmedBy;
  throw new AppError(
    "CONFLICT",
    `${describeRule(withdrawal, above)} ${explainMissingConfirmation(withdrawal, valid[0], confirmations[0])}`,
  );
}

function describeRule({ amount, dayAmount }: CountedWithdrawal, above: Cents): string {
  if (above === 0n) return texts.fourEyesAlways;
  const limit = formatAmount(formatCents(above));
  if (parseCents(amount) <= above) return texts.fourEyesAboveDay({ asked: formatAmount(dayAmount), limit });
  return texts.fourEyesAboveAmount({ limit });
}

function explainMissingConfirmation(
  withdrawal: WithdrawalRow,
  own: ConfirmationRow | undefined,
  latest: ConfirmationRow | undefined,
): string {
  if (own) return texts.confirmationOwnOnly({ name: formatName(own.confirmer) });
  if (!latest) return texts.confirmationMissing;
  const { confirmer, amount, destination } = latest;
  const name = formatName(confirmer);
  return matchesWithdrawal(withdrawal, latest)
    ? texts.confirmationByFormerAdministrator({ name })
    : texts.confirmationOfOther({ name, amount: formatAmount(amount), destination });
}

/** @throws AppError CONFLICT no second administrator is needed */
export function refuseUnneededConfirmation(withdrawal: CountedWithdrawal, above: FourEyesAbove): void {
  if (needsConfirmation(withdrawal, above)) return;
  const hasLimit = above === undefined ? "no" : "yes";
  const limit = above === undefined ? "" : formatAmount(formatCents(above));
  throw new AppError("CONFLICT", texts.confirmationUnneeded({ hasLimit, limit }));
}

/** The values that an administrator saw. */
export interface ExpectedWithdrawal {
  amount: string;
  destination: string;
}

/** @throws AppError CONFLICT the values differ from the withdrawal's current ones */
export function refuseIfChanged(withdrawal: WithdrawalRow, seen: ExpectedWithdrawal): void {
  const destination = formatDestination(withdrawal);
  const isAmount = parseCents(seen.amount) === parseCents(withdrawal.amount);
  const isDestination = seen.destination === destination;
  if (isAmount && isDestination) return;
  const message = texts.withdrawalChanged({ amount: formatAmount(withdrawal.amount), destination });
  const fields = { ...(isAmount ? {} : { amount: message }), ...(isDestination ? {} : { destination: message }) };
  throw new AppError("CONFLICT", message, { fields });
}

export function toConfirmationStatus(
  withdrawal: CountedWithdrawal,
  confirmations: readonly ConfirmationRow[],
  above: FourEyesAbove,
): Pick<AdminWithdrawal, "needsConfirmation" | "dayAmount" | "confirmation"> {
  const [latest] = listValidConfirmations(withdrawal, confirmations);
  return {
    needsConfirmation: needsConfirmation(withdrawal, above),
    dayAmount: isOpen(withdrawal.status) ? withdrawal.dayAmount : null,
    confirmation: latest
      ? {
          confirmedBy: { ...latest.confirmer, id: latest.confirmedBy },
          confirmedAt: latest.confirmedAt.toISOString(),
          amount: latest.amount,
          destination: latest.destination,
        }
      : null,
  };
}
