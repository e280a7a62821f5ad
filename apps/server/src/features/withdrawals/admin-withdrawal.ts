import type { AdminWithdrawal } from "@wazi/contracts";
import type { Queryable } from "../../db/pool.ts";
import { listConfirmations, type ConfirmationRow } from "./confirmation-store.ts";
import { formatDestination } from "./format-destination.ts";
import { toConfirmationStatus, type FourEyesAbove } from "./four-eyes.ts";
import { isCancelled, toWithdrawal, type OwnedWithdrawalRow } from "./store.ts";

/** @param confirmations of this withdrawal, latest first */
export function toAdminWithdrawal(
  row: OwnedWithdrawalRow,
  confirmations: readonly ConfirmationRow[],
  above: FourEyesAbove,
): AdminWithdrawal {
  return {
    ...toWithdrawal(row),
    user: row.owner,
    // A withdrawal that its owner cancelled has no deciding administrator.
    settledBy: isCancelled(row) ? null : row.settler,
    settledAt: row.settledAt?.toISOString() ?? null,
    destination: formatDestination(row),
    ...toConfirmationStatus(row, confirmations, above),
    hiddenBy: row.hider,
    hiddenAt: row.hiddenAt?.toISOString() ?? null,
  };
}

/** Keeps the given order. */
export async function toAdminWithdrawals(
  { sql, fourEyesAbove }: { sql: Queryable; fourEyesAbove: FourEyesAbove },
  rows: readonly OwnedWithdrawalRow[],
): Promise<AdminWithdrawal[]> {
  const given = new Map<string, ConfirmationRow[]>(rows.map(({ id }) => [id, []]));
  for (const each of await listConfirmations(sql, [...given.keys()])) given.get(each.withdrawalId)?.push(each);
  return rows.map((row) => toAdminWithdrawal(row, given.get(row.id) ?? [], fourEyesAbove));
}
