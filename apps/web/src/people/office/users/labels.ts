import { formatAmount, type AccountFigures, type AdminUserDetail } from "@wazi/contracts";
import { sumCents } from "../../../lib/cents.ts";
import { formatCount } from "../../../office/display/format-count.ts";
import * as texts from "../../../messages/admin-users.ts";

/** The names of account figures in the back office. */
export const figureLabels = {
  balance: texts.balance,
  depositFunds: texts.depositFunds,
  profitFunds: texts.profitFunds,
  totalInvested: texts.invested,
  totalProfit: texts.runningProfit,
  withdrawalHold: texts.onHold,
} as const satisfies Partial<Record<keyof AccountFigures, string>>;

/** "1 deposit and 1 verification"; undefined if nothing is pending. */
function describePending({ deposits, withdrawals, verifications }: AdminUserDetail["pending"]): string | undefined {
  const parts = [
    ...(deposits > 0 ? [formatCount(deposits, "deposit")] : []),
    ...(withdrawals > 0 ? [formatCount(withdrawals, "withdrawal")] : []),
    ...(verifications > 0 ? [formatCount(verifications, "verification")] : []),
  ];
  if (parts.length === 0) return undefined;
  return parts.length === 1
    ? parts[0]
    : texts.pendingPartsLast({ parts: parts.slice(0, -1).join(", "), at: parts.at(-1) ?? "" });
}

/** The effects of deactivating this user. */
export function describeDeactivation({ positions, sessions, pending }: AdminUserDetail): string[] {
  const worth = formatAmount(sumCents(positions.map(({ value }) => value)));
  const stale = positions.filter(({ fresh }) => !fresh);
  const waiting = describePending(pending);
  return [
    positions.length === 0
      ? texts.deactivationNoPositions
      : texts.deactivationClosesPositions({
          positions: formatCount(positions.length, "position"),
          worth,
          map: positions.map(({ name }) => name).join(", "),
        }),
    ...(stale.length === 0
      ? []
      : [texts.deactivationStalePositions({ map: stale.map(({ name }) => name).join(", ") })]),
    sessions === 0
      ? texts.effectNoSessions
      : texts.deactivationEndsSessions({ sessions: formatCount(sessions, "session") }),
    ...(waiting === undefined ? [] : [texts.deactivationPending({ waiting })]),
    texts.deactivationStillSignsIn,
  ];
}

/** The effects of deleting this user. */
export function describeDeletion({ sessions }: AdminUserDetail): string[] {
  return [
    texts.deletionErases,
    sessions === 0
      ? texts.effectNoSessions
      : texts.deletionEndsSessions({ sessions: formatCount(sessions, "session") }),
    texts.deletionKeepsLedger,
  ];
}

/** The effect of each KYC status on the user. */
export const kycEffects = {
  approved: texts.kycEffectApproved,
  rejected: texts.kycEffectRejected,
  pending: texts.kycEffectPending,
} as const satisfies Record<AdminUserDetail["user"]["kycStatus"], string>;
