import { formatAmount, type AccountFigures, type AdminUserDetail } from "@wazi/contracts";
import { sumCents } from "../../../lib/cents.ts";

/** What the figures of an account are called, wherever they stand in the back office. */
export const figureLabels = {
  balance: "Balance",
  depositFunds: "Deposit funds",
  profitFunds: "Profit funds",
  totalInvested: "Invested",
  totalProfit: "Running profit",
  withdrawalHold: "On hold",
} as const satisfies Partial<Record<keyof AccountFigures, string>>;

/** "1 session", "3 sessions". */
function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What is pending, such as "1 deposit and 1 verification"; undefined where nothing is. */
function describePending({ deposits, withdrawals, verifications }: AdminUserDetail["pending"]): string | undefined {
  const parts = [
    ...(deposits > 0 ? [formatCount(deposits, "deposit")] : []),
    ...(withdrawals > 0 ? [formatCount(withdrawals, "withdrawal")] : []),
    ...(verifications > 0 ? [formatCount(verifications, "verification")] : []),
  ];
  if (parts.length === 0) return undefined;
  return parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

/** What deactivating does to exactly this user, sentence by sentence. */
export function describeDeactivation({ positions, sessions, pending }: AdminUserDetail): string[] {
  const worth = formatAmount(sumCents(positions.map(({ value }) => value)));
  const stale = positions.filter(({ fresh }) => !fresh);
  const waiting = describePending(pending);
  return [
    positions.length === 0
      ? "They have no positions to be closed."
      : `Closes ${formatCount(positions.length, "position")} worth $${worth} (${positions.map(({ name }) => name).join(", ")}). The money goes to their balance.`,
    ...(stale.length === 0
      ? []
      : [`${stale.map(({ name }) => name).join(", ")}: no fresh price right now, so closed as soon as there is one.`]),
    sessions === 0
      ? "They are signed in nowhere."
      : `Ends ${formatCount(sessions, "session")}: they are signed out everywhere.`,
    ...(waiting === undefined ? [] : [`Stays pending, for you to decide on: ${waiting}.`]),
    "They can still sign in to read, download their statement and withdraw. Everything else is closed to them until you activate them again.",
  ];
}

/** What deleting does to exactly this user, sentence by sentence. */
export function describeDeletion({ sessions }: AdminUserDetail): string[] {
  return [
    "Erases their name, contact, birthday and documents. It can’t be undone.",
    sessions === 0
      ? "They are signed in nowhere."
      : `Ends ${formatCount(sessions, "session")}. They can’t sign in any more.`,
    "The ledger and the audit log stay as they are, under a name that belongs to nobody.",
  ];
}

/** What the status of an identity check means for the user. */
export const kycEffects = {
  approved: "They count as verified, whatever was submitted, and are told so.",
  rejected: "They are told that their verification was rejected, and can submit documents again.",
  pending: "They count as not verified until somebody decides.",
} as const satisfies Record<AdminUserDetail["user"]["kycStatus"], string>;
