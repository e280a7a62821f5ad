import { type ActName, formatAmount, roleAllows, type AdminWithdrawal, type Withdrawal } from "@wazi/contracts";
import { computeLeftInLimit, formatCents, parseCents, ZERO_CENTS } from "@wazi/domain";
import {
  type AloneControl,
  type AloneRule,
  explainStanding,
  findAloneLimit,
  lockAloneControl,
  needsSecond,
  recordActIn,
} from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { formatName } from "../../record/api.ts";
import type { Tx } from "../../platform/db/pool.ts";
import {
  type ConfirmationRow,
  type HeldWithdrawalRow,
  type OwnedWithdrawalRow,
  sumUnconfirmed,
  type WithdrawalRow,
} from "./store.ts";
import { formatDestination } from "./destination.ts";
import { isOpen } from "./transitions.ts";
import * as texts from "../../messages/withdrawals.ts";

/** True while an act on it would take this administrator above what one may do alone. */
function needsConfirmation(act: ActName, { status, amount }: WithdrawalRow, control: AloneControl): boolean {
  return isOpen(status) && needsSecond(act, control, parseCents(amount));
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
 * Returns the other administrator who confirmed the withdrawal and counts as a second person; null if none did and this one may do the act
 * alone.
 * @throws AppError CONFLICT with what is missing
 */
export function requireConfirmation(
  act: ActName,
  withdrawal: WithdrawalRow,
  confirmations: readonly ConfirmationRow[],
  control: AloneControl,
): string | null {
  const valid = listValidConfirmations(withdrawal, confirmations);
  const others = valid.filter(({ confirmedBy: by }) => by !== control.adminId);
  const second = others.find((each) => explainConfirmer(each, control) === null);
  if (second) return second.confirmedBy;
  if (!needsConfirmation(act, withdrawal, control)) return null;
  const [other] = others;
  const missing = other
    ? explainConfirmer(other, control)
    : explainMissingConfirmation(withdrawal, valid[0], confirmations[0]);
  throw new AppError("CONFLICT", `${describeRule(withdrawal, control)} ${missing}`);
}

/** Why the one who confirmed cannot be the second person for this administrator yet; null if they can. */
function explainConfirmer(
  { confirmer, decidesFrom, eligibleFrom }: ConfirmationRow,
  { now }: AloneControl,
): string | null {
  return explainStanding({ second: confirmer, first: null, from: decidesFrom, eligibleFrom }, now);
}

function describeRule({ amount }: WithdrawalRow, { limit, actedAlone, approvers }: AloneControl): string {
  const most = limit ?? ZERO_CENTS;
  const rule =
    most === 0n
      ? texts.aloneNothing
      : texts.aloneLimit({
          limit: formatAmount(formatCents(most)),
          left: formatAmount(formatCents(computeLeftInLimit(most, parseCents(actedAlone)))),
          amount: formatAmount(amount),
        });
  return approvers === 0 ? `${rule} ${texts.aloneNobodyElse}` : rule;
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

/**
 * Counts the end of what holds an investor's withdrawals, at what it frees: the waiting ones that no other administrator has confirmed.
 * Takes the lock of this administrator's acts, so all others come first.
 * @throws AppError CONFLICT it frees more than this one may still move alone
 */
export async function recordEndOfHold(
  tx: Tx,
  act: "releaseWithdrawal" | "unfreezeUser",
  whose: { adminId: string; investorId: string; now: Date; rule: AloneRule },
): Promise<AloneControl> {
  const control = await lockAloneControl(tx, whose);
  const amount = parseCents(await sumUnconfirmed(tx, whose));
  if (needsSecond(act, control, amount)) {
    const left = computeLeftInLimit(control.limit ?? ZERO_CENTS, parseCents(control.actedAlone));
    const given = { amount: formatAmount(formatCents(amount)), left: formatAmount(formatCents(left)) };
    throw new AppError("CONFLICT", texts.holdEndAbove(given));
  }
  await recordActIn(tx, control, { act, subjectId: whose.investorId, amount, now: whose.now });
  return control;
}

/** Tells the investor why a waiting withdrawal is not decided by one administrator alone. */
export function describePeople(
  { amount, people }: Pick<HeldWithdrawalRow, "amount" | "people">,
  rule: AloneRule,
): Pick<Withdrawal, "twoPeople"> {
  const above = people ? findAloneLimit(rule, people.administrators) : null;
  if (!people || above === null || parseCents(amount) <= above) return {};
  return { twoPeople: { above: formatCents(above), isPossible: people.deciders > 1 } };
}

/** @throws AppError CONFLICT no second administrator is ever needed */
export function refuseUnneededConfirmation({ limit }: AloneControl): void {
  if (limit === null) throw new AppError("CONFLICT", texts.confirmationUnneeded);
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
  withdrawal: OwnedWithdrawalRow,
  confirmations: readonly ConfirmationRow[],
  control: AloneControl,
): Pick<AdminWithdrawal, "needsConfirmation" | "dayAmount" | "confirmation"> {
  const [latest] = listValidConfirmations(withdrawal, confirmations);
  return {
    needsConfirmation: needsConfirmation("settleWithdrawal", withdrawal, control),
    dayAmount: isOpen(withdrawal.status) ? withdrawal.dayAmount : null,
    confirmation: latest
      ? {
          confirmedBy: { ...latest.confirmer, id: latest.confirmedBy },
          confirmedAt: latest.confirmedAt.toISOString(),
          amount: latest.amount,
          destination: latest.destination,
          shared: isOpen(withdrawal.status) ? latest.shared : [],
        }
      : null,
  };
}
