import { formatAmount, roleAllows, type AdminWithdrawal } from "@wazi/contracts";
import { formatCents, parseCents, type Cents } from "@wazi/domain";
import { AppError } from "../../core/app-error.ts";
import { formatName } from "../../core/audit/actor-and-time.ts";
import type { ConfirmationRow } from "./confirmation-store.ts";
import { formatDestination } from "./format-destination.ts";
import type { WithdrawalRow } from "./store.ts";

/** Above how much a withdrawal needs two administrators; undefined where one is always enough. */
export type FourEyesAbove = Cents | undefined;

const isOpen = ({ status }: WithdrawalRow): boolean => status === "pending" || status === "processing";

/** Whether it waits for an administrator to complete it after another one has confirmed it. */
function needsConfirmation(withdrawal: WithdrawalRow, above: FourEyesAbove): boolean {
  return isOpen(withdrawal) && above !== undefined && parseCents(withdrawal.amount) > above;
}

/** A confirmation is of one amount to one destination, and of nothing else. */
const matchesWithdrawal = (withdrawal: WithdrawalRow, { amount, destination }: ConfirmationRow): boolean =>
  parseCents(amount) === parseCents(withdrawal.amount) && destination === formatDestination(withdrawal);

const canStillConfirm = ({ confirmerRole: role }: ConfirmationRow): boolean =>
  role !== null && roleAllows(role, "money");

/**
 * The confirmations on which a withdrawal may be paid out: of what it is now, and of who still may settle one. One that has
 * ended keeps those that it had.
 * @param confirmations of this withdrawal, the latest first
 */
export function listValidConfirmations(
  withdrawal: WithdrawalRow,
  confirmations: readonly ConfirmationRow[],
): ConfirmationRow[] {
  return confirmations.filter(
    (each) => matchesWithdrawal(withdrawal, each) && (!isOpen(withdrawal) || canStillConfirm(each)),
  );
}

/**
 * Who has confirmed a withdrawal that somebody else is about to complete; null where nobody has to.
 * @throws AppError CONFLICT saying what is missing
 */
export function requireConfirmation(
  withdrawal: WithdrawalRow,
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
    `${describeRule(above)} ${explainMissingConfirmation(withdrawal, valid[0], confirmations[0])}`,
  );
}

function describeRule(above: Cents): string {
  if (above === 0n) return "Every withdrawal needs two administrators.";
  return `Above $${formatAmount(formatCents(above))} a withdrawal needs two administrators.`;
}

function explainMissingConfirmation(
  withdrawal: WithdrawalRow,
  own: ConfirmationRow | undefined,
  latest: ConfirmationRow | undefined,
): string {
  if (own) return `${formatName(own.confirmer)} confirmed it; another administrator has to complete it.`;
  if (!latest) return "Nobody has confirmed this one yet: one administrator confirms it, another one completes it.";
  const { confirmer, amount, destination } = latest;
  const again = "it has to be confirmed again.";
  return matchesWithdrawal(withdrawal, latest)
    ? `${formatName(confirmer)} confirmed it, and may no longer settle withdrawals; ${again}`
    : `${formatName(confirmer)} confirmed $${formatAmount(amount)} to ${destination}, which is not what it is now; ${again}`;
}

/** @throws AppError CONFLICT no second administrator is asked for */
export function refuseUnneededConfirmation(withdrawal: WithdrawalRow, above: FourEyesAbove): void {
  if (needsConfirmation(withdrawal, above)) return;
  const rule = above === undefined ? "at no amount" : `only above $${formatAmount(formatCents(above))}`;
  throw new AppError(
    "CONFLICT",
    `This withdrawal needs no confirmation: two administrators are asked for ${rule}. It can be completed as it is.`,
  );
}

/** What an administrator had before their eyes. */
export interface ExpectedWithdrawal {
  amount: string;
  destination: string;
}

/** @throws AppError CONFLICT the withdrawal is another one by now, or the request names another one */
export function refuseIfChanged(withdrawal: WithdrawalRow, seen: ExpectedWithdrawal): void {
  const destination = formatDestination(withdrawal);
  const isAmount = parseCents(seen.amount) === parseCents(withdrawal.amount);
  const isDestination = seen.destination === destination;
  if (isAmount && isDestination) return;
  const message = `This withdrawal is $${formatAmount(withdrawal.amount)} to ${destination}, which is not what you have seen. Please look again.`;
  const fields = { ...(isAmount ? {} : { amount: message }), ...(isDestination ? {} : { destination: message }) };
  throw new AppError("CONFLICT", message, { fields });
}

/** As the API shows it. */
export function toConfirmationStatus(
  withdrawal: WithdrawalRow,
  confirmations: readonly ConfirmationRow[],
  above: FourEyesAbove,
): Pick<AdminWithdrawal, "needsConfirmation" | "confirmation"> {
  const [latest] = listValidConfirmations(withdrawal, confirmations);
  return {
    needsConfirmation: needsConfirmation(withdrawal, above),
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
