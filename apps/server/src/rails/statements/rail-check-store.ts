import type { Difference } from "../../core/reconciliation/store.ts";
import type { Queryable } from "../../db/pool.ts";

const FEES = "(select id from ledger_accounts where code = 'platform:fees')";

/**
 * The state of each withdrawal follows from its payment, and the fees in the ledger are those of the payments and of the charges
 * that were booked from statements. A fee without its own ledger transaction, from before these were stored, is compared in a sum.
 */
export function listPayoutDifferences(sql: Queryable): Promise<Difference[]> {
  return sql<Difference[]>`
    select 'payouts and withdrawals' as check, 'withdrawal ' || w.id as subject,
      case when p.state = 'confirmed' then 'completed' when p.state = 'reversed' then 'rejected' else 'processing' end as expected,
      w.status as actual
    from payouts p join withdrawals w on w.id = p.withdrawal_id
    where (p.state = 'confirmed' and w.status <> 'completed') or (p.state = 'reversed' and w.status <> 'rejected')
      or (p.state in ('sent', 'unknown') and w.status <> 'processing')
    union all
    select 'fee of each withdrawal', 'withdrawal ' || p.withdrawal_id, coalesce(p.fee, 0)::numeric(20, 2)::text, posted.fee::text
    from payouts p cross join lateral (
      select coalesce(-sum(e.amount), 0)::numeric(20, 2) as fee from ledger_entries e
      where e.transaction_id = p.fee_transaction_id and e.account_id = ${sql.raw(FEES)}) posted
    where p.fee_transaction_id is not null and coalesce(p.fee, 0) <> posted.fee
    union all
    select 'other fees of payouts', 'platform:fees', paid.fees::text, posted.fees::text
    from (select coalesce(sum(fee), 0)::numeric(20, 2) as fees from payouts
        where state in ('confirmed', 'reversed', 'failed') and fee_transaction_id is null) paid,
      (select coalesce(-sum(e.amount), 0)::numeric(20, 2) as fees from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        where e.account_id = ${sql.raw(FEES)} and t.kind in ('withdrawal-paid', 'payout-fee')
          and not exists (select from payouts p where p.fee_transaction_id = t.id)) posted
    where paid.fees <> posted.fees
    union all
    select 'charges of statements', 'platform:fees', booked.charges::text, posted.charges::text
    from (select coalesce(sum(amount), 0)::numeric(20, 2) as charges from statement_charges where status = 'booked') booked,
      (select coalesce(-sum(e.amount), 0)::numeric(20, 2) as charges from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        where e.account_id = ${sql.raw(FEES)} and t.kind = 'rail-charge') posted
    where booked.charges <> posted.charges`;
}

/** The payment of a transaction on a chain is confirmed soon after the transaction has its confirmations. */
const CONFIRMED_AFTER = "interval '10 minutes'";

/** Each payout that a chain's transaction paid is confirmed, and each confirmed one that was in a transaction was paid by it. */
export function listChainDifferences(sql: Queryable): Promise<Difference[]> {
  return sql<Difference[]>`
    select 'payouts and transactions' as check, 'withdrawal ' || p.withdrawal_id as subject,
      'paid in transaction ' || coalesce(p.receipt, 'none') as expected,
      case when t.ended_at is null then 'not final' when p.reference = any(t.mined_paid) then 'paid in ' || t.mined_hash
        else 'not paid' end as actual
    from chain_payouts c join payouts p using (reference) join chain_transfers t on t.id = c.transfer_id
    where p.state in ('confirmed', 'reversed')
      and (t.ended_at is null or not p.reference = any(t.mined_paid) or p.receipt is distinct from t.mined_hash)
    union all
    select 'transactions and payouts', 'withdrawal ' || p.withdrawal_id, 'confirmed', p.state
    from chain_payouts c join payouts p using (reference) join chain_transfers t on t.id = c.transfer_id
    where p.reference = any(t.mined_paid) and t.ended_at < now() - ${sql.raw(CONFIRMED_AFTER)}
      and p.state not in ('confirmed', 'reversed')`;
}

/**
 * Each payment that was credited has its completed deposit, each deposit that was credited without an administrator has its
 * payment, and so does each report of M-Pesa that was handled.
 */
export function listDepositDifferences(sql: Queryable): Promise<Difference[]> {
  return sql<Difference[]>`
    select 'payments and deposits' as check, 'payment ' || p.transaction_hash as subject,
      'completed, ' || p.credited_amount as expected,
      coalesce(d.status || ', ' || coalesce(d.received_amount, d.amount), 'no deposit') as actual
    from deposit_payments p left join deposits d on d.id = p.credited_deposit_id
    where p.status = 'credited'
      and (d.id is null or d.status <> 'completed' or coalesce(d.received_amount, d.amount) <> p.credited_amount)
    union all
    select 'deposits and payments', 'deposit ' || d.id, 'a payment of ' || coalesce(d.received_amount, d.amount), 'none'
    from deposits d
    where d.status = 'completed' and d.settled_by is null and d.transaction_hash is not null
      and not exists (select from deposit_payments p where p.credited_deposit_id = d.id)
    union all
    select 'reports and payments', 'receipt ' || e.transaction_id, 'a payment', 'none'
    from mpesa_events e
    where e.handled_at is not null and e.problem is null and e.transaction_id is not null
      and (e.kind <> 'push' or e.result_code = '0')
      and not exists (select from deposit_payments p where p.network = 'MPESA' and p.transaction_hash = e.transaction_id)`;
}
