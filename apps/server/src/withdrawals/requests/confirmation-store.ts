import type { AdminRole } from "@wazi/contracts";
import type { Person } from "@wazi/contracts";
import { personColumn } from "../../record/api.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";

/** An administrator's confirmation that a withdrawal may be paid out. */
export interface ConfirmationRow {
  withdrawalId: string;
  confirmedBy: string;
  confirmer: Person;
  /** The confirmer's current role; null if no longer an administrator. */
  confirmerRole: AdminRole | null;
  amount: string;
  destination: string;
  confirmedAt: Date;
}

/** All confirmations of these withdrawals, latest first. */
export function listConfirmations(sql: Queryable, withdrawalIds: readonly string[]): Promise<ConfirmationRow[]> {
  return sql<ConfirmationRow[]>`
    select c.withdrawal_id as "withdrawalId", c.confirmed_by as "confirmedBy", c.amount::text, c.destination,
      c.confirmed_at as "confirmedAt",
      ${sql.raw(personColumn("c.confirmed_by", "confirmer"))},
      (select case when u.is_admin and u.deleted_at is null then u.admin_role end from users u where u.id = c.confirmed_by)
        as "confirmerRole"
    from withdrawal_confirmations c where c.withdrawal_id = any(${withdrawalIds}::uuid[]) order by c.id desc`;
}

export async function insertConfirmation(
  tx: Tx,
  row: Pick<ConfirmationRow, "withdrawalId" | "confirmedBy" | "amount" | "destination" | "confirmedAt">,
): Promise<void> {
  await tx`
    insert into withdrawal_confirmations (withdrawal_id, confirmed_by, amount, destination, confirmed_at)
    values (${row.withdrawalId}, ${row.confirmedBy}, ${row.amount}, ${row.destination}, ${row.confirmedAt})`;
}

/**
 * Locks a withdrawal until the transaction ends, so that it cannot be changed or confirmed by others. This keeps the lock
 * order of the ledger's door: a settlement already holds the owner's accounts here, and this transaction never waits for them.
 */
export async function lockWithdrawal(tx: Tx, id: string): Promise<void> {
  await tx`select from withdrawals where id = ${id} for no key update`;
}
