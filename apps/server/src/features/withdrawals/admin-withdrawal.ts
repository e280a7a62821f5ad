import type { AdminWithdrawal } from "@wazi/contracts";
import type { Queryable } from "../../db/pool.ts";
import { listConfirmations, type ConfirmationRow } from "./confirmation-store.ts";
import { destinationTextOf } from "./destination-text.ts";
import { fourEyesOf, type FourEyesAbove } from "./four-eyes.ts";
import { withdrawalOf, type OwnedWithdrawalRow } from "./store.ts";

/**
 * A withdrawal as administrators see it.
 * @param confirmations of this withdrawal, the latest first
 */
export function adminWithdrawalOf(
  row: OwnedWithdrawalRow,
  confirmations: readonly ConfirmationRow[],
  above: FourEyesAbove,
): AdminWithdrawal {
  return {
    ...withdrawalOf(row),
    user: row.owner,
    settledBy: row.settler,
    settledAt: row.settledAt?.toISOString() ?? null,
    destination: destinationTextOf(row),
    ...fourEyesOf(row, confirmations, above),
  };
}

/** The same of many, in the order given. */
export async function toAdminWithdrawals(
  { sql, fourEyesAbove }: { sql: Queryable; fourEyesAbove: FourEyesAbove },
  rows: readonly OwnedWithdrawalRow[],
): Promise<AdminWithdrawal[]> {
  const given = new Map<string, ConfirmationRow[]>(rows.map(({ id }) => [id, []]));
  for (const each of await listConfirmations(sql, [...given.keys()])) given.get(each.withdrawalId)?.push(each);
  return rows.map((row) => adminWithdrawalOf(row, given.get(row.id) ?? [], fourEyesAbove));
}
