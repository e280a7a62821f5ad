import { formatAmount, type AccountFigures, type AdminUserDetail } from "@wazi/contracts";
import { sumCents } from "../../../lib/cents.ts";

/** The names of account figures in the back office. */
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

/** "1 deposit and 1 verification"; undefined if nothing is pending. */
function describePending({ deposits, withdrawals, verifications }: AdminUserDetail["pending"]): string | undefined {
  const parts = [
    ...(deposits > 0 ? [formatCount(deposits, "deposit")] : []),
    ...(withdrawals > 0 ? [formatCount(withdrawals, "withdrawal")] : []),
    ...(verifications > 0 ? [formatCount(verifications, "verification")] : []),
  ];
  if (parts.length === 0) return undefined;
  return parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

/** The effects of deactivating this user. */
export function describeDeactivation({ positions, sessions, pending }: AdminUserDetail): string[] {
  const worth = formatAmount(sumCents(positions.map(({ value }) => value)));
  const stale = positions.filter(({ fresh }) => !fresh);
  const waiting = describePending(pending);
  return [
    positions.length === 0
      ? "They have no positions to close."
      : `Closes ${formatCount(positions.length, "position")} worth $${worth} (${positions.map(({ name }) => name).join(", ")}). The money goes to their balance.`,
    ...(stale.length === 0
      ? []
      : [`${stale.map(({ name }) => name).join(", ")}: no current price. It closes when a price arrives.`]),
    sessions === 0
      ? "They have no active sessions."
      : `Ends ${formatCount(sessions, "session")} and signs them out everywhere.`,
    ...(waiting === undefined ? [] : [`Still pending for your decision: ${waiting}.`]),
    "They can still sign in to view their account, download statements and withdraw. Everything else is blocked until you activate them again.",
  ];
}

/** The effects of deleting this user. */
export function describeDeletion({ sessions }: AdminUserDetail): string[] {
  return [
    "Erases their name, contact details, date of birth and documents. You cannot undo this.",
    sessions === 0
      ? "They have no active sessions."
      : `Ends ${formatCount(sessions, "session")}. They can no longer sign in.`,
    "The ledger and the audit log are kept without their name.",
  ];
}

/** The effect of each KYC status on the user. */
export const kycEffects = {
  approved: "They become verified, regardless of their documents, and are notified.",
  rejected: "They are notified of the rejection and can submit documents again.",
  pending: "They are not verified until an administrator decides.",
} as const satisfies Record<AdminUserDetail["user"]["kycStatus"], string>;
