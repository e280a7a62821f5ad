import type { Queryable } from "../../platform/db/pool.ts";
import type { BookedPayment } from "./matching.ts";
import type { ImportRow } from "./store.ts";

type BookedRow = Omit<BookedPayment, "references"> & { references: (string | null)[] };

/** Payments that the statements of accounts of this kind should show, in both directions. */
export async function listBookedPayments(sql: Queryable, kind: ImportRow["kind"]): Promise<BookedPayment[]> {
  const isMpesa = kind === "mpesa";
  // One after the other, because the check of the books reads in one transaction.
  const rows = [
    ...(await listPayouts(sql, kind)),
    ...(await listReturns(sql, kind)),
    ...(isMpesa ? await listMpesaPayments(sql) : []),
    ...(await listHandSettled(sql, isMpesa)),
  ];
  return rows.map((row) => ({ ...row, references: row.references.filter((each): each is string => each !== null) }));
}

/** The days of M-Pesa's statements are days in Nairobi. */
const DAY_ZONE: Readonly<Record<ImportRow["kind"], string>> = { bank: "UTC", mpesa: "Africa/Nairobi" };

/** One that was paid by hand is known in US dollars only, so its amount in the statement's currency is not. */
function listPayouts(sql: Queryable, kind: ImportRow["kind"]): Promise<BookedRow[]> {
  return sql<BookedRow[]>`
    select w.id, false as "isIncoming",
      case when p.state in ('confirmed', 'reversed') and p.rail <> 'manual' then '-' || p.local_amount::text end as amount,
      case when p.rail <> 'manual' then p.currency end as currency,
      array[p.reference, p.provider_id, p.receipt, w.transaction_hash] as references,
      case when w.withdrawal_type = 'mpesa' then p.receipt end as receipt,
      coalesce(p.recipient_name, w.account_name, u.first_name || ' ' || u.last_name) as name,
      (coalesce(p.ended_at, w.settled_at) at time zone ${DAY_ZONE[kind]}::text)::date::text as day,
      case
        when p.fee_amount is not null then jsonb_build_object('amount', p.fee_amount::text, 'currency', p.fee_currency)
        when p.fee is not null then jsonb_build_object('amount', p.fee::text, 'currency', 'USD')
      end as fee
    from withdrawals w join users u on u.id = w.user_id
    left join lateral (
      select * from payouts p where p.withdrawal_id = w.id and p.state in ('confirmed', 'reversed') order by p.attempt desc limit 1
    ) p on true
    where w.withdrawal_type = ${kind} and (w.status = 'completed' or p.state = 'reversed')`;
}

/** Payouts that came back. The money may have come back to another account of ours. */
function listReturns(sql: Queryable, kind: ImportRow["kind"]): Promise<BookedRow[]> {
  return sql<BookedRow[]>`
    select p.id || ':returned' as id, true as "isIncoming", p.local_amount::text as amount, p.currency,
      array[p.reference, p.provider_id, p.receipt] as references, null as name, true as "isOptional",
      (w.updated_at at time zone ${DAY_ZONE[kind]}::text)::date::text as day
    from payouts p join withdrawals w on w.id = p.withdrawal_id
    where w.withdrawal_type = ${kind} and p.state = 'reversed'`;
}

/** Payments that M-Pesa reported, whether they were credited or not: all of them came in. */
function listMpesaPayments(sql: Queryable): Promise<BookedRow[]> {
  return sql<BookedRow[]>`
    select p.id, true as "isIncoming", trim_scale(p.coins)::text as amount, p.currency, array[p.transaction_hash] as references,
      p.transaction_hash as receipt, p.wallet_address as "accountNumber", u.first_name || ' ' || u.last_name as name,
      (p.seen_at at time zone 'Africa/Nairobi')::date::text as day,
      case
        when p.status = 'review' and p.review_reason <> 'vanished' then 'It waits for a decision on the Deposits page.'
        when p.status = 'seen' then 'It waits for a rate.'
      end as "waitsFor"
    from deposit_payments p join users u on u.id = p.user_id where p.network = 'MPESA' and p.status <> 'dropped'`;
}

/**
 * Deposits that an administrator completed by hand. A bank's statement may show one that has its reference; M-Pesa's should
 * show one with its reference or its amount.
 */
function listHandSettled(sql: Queryable, isMpesa: boolean): Promise<BookedRow[]> {
  return sql<BookedRow[]>`
    select d.id, true as "isIncoming", array[d.transaction_hash] as references, u.first_name || ' ' || u.last_name as name,
      case when not ${isMpesa}::boolean then coalesce(d.received_amount, d.amount)::text
        when d.received_amount is null then trim_scale(d.crypto_amount)::text end as amount,
      case when ${isMpesa}::boolean then 'KES' else 'USD' end as currency,
      case when ${isMpesa}::boolean then d.wallet_address end as "accountNumber",
      (d.settled_at at time zone 'Africa/Nairobi')::date::text as day, not ${isMpesa}::boolean as "isOptional"
    from deposits d join users u on u.id = d.user_id
    where (d.network = 'MPESA') = ${isMpesa}::boolean and d.status = 'completed' and d.settled_by is not null
      and (${isMpesa}::boolean or d.transaction_hash is not null)
      and not exists (select from deposit_payments p where p.credited_deposit_id = d.id)`;
}

/** Names of payments for administrators to choose from, by id. */
export async function describePayments(sql: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: string; label: string }[]>`
    select w.id::text, 'Payout of $' || w.amount || ' to ' || u.first_name || ' ' || u.last_name || ', ' || coalesce(w.settled_at, w.updated_at)::date as label
    from withdrawals w join users u on u.id = w.user_id where w.id::text = any(${ids}::text[])
    union all
    select p.id || ':returned', 'Return of the payout of $' || p.amount || ' to ' || u.first_name || ' ' || u.last_name
    from payouts p join withdrawals w on w.id = p.withdrawal_id join users u on u.id = w.user_id
    where p.id || ':returned' = any(${ids}::text[])
    union all
    select p.id::text, 'Deposit of ' || trim_scale(p.coins) || ' ' || coalesce(p.currency, '') || ' by ' || u.first_name || ' ' || u.last_name
      || ', ' || p.seen_at::date || ', ' || p.transaction_hash
    from deposit_payments p join users u on u.id = p.user_id where p.id::text = any(${ids}::text[])
    union all
    select d.id::text, 'Deposit of $' || coalesce(d.received_amount, d.amount) || ' by ' || u.first_name || ' ' || u.last_name
      || ', ' || d.settled_at::date
    from deposits d join users u on u.id = d.user_id where d.id::text = any(${ids}::text[])`;
  return new Map(rows.map(({ id, label }) => [id, label]));
}
