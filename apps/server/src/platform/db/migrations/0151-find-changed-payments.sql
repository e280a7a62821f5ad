-- The comparison of the books since a checkpoint reads only the payments that have changed since.
create index credited_payments_by_time on deposit_payments (updated_at) where status = 'credited';
create index credited_payments_by_deposit on deposit_payments (credited_deposit_id) where credited_deposit_id is not null;
create index watched_deposits_by_time on deposits (settled_at) where status = 'completed' and settled_by is null;
create index reversed_payouts on payouts (withdrawal_id) where state = 'reversed';
