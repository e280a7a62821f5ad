-- The locked rate of a deposit covers payments in its window; all others have the rate of their first confirmation.

alter table deposit_payments
  -- The time of its first block. Null while it waits, for M-Pesa, and for payments that were decided before this column.
  add column confirmed_at timestamptz,
  -- Why it has its rate. Null until that is decided, and for M-Pesa.
  add column rate_reason text check (rate_reason in ('fixed', 'locked', 'amount', 'late', 'replaced', 'slow', 'currency')),
  -- The address that sent it, where the chain names one.
  add column sender text;

update deposit_payments set confirmed_at = seen_at
where block_height is not null and status in ('seen', 'dropped', 'review');

-- Tokens that are no deposit currency are no longer read.
update deposit_payments set status = 'dismissed', review_reason = null, note = 'Not a deposit currency.', version = version + 1
where currency is null and status in ('seen', 'dropped', 'review');
