-- What the back office's tables need: when a deposit or withdrawal ended, texts to look in, and the orders in which
-- they are read.

-- The moment of the ending. `updated_at` moves again when a withdrawal is hidden.
alter table deposits add column settled_at timestamptz;
update deposits set settled_at = updated_at where status <> 'pending';
alter table withdrawals add column settled_at timestamptz;
update withdrawals w set settled_at = coalesce(
  (select min(a.happened_at) from audit_log a
    where a.subject_id = w.id::text and a.subject_type = 'withdrawal' and a.action in ('withdrawal.settle', 'withdrawal.delete')),
  w.updated_at)
where w.status in ('completed', 'rejected');

-- Kept, because making them for each row of each search takes longer than looking through all of them.
alter table users add column search_text text not null
  generated always as (lower(first_name || ' ' || last_name || ' ' || email)) stored;
alter table deposits add column search_text text not null
  generated always as (lower(wallet_address || ' ' || coalesce(transaction_hash, '') || ' ' || id::text)) stored;
-- The destination begins as administrators see it, so that what they copy there is found here.
alter table withdrawals add column search_text text not null
  generated always as (lower(
    case withdrawal_type
      when 'crypto' then coalesce(currency, '') || ' on ' || coalesce(network, '') || ' to ' || coalesce(destination_address, '')
      when 'mpesa' then 'm-pesa ' || coalesce(country, '') || ' ' || coalesce(phone_number, '')
      else coalesce(bank_name, '') || ', ' || coalesce(country, '') || ', account ' || coalesce(destination_address, '')
        || ', account name ' || coalesce(account_name, '')
    end || ' ' || coalesce(transaction_hash, '') || ' ' || id::text)) stored;

-- As before, but with the columns by name: some are made by the table itself. A time of ending once written stays.
create or replace function door_write_deposits_and_withdrawals(writes jsonb, posted_id bigint) returns void language plpgsql as $$
#variable_conflict use_column
begin
  if writes ? 'deposits' then
    insert into deposits
      (id, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate, received_amount,
       transaction_hash, status, settled_by, settled_at, ledger_transaction_id, late_for, created_at, updated_at, version)
    select id, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate, received_amount,
      transaction_hash, status, settled_by, settled_at, posted_id, late_for, created_at, updated_at, version
    from jsonb_populate_recordset(null::deposits, writes -> 'deposits')
    on conflict (id) do update set
      status = excluded.status, received_amount = excluded.received_amount, transaction_hash = excluded.transaction_hash,
      settled_by = excluded.settled_by, settled_at = coalesce(deposits.settled_at, excluded.settled_at),
      ledger_transaction_id = excluded.ledger_transaction_id, updated_at = excluded.updated_at, version = excluded.version
      -- A request sent again after its connection broke must not undo what has happened to its row since.
      where deposits.version < excluded.version;
  end if;
  if writes ? 'withdrawals' then
    insert into withdrawals
      (id, user_id, amount, from_deposit, from_profit, withdrawal_type, currency, network, destination_address, country,
       bank_name, account_name, phone_number, transaction_hash, notes, status, settled_by, settled_at, hidden_at,
       created_at, updated_at, version)
    select id, user_id, amount, from_deposit, from_profit, withdrawal_type, currency, network, destination_address, country,
      bank_name, account_name, phone_number, transaction_hash, notes, status, settled_by, settled_at, hidden_at,
      created_at, updated_at, version
    from jsonb_populate_recordset(null::withdrawals, writes -> 'withdrawals')
    on conflict (id) do update set
      status = excluded.status, transaction_hash = excluded.transaction_hash, notes = excluded.notes,
      settled_by = excluded.settled_by, settled_at = coalesce(withdrawals.settled_at, excluded.settled_at),
      hidden_at = excluded.hidden_at, updated_at = excluded.updated_at, version = excluded.version
      where withdrawals.version < excluded.version;
  end if;
  if writes ? 'audit' then
    insert into audit_log (actor_id, action, subject_type, subject_id, before, after, address)
    select actor_id, action, subject_type, subject_id, before, after, address
    from jsonb_populate_recordset(null::audit_log, writes -> 'audit');
  end if;
end $$;

-- Rises along a queue: what waits for a decision, the oldest first, then what has ended, the newest first. In
-- microseconds since 1970; what waits stands two to the sixty-second of them below the rest. An index is built on it,
-- so it names only what a change of search path can't change.
create function waiting_place(waits boolean, since timestamptz) returns bigint language sql immutable parallel safe
  return case when waits then (extract(epoch from since) * 1000000)::bigint - 4611686018427387904
    else -(extract(epoch from since) * 1000000)::bigint end;

create index deposits_by_waiting on deposits (waiting_place(status = 'pending', created_at), id);
create index deposits_by_amount on deposits (amount, created_at, id);
create index withdrawals_by_waiting on withdrawals (waiting_place(status in ('pending', 'processing'), created_at), id)
  where hidden_at is null;
create index withdrawals_by_amount on withdrawals (amount, created_at, id) where hidden_at is null;
create index verifications_by_waiting on verifications (waiting_place(status = 'pending', created_at), id);
-- By name; what is sorted by its owner is read owner by owner.
create index users_by_search_text on users (search_text);
