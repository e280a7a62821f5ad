-- Erases the texts about a deleted user that are outside their row in `users`. Amounts, times, states and payment hashes stay,
-- because the books must add up; no name, account, phone number, network address or note does.

-- The text that replaces a reason in the ledger.
create or replace function erased_reason() returns text language sql immutable parallel safe return 'Erased with the account';

-- A transaction keeps everything but its reason. The reason can only become the text above, and only when every investor
-- whose accounts it has entries in was deleted.
create or replace function refuse_all_but_erasing_a_reason() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'reason') is distinct from (to_jsonb(old) - 'reason')
    or old.reason is null or new.reason is distinct from erased_reason()
    or not exists (
      select from ledger_entries e join ledger_accounts a on a.id = e.account_id join users u on u.id = a.user_id
      where e.transaction_id = old.id
    )
    or exists (
      select from ledger_entries e join ledger_accounts a on a.id = e.account_id join users u on u.id = a.user_id
      where e.transaction_id = old.id and u.deleted_at is null
    )
  then raise exception 'rows of % are only appended', tg_table_name using errcode = 'WZ409'; end if;
  return new;
end $$;

-- Keeps the shape, numbers and switches of an audited value. Of its texts it keeps those under names that only the platform
-- itself writes, from fixed lists or as amounts.
create or replace function without_personal_texts(audited jsonb) returns jsonb language plpgsql immutable as $$
declare
  kept constant text[] := array['status', 'kycStatus', 'role', 'documentType', 'change', 'amount', 'receivedAmount',
    'balance', 'depositFunds', 'profitFunds', 'totalDeposits', 'totalInvested', 'totalProfit', 'adjustmentProfit',
    'withdrawalHold', 'confirmedBy', 'session', 'version'];
begin
  case jsonb_typeof(audited)
    when 'object' then
      return (select coalesce(jsonb_object_agg(key, case when key = any(kept) and jsonb_typeof(value) = 'string' then value
        else without_personal_texts(value) end), '{}') from jsonb_each(audited));
    when 'array' then
      return (select coalesce(jsonb_agg(without_personal_texts(value) order by n), '[]')
        from jsonb_array_elements(audited) with ordinality a (value, n));
    when 'string' then return '"[erased]"';
    else return audited;
  end case;
end $$;

-- A hash of a blockchain transaction, which anyone can look up; any other reference may name a person.
create or replace function kept_hash(reference text) returns text language sql immutable parallel safe
  return case when reference ~ '^(0[xX])?[0-9A-Fa-f]{64}$' then reference end;

-- Runs with the rights of its owner, because the application itself may not change the audit log or the ledger.
create or replace function erase_user_records(erased_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subjects text[];
begin
  if not exists (select from users where id = erased_id and deleted_at is not null) then
    raise exception 'user % is not deleted', erased_id using errcode = 'WZ409';
  end if;
  subjects := array(
    select erased_id::text union all select id::text from withdrawals where user_id = erased_id
    union all select id::text from deposits where user_id = erased_id
    union all select id::text from verifications where user_id = erased_id
    union all select id::text from sessions where user_id = erased_id
  );
  update audit_log set before = without_personal_texts(before), after = without_personal_texts(after),
    address = case when actor_id is null or actor_id = erased_id then null else address end
  where subject_id = any(subjects) or (actor_id = erased_id and subject_type in ('session', 'call'));
  -- A former administrator's decisions about others stay, without the network address.
  update audit_log set address = null where actor_id = erased_id and address is not null;
  update withdrawals set destination_address = null, country = null, bank_name = null, account_name = null,
    phone_number = null, notes = null, transaction_hash = kept_hash(transaction_hash)
  where user_id = erased_id;
  update payout_reviews r set summary = erased_reason() || ' ' || r.id, decision = case when r.decision is not null then erased_reason() end
  from payouts p join withdrawals w on w.id = p.withdrawal_id where p.id = r.payout_id and w.user_id = erased_id;
  update payouts p set recipient_name = null, receipt = kept_hash(p.receipt),
    reason = case when p.reason is not null then erased_reason() end
  from withdrawals w where w.id = p.withdrawal_id and w.user_id = erased_id;
  update withdrawal_confirmations c set destination = 'erased'
  from withdrawals w where w.id = c.withdrawal_id and w.user_id = erased_id;
  update deposits set transaction_hash = coalesce(kept_hash(transaction_hash), 'erased-' || id)
  where user_id = erased_id and transaction_hash is not null;
  update rate_holds set transaction_hash = kept_hash(transaction_hash) where user_id = erased_id;
  update deposit_payments set note = erased_reason() where user_id = erased_id and note is not null;
  -- The reference is what the payer typed.
  update mpesa_events e set reference = null
  where e.checkout_request_id in (
      select p.checkout_request_id from mpesa_pushes p join deposits d on d.id = p.deposit_id where d.user_id = erased_id)
    or e.transaction_id in (select transaction_hash from deposit_payments where user_id = erased_id);
  update mpesa_pushes p set phone_number = 'erased', reason = case when p.reason is not null then erased_reason() end
  from deposits d where d.id = p.deposit_id and d.user_id = erased_id;
  update ledger_transactions t set reason = erased_reason()
  where t.reason is not null and t.reason <> erased_reason() and t.actor_id is not null and t.id in (
    select e.transaction_id from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.user_id = erased_id
  );
  update adjustments set before = without_personal_texts(before), after = without_personal_texts(after),
    reason = case when reason is not null then erased_reason() end, note = case when note is not null then erased_reason() end,
    transaction_hash = kept_hash(transaction_hash)
  where user_id = erased_id;
  update security_hold_overrides set reason = erased_reason() where user_id = erased_id;
  update security_events set reason = erased_reason() where user_id = erased_id and reason is not null;
  -- No balance is left that could have earned since the last change.
  perform choose_balance_interest(erased_id, false, null, null, null);
  delete from sessions where user_id = erased_id;
  delete from known_devices where user_id = erased_id;
  delete from notification_marks where user_id = erased_id;
  delete from push_subscriptions where user_id = erased_id;
  delete from suitability_limits where user_id = erased_id;
  delete from payout_addresses where user_id = erased_id;
  delete from recipient_checks where user_id = erased_id;
  delete from account_links where user_id = erased_id;
  delete from mail_outbox where user_id = erased_id;
  delete from exported_investors where user_id = erased_id;
  delete from liability_accounts where user_id = erased_id;
  delete from liability_nonces where user_id = erased_id;
  -- Stored answers repeat request data: names, phone numbers, accounts; those of administrators repeat that of others.
  delete from idempotency_keys where user_id = erased_id;
  delete from idempotency_keys k using users u
  where u.is_admin and k.user_id = u.id and strpos(k.body, erased_id::text) > 0;
end $$;
revoke execute on function erase_user_records(uuid) from public;
grant execute on function erase_user_records(uuid) to wazi_app;
