import type { AdminRole } from "@wazi/contracts";
import { personColumn, type Person } from "../../core/identity/person-store.ts";
import type { Queryable, Tx } from "../../db/pool.ts";

/** An administrator's word, once given, that a withdrawal may be paid out. */
export interface ConfirmationRow {
  withdrawal_id: string;
  confirmed_by: string;
  confirmer: Person;
  /** What they may do now; null where they no longer are an administrator. */
  confirmer_role: AdminRole | null;
  amount: string;
  destination: string;
  confirmed_at: Date;
}

/** All that were ever given for these withdrawals, the latest first. */
export function listConfirmations(sql: Queryable, withdrawalIds: readonly string[]): Promise<ConfirmationRow[]> {
  return sql<ConfirmationRow[]>`
    select c.withdrawal_id, c.confirmed_by, c.amount::text, c.destination, c.confirmed_at,
      ${sql.raw(personColumn("c.confirmed_by", "confirmer"))},
      (select case when u.is_admin and u.deleted_at is null then u.admin_role end from users u where u.id = c.confirmed_by)
        as confirmer_role
    from withdrawal_confirmations c where c.withdrawal_id = any(${withdrawalIds}::uuid[]) order by c.id desc`;
}

export async function insertConfirmation(
  tx: Tx,
  row: Pick<ConfirmationRow, "withdrawal_id" | "confirmed_by" | "amount" | "destination" | "confirmed_at">,
): Promise<void> {
  await tx`
    insert into withdrawal_confirmations (withdrawal_id, confirmed_by, amount, destination, confirmed_at)
    values (${row.withdrawal_id}, ${row.confirmed_by}, ${row.amount}, ${row.destination}, ${row.confirmed_at})`;
}

/**
 * Nobody changes this withdrawal, and nobody else confirms it, until the transaction ends. In the door's order: what
 * settles a withdrawal holds its owner's accounts by the time it comes here, and nothing here waits for those.
 */
export async function lockWithdrawal(tx: Tx, id: string): Promise<void> {
  await tx`select from withdrawals where id = ${id} for no key update`;
}
