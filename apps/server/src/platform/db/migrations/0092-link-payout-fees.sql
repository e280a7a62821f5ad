-- The ledger transaction that posted a payout's fee, so that the fee of each withdrawal can be compared with the ledger. Null for
-- payouts without a fee, and for those before this migration, whose fees are compared as one sum.
alter table payouts add column fee_transaction_id bigint references ledger_transactions (id);
create unique index one_payout_for_each_fee on payouts (fee_transaction_id) where fee_transaction_id is not null;
