import { formatAmount, roleAllows, type AdminWithdrawal } from "@wazi/contracts";
import { formatCents, parseCents, type Cents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { formatName } from "../../record/api.ts";
import type { ConfirmationRow, OwnedWithdrawalRow, WithdrawalRow } from "./store.ts";
import { formatDestination } from "./destination.ts";
import { isOpen } from "./transitions.ts";

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
  if (above === 0n) return "Every withdrawal needs two administrators.";
  if (parseCents(amount) <= above) {
    const asked = `This investor asked for $${formatAmount(dayAmount)} in 24 hours.`;
    return `${asked} Above $${formatAmount(formatCents(above))} the withdrawals need two administrators.`;
  }
  return `Above $${formatAmount(formatCents(above))} a withdrawal needs two administrators.`;
}

function explainMissingConfirmation(
  withdrawal: WithdrawalRow,
  own: ConfirmationRow | undefined,
  latest: ConfirmationRow | undefined,
): string {
  if (own) return `${formatName(own.confirmer)} confirmed it; another administrator must complete it.`;
  if (!latest) return "It has not been confirmed yet. One administrator must confirm it and another must complete it.";
  const { confirmer, amount, destination } = latest;
  const again = "it must be confirmed again.";
  return matchesWithdrawal(withdrawal, latest)
    ? `${formatName(confirmer)} confirmed it but may no longer settle withdrawals; ${again}`
    : `${formatName(confirmer)} confirmed $${formatAmount(amount)} to ${destination}, which no longer matches; ${again}`;
}

/** @throws AppError CONFLICT no second administrator is needed */
export function refuseUnneededConfirmation(withdrawal: CountedWithdrawal, above: FourEyesAbove): void {
  if (needsConfirmation(withdrawal, above)) return;
  const rule = above === undefined ? "at no amount" : `only above $${formatAmount(formatCents(above))}`;
  throw new AppError(
    "CONFLICT",
    `This withdrawal needs no confirmation: two administrators are required ${rule}. It can be completed directly.`,
  );
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
  const message = `This withdrawal is $${formatAmount(withdrawal.amount)} to ${destination}, which is not what you saw. Please check again.`;
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
