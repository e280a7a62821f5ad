import type { Queryable } from "../db/pool.ts";

/** The newest transactions whose entries are summed at each reading. Comparing the books checks all of them. */
const SUMMED_TRANSACTIONS = 1_000;

/** The sum, in cents, of the entries of the newest transactions. It is 0 unless the ledger is wrong. */
export async function readLedgerImbalance(sql: Queryable): Promise<number> {
  const [row] = await sql<{ cents: string }[]>`
    select (coalesce(sum(amount), 0) * 100)::bigint::text as cents from ledger_entries
    where transaction_id > (select coalesce(max(id), 0) - ${SUMMED_TRANSACTIONS} from ledger_transactions)`;
  return Number(row?.cents ?? 0);
}

/** Mails that were given up and not sent again. */
export async function countFailedMails(sql: Queryable): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from mail_outbox where failed_at is not null`;
  return row?.count ?? 0;
}
