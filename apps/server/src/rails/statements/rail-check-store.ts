import type { Difference } from "../../core/reconciliation/store.ts";
import type { Queryable } from "../../db/pool.ts";

/**
 * The state of each withdrawal follows from its payment, and the fees in the ledger are those of the payments and of the charges
 * that were booked from statements.
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
    select 'fees of payouts', 'platform:fees', paid.fees::text, posted.fees::text
    from (select coalesce(sum(fee), 0)::numeric(20, 2) as fees from payouts where state in ('confirmed', 'reversed', 'failed')) paid,
      (select coalesce(-sum(e.amount), 0)::numeric(20, 2) as fees from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        where e.account_id = (select id from ledger_accounts where code = 'platform:fees')
          and t.kind in ('withdrawal-paid', 'payout-fee')) posted
    where paid.fees <> posted.fees
    union all
    select 'charges of statements', 'platform:fees', booked.charges::text, posted.charges::text
    from (select coalesce(sum(amount), 0)::numeric(20, 2) as charges from statement_charges where status = 'booked') booked,
      (select coalesce(-sum(e.amount), 0)::numeric(20, 2) as charges from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        where e.account_id = (select id from ledger_accounts where code = 'platform:fees') and t.kind = 'rail-charge') posted
    where booked.charges <> posted.charges`;
}

/** Each payment that was credited has its completed deposit, and each report of M-Pesa that was handled has its payment. */
export function listDepositDifferences(sql: Queryable): Promise<Difference[]> {
  return sql<Difference[]>`
    select 'payments and deposits' as check, 'payment ' || p.transaction_hash as subject,
      'completed, ' || p.credited_amount as expected,
      coalesce(d.status || ', ' || coalesce(d.received_amount, d.amount), 'no deposit') as actual
    from deposit_payments p left join deposits d on d.id = p.credited_deposit_id
    where p.status = 'credited'
      and (d.id is null or d.status <> 'completed' or coalesce(d.received_amount, d.amount) <> p.credited_amount)
    union all
    select 'reports and payments', 'receipt ' || e.transaction_id, 'a payment', 'none'
    from mpesa_events e
    where e.handled_at is not null and e.problem is null and e.transaction_id is not null
      and (e.kind <> 'push' or e.result_code = '0')
      and not exists (select from deposit_payments p where p.network = 'MPESA' and p.transaction_hash = e.transaction_id)`;
}
