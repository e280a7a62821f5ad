-- The door's part for payouts: attempts to pay a withdrawal out over a rail.

-- Rows are written in the given order, so that an attempt ends before the next one begins. What was approved and where it goes
-- never changes.
create or replace function door_write_payouts(writes jsonb, posted_id bigint) returns void language plpgsql as $$
#variable_conflict use_column
begin
  insert into payouts
    (id, withdrawal_id, attempt, rail, reference, state, amount, currency, local_amount, rate, rate_at, recipient_name,
     provider_id, receipt, fee, fee_currency, fee_amount, reason_code, reason, approved_by, approved_at, sends, sent_at,
     ended_at, next_at, version, fee_transaction_id)
  select p.id, p.withdrawal_id, p.attempt, p.rail, p.reference, p.state, p.amount, p.currency, p.local_amount, p.rate, p.rate_at,
    p.recipient_name, p.provider_id, p.receipt, p.fee, p.fee_currency, p.fee_amount, p.reason_code, p.reason, p.approved_by,
    p.approved_at, p.sends, p.sent_at, p.ended_at, p.next_at, p.version,
    case when p.fee > 0 then posted_id end
  from jsonb_array_elements(writes -> 'payouts') with ordinality e (row_, n), jsonb_populate_record(null::payouts, e.row_) p
  order by e.n
  on conflict (id) do update set
    -- The amount of one that was handed to its provider never changes.
    local_amount = case when payouts.state = 'approved' and payouts.sends = 0 then excluded.local_amount else payouts.local_amount end,
    rate = case when payouts.state = 'approved' and payouts.sends = 0 then excluded.rate else payouts.rate end,
    rate_at = case when payouts.state = 'approved' and payouts.sends = 0 then excluded.rate_at else payouts.rate_at end,
    state = excluded.state, recipient_name = excluded.recipient_name, provider_id = excluded.provider_id,
    receipt = excluded.receipt, fee = excluded.fee, fee_currency = excluded.fee_currency, fee_amount = excluded.fee_amount,
    reason_code = excluded.reason_code, reason = excluded.reason, sends = excluded.sends, sent_at = excluded.sent_at,
    ended_at = excluded.ended_at, next_at = excluded.next_at, version = excluded.version,
    fee_transaction_id = case when excluded.fee is distinct from payouts.fee then excluded.fee_transaction_id else payouts.fee_transaction_id end
    where payouts.version < excluded.version;
end $$;
