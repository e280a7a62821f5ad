import type { AdminWithdrawal, PayoutRailName } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";
import { listConfirmations, type ConfirmationRow } from "./confirmation-store.ts";
import { formatDestination } from "./format-destination.ts";
import { toConfirmationStatus, type FourEyesAbove } from "./four-eyes.ts";
import type { PayoutPlanner } from "./payout-approval.ts";
import { isCancelled, toWithdrawal, type OwnedWithdrawalRow } from "./store.ts";

interface ShowDeps {
  fourEyesAbove: FourEyesAbove;
  payouts: PayoutPlanner | null;
}

/** @param confirmations of this withdrawal, latest first */
export function toAdminWithdrawal(
  row: OwnedWithdrawalRow,
  confirmations: readonly ConfirmationRow[],
  { fourEyesAbove: above, payouts }: ShowDeps,
): AdminWithdrawal {
  return {
    ...toWithdrawal(row),
    user: row.owner,
    // A withdrawal that its owner cancelled has no deciding administrator.
    settledBy: isCancelled(row) ? null : row.settler,
    destination: formatDestination(row),
    payoutRail: row.status === "pending" ? ((payouts?.findRail(row) ?? null) as PayoutRailName | null) : null,
    recipient: row.recipient,
    ...toConfirmationStatus(row, confirmations, above),
    hiddenBy: row.hider,
    hiddenAt: row.hiddenAt?.toISOString() ?? null,
  };
}

/** Keeps the given order. */
export async function toAdminWithdrawals(
  { sql, ...deps }: { sql: Queryable } & ShowDeps,
  rows: readonly OwnedWithdrawalRow[],
): Promise<AdminWithdrawal[]> {
  const given = new Map<string, ConfirmationRow[]>(rows.map(({ id }) => [id, []]));
  for (const each of await listConfirmations(sql, [...given.keys()])) given.get(each.withdrawalId)?.push(each);
  return rows.map((row) => toAdminWithdrawal(row, given.get(row.id) ?? [], deps));
}
