-- Guards of the ledger's tables, and the accounts of a new investor.

create or replace function ledger_transaction_sums_to_zero() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select coalesce(sum(amount), 0) into total from ledger_entries where transaction_id = new.id;
  if total <> 0 then
    raise exception 'ledger transaction % sums to % and not to zero', new.id, total using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function ledger_entries_belong_to_this_transaction() returns trigger language plpgsql as $$
begin
  if exists (
    select from added
    where (select t.database_transaction from ledger_transactions t where t.id = added.transaction_id) <> pg_current_xact_id()
  ) then
    raise exception 'an entry can not be added to a ledger transaction that is already posted' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function open_user_accounts(investor uuid) returns void language sql as $$
  insert into ledger_accounts (code, user_id, balance)
  select 'user:' || investor || ':' || kind, investor, 0
  from unnest(array['deposit_funds', 'profit_funds', 'withdrawal_hold', 'running_profit']) with ordinality as kinds (kind, place)
  order by place
$$;
