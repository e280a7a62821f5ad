import type { AdminRole } from "@wazi/contracts";
import { personColumn, type Person } from "../../core/identity/person-store.ts";
import type { Queryable, Tx } from "../../db/pool.ts";

/** An administrator's word, once given, that a withdrawal may be paid out. */
export interface ConfirmationRow {
  withdrawalId: string;
  confirmedBy: string;
  confirmer: Person;
  /** What they may do now; null where they no longer are an administrator. */
  confirmerRole: AdminRole | null;
  amount: string;
  destination: string;
  confirmedAt: Date;
}

/** All that were ever given for these withdrawals, the latest first. */
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
 * Nobody changes this withdrawal, and nobody else confirms it, until the transaction ends. In the door's order: what
 * settles a withdrawal holds its owner's accounts by the time it comes here, and nothing here waits for those.
 */
export async function lockWithdrawal(tx: Tx, id: string): Promise<void> {
  await tx`select from withdrawals where id = ${id} for no key update`;
}
