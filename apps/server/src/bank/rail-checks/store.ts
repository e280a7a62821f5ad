import { type Difference, isAfter, type LedgerPosition } from "../../ledger/api.ts";
import { GIVEN_INTEREST } from "../statements/interest-arrivals/store.ts";
import { part, type Part, type Queryable, raw } from "../../platform/db/pool.ts";

const FEES = "(select id from ledger_accounts where code = 'platform:fees')";

/** A row's time is its process's, and may be set some time before its commit. */
const OVERLAP = "interval '1 hour'";

/** The condition that one of these columns has a time after a position; true for the beginning of the ledger. */
function isChangedSince({ takenAt }: LedgerPosition, ...columns: readonly string[]): Part {
  if (takenAt === null) return part`true`;
  // One after the other, because PostgreSQL knows how many rows have such a time in a column.
  return columns
    .map((column) => part`${raw(column)} >= ${takenAt}::timestamptz - ${raw(OVERLAP)}`)
    .reduce((one, other) => part`(${one} or ${other})`);
}

/**
 * The state of each withdrawal follows from its payment, and the fees in the ledger are those of the payments and of the charges
 * that were booked from statements. Fees without a ledger transaction of their own, and postings without a payout, are compared as a sum.
 */
export function listPayoutDifferences(sql: Queryable, since: LedgerPosition): Promise<Difference[]> {
  return sql<Difference[]>`
    select 'payouts and withdrawals' as check, 'withdrawal ' || w.id as subject,
      case when p.state = 'confirmed' then 'completed' when p.state = 'reversed' then 'rejected' else 'processing' end as expected,
      w.status as actual
    from payouts p join withdrawals w on w.id = p.withdrawal_id
    where ((p.state = 'confirmed' and w.status <> 'completed') or (p.state = 'reversed' and w.status <> 'rejected')
        or (p.state in ('sent', 'unknown') and w.status <> 'processing'))
      and (p.state in ('sent', 'unknown') or p.state = 'reversed'
        or (p.state = 'confirmed' and ${isChangedSince(since, "p.ended_at")}))
    union all
    select 'fee of each withdrawal', 'withdrawal ' || p.withdrawal_id, coalesce(p.fee, 0)::numeric(20, 2)::text, posted.fee::text
    from payouts p cross join lateral (
      select coalesce(-sum(e.amount), 0)::numeric(20, 2) as fee from ledger_entries e
      where e.transaction_id = p.fee_transaction_id and e.account_id = ${sql.raw(FEES)}) posted
    where p.fee_transaction_id is not null and ${isAfter(since, "p.fee_transaction_id")} and coalesce(p.fee, 0) <> posted.fee
    union all
    select 'other fees of payouts', 'platform:fees', paid.fees::text, posted.fees::text
    from (select coalesce(sum(fee), 0)::numeric(20, 2) as fees from payouts
        where ${since.takenAt === null} and state in ('confirmed', 'reversed', 'failed') and fee_transaction_id is null) paid,
      (select coalesce(-sum(e.amount), 0)::numeric(20, 2) as fees from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        where e.account_id = ${sql.raw(FEES)} and ${isAfter(since, "e.transaction_id")} and t.kind in ('withdrawal-paid', 'payout-fee')
          and not exists (select from payouts p where p.fee_transaction_id = t.id)) posted
    where paid.fees <> posted.fees
    union all
    select 'charges of statements', 'platform:fees', booked.most::text, posted.charges::text
    from (select coalesce(sum(amount) filter (where ${isDecidedAfter(since, "+")}), 0)::numeric(20, 2) as least,
        coalesce(sum(amount) filter (where ${isDecidedAfter(since, "-")}), 0)::numeric(20, 2) as most
        from statement_charges where status = 'booked') booked,
      (select coalesce(-sum(e.amount), 0)::numeric(20, 2) as charges from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        where e.account_id = ${sql.raw(FEES)} and ${isAfter(since, "e.transaction_id")} and t.kind = 'rail-charge') posted
    where posted.charges not between booked.least and booked.most`;
}

/** A charge that was decided near the position may be on either side of it. */
function isDecidedAfter({ takenAt }: LedgerPosition, sign: "+" | "-"): Part {
  return takenAt === null ? part`true` : part`decided_at > ${takenAt}::timestamptz ${raw(sign)} ${raw(OVERLAP)}`;
}

/** The payment of a transaction on a chain is confirmed soon after the transaction has its confirmations. */
const CONFIRMED_AFTER = "interval '10 minutes'";

/** Each payout that a chain's transaction paid is confirmed, and each confirmed one that was in a transaction was paid by it. */
export function listChainDifferences(sql: Queryable, since: LedgerPosition): Promise<Difference[]> {
  return sql<Difference[]>`
    select 'payouts and transactions' as check, 'withdrawal ' || p.withdrawal_id as subject,
      'paid in transaction ' || coalesce(p.receipt, 'none') as expected,
      case when t.ended_at is null then 'not final' when p.reference = any(t.mined_paid) then 'paid in ' || t.mined_hash
        else 'not paid' end as actual
    from chain_payouts c join payouts p using (reference) join chain_transfers t on t.id = c.transfer_id
    where p.state in ('confirmed', 'reversed')
      and (t.ended_at is null or not p.reference = any(t.mined_paid) or p.receipt is distinct from t.mined_hash)
      and (t.ended_at is null or ${isChangedSince(since, "t.ended_at", "p.ended_at")})
    union all
    select 'transactions and payouts', 'withdrawal ' || p.withdrawal_id, 'confirmed', p.state
    from chain_payouts c join payouts p using (reference) join chain_transfers t on t.id = c.transfer_id
    where p.reference = any(t.mined_paid) and t.ended_at < now() - ${sql.raw(CONFIRMED_AFTER)}
      and p.state not in ('confirmed', 'reversed') and (p.ended_at is null or ${isChangedSince(since, "t.ended_at", "p.ended_at")})`;
}

/**
 * Each payment that was credited has its completed deposit, each deposit that was credited without an administrator has its
 * payment, and so does each report of M-Pesa that was handled.
 */
export function listDepositDifferences(sql: Queryable, since: LedgerPosition): Promise<Difference[]> {
  return sql<Difference[]>`
    select 'payments and deposits' as check, 'payment ' || p.transaction_hash as subject,
      'completed, ' || p.credited_amount as expected,
      coalesce(d.status || ', ' || coalesce(d.received_amount, d.amount), 'no deposit') as actual
    from deposit_payments p left join deposits d on d.id = p.credited_deposit_id
    where p.status = 'credited' and ${isChangedSince(since, "p.updated_at")}
      and (d.id is null or d.status <> 'completed' or coalesce(d.received_amount, d.amount) <> p.credited_amount)
    union all
    select 'deposits and payments', 'deposit ' || d.id, 'a payment of ' || coalesce(d.received_amount, d.amount), 'none'
    from deposits d
    where d.status = 'completed' and d.settled_by is null and d.transaction_hash is not null
      and ${isChangedSince(since, "d.settled_at")}
      and not exists (select from deposit_payments p where p.credited_deposit_id = d.id)
    union all
    select 'reports and payments', 'receipt ' || e.transaction_id, 'a payment', 'none'
    from mpesa_events e
    where e.handled_at is not null and e.problem is null and e.transaction_id is not null
      and ${isChangedSince(since, "e.handled_at")}
      and (e.kind <> 'push' or e.result_code = '0')
      and not exists (select from deposit_payments p where p.network = 'MPESA' and p.transaction_hash = e.transaction_id)`;
}

/** The interest of statements that pools got, in US dollars, and the last day that is fixed. */
export async function sumGivenInterest(sql: Queryable): Promise<{ day: string | null; given: string }> {
  const [row] = await sql<{ day: string | null; given: string }[]>`
    select (select max(day) from interest_days)::text as day,
      coalesce((select sum(${sql.raw(GIVEN_INTEREST)}) from pool_interest i where i.source = 'statements'), 0)::numeric(30, 12)::text as given`;
  return row ?? { day: null, given: "0" };
}

/** Days on which a pool got more than its part, or had none. */
export function listInterestDifferences(sql: Queryable): Promise<Omit<Difference, "check">[]> {
  return sql<Omit<Difference, "check">[]>`
    select 'bot ' || i.bot_id || ' on ' || i.day as subject, 'at most $' || coalesce(s.part, 0)::numeric(30, 12) as expected,
      '$' || (${sql.raw(GIVEN_INTEREST)})::numeric(30, 12) as actual
    from pool_interest i left join interest_day_shares s on s.bot_id = i.bot_id and s.day = i.day
    where i.source = 'statements' and ${sql.raw(GIVEN_INTEREST)} > coalesce(s.part, 0) order by i.day, i.bot_id`;
}
