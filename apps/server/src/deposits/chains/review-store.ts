import type { DepositPayment, ReviewPayment, UnmatchedReport } from "@wazi/contracts";
import { personColumn } from "../../record/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { CONFIRMATIONS } from "../requests/store.ts";

const COLUMNS = `p.id, p.transaction_hash as "transactionHash", p.currency, p.token, trim_scale(p.coins)::text as coins, p.status,
  p.timing, p.amount_state as "amountState", (${CONFIRMATIONS})::integer as confirmations,
  p.confirmations_needed as "confirmationsNeeded", to_char(p.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "seenAt",
  p.credited_amount::text as "creditedAmount", trim_scale(p.rate)::text as rate`;

export type ListedReview = Omit<ReviewPayment, "estimate">;

/** Payments that wait for an administrator, the oldest first. */
export function listReviews(sql: Queryable, limit: number): Promise<ListedReview[]> {
  return sql<ListedReview[]>`
    select ${sql.raw(COLUMNS)}, p.network, p.wallet_address as "walletAddress", p.user_id as "userId", p.deposit_id as "depositId",
      p.review_reason as "reviewReason", ${sql.raw(personColumn("p.user_id", "user"))}
    from deposit_payments p where p.status = 'review' order by p.seen_at, p.id limit ${limit}`;
}

export async function countReviews(sql: Queryable): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::integer as total from deposit_payments where status = 'review'`;
  return row?.total ?? 0;
}

export async function findListedPayment(sql: Queryable, id: string): Promise<DepositPayment | null> {
  const [row] = await sql<DepositPayment[]>`select ${sql.raw(COLUMNS)} from deposit_payments p where p.id = ${id}`;
  return row ?? null;
}

/** Reports of M-Pesa with a problem that nobody decided on, the oldest first. */
export function listUnmatched(sql: Queryable, limit: number): Promise<UnmatchedReport[]> {
  return sql<UnmatchedReport[]>`
    select id::text, transaction_id as receipt, trim_scale(amount)::text as amount, reference, problem,
      to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "receivedAt"
    from mpesa_events where problem is not null and decided_by is null order by id limit ${limit}`;
}
