-- The list of an investor's deposits looks up the payments that were credited to each. Without this index it read all payments.
create index deposit_payments_by_credited_deposit on deposit_payments (credited_deposit_id)
  where credited_deposit_id is not null;

-- In exactly the order of an investor's lists. A plan made while a table was empty otherwise took the index that has this
-- order for all investors, and read it from end to end.
drop index deposits_by_user;
create index deposits_by_user on deposits (user_id, created_at desc, id desc);
drop index withdrawals_by_user;
create index withdrawals_by_user on withdrawals (user_id, created_at desc, id desc);
