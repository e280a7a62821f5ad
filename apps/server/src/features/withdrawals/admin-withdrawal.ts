import type { AdminWithdrawal } from "@wazi/contracts";
import type { Queryable } from "../../db/pool.ts";
import { listConfirmations, type ConfirmationRow } from "./confirmation-store.ts";
import { fourEyesOf, type FourEyesAbove } from "./four-eyes.ts";
import { adminWithdrawalOf, type OwnedWithdrawalRow } from "./store.ts";

/** Withdrawals as administrators see them, with who has confirmed them, in the order given. */
export async function toAdminWithdrawals(
  { sql, fourEyesAbove }: { sql: Queryable; fourEyesAbove: FourEyesAbove },
  rows: readonly OwnedWithdrawalRow[],
): Promise<AdminWithdrawal[]> {
  const given = new Map<string, ConfirmationRow[]>(rows.map(({ id }) => [id, []]));
  for (const each of await listConfirmations(sql, [...given.keys()])) given.get(each.withdrawal_id)?.push(each);
  return rows.map((row) => ({
    ...adminWithdrawalOf(row),
    ...fourEyesOf(row, given.get(row.id) ?? [], fourEyesAbove),
  }));
}
