-- Guards of the ledger's tables, and the accounts of a new investor.

-- Entries come with their transaction, all of it in one statement: they sum to zero, and no later commit adds to them.
create or replace function ledger_entries_belong_to_this_transaction() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  if exists (
    select from added
    where (select t.database_transaction from ledger_transactions t where t.id = added.transaction_id)
      is distinct from pg_current_xact_id()
  ) then
    raise exception 'an entry can not be added to a ledger transaction that does not exist or is already posted'
      using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from added where not exists (select from ledger_accounts a where a.id = added.account_id)) then
    raise exception 'an entry needs a ledger account' using errcode = 'integrity_constraint_violation';
  end if;
  select transaction_id, sum(amount) as total into wrong from added group by transaction_id having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % sums to % and not to zero', wrong.transaction_id, wrong.total
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function ledger_transactions_have_known_actors() returns trigger language plpgsql as $$
begin
  if exists (
    select from added
    where actor_id is not null and not exists (select from users u where u.id = added.actor_id)
  ) then
    raise exception 'the actor of a ledger transaction must be a user' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function position_events_belong_to_this_transaction() returns trigger language plpgsql as $$
begin
  if exists (
    select from added
    where (select t.database_transaction from ledger_transactions t where t.id = added.transaction_id)
        is distinct from pg_current_xact_id()
      or not exists (select from positions p where p.user_id = added.user_id and p.bot_id = added.bot_id)
  ) then
    raise exception 'an event needs its position, and a ledger transaction of the same commit'
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function open_user_accounts(investor uuid) returns void language sql as $$
  insert into ledger_accounts (code, user_id, balance)
  select 'user:' || investor || ':' || kind, investor, 0
  from unnest(array['deposit_funds', 'profit_funds', 'withdrawal_hold', 'running_profit']) with ordinality as kinds (kind, place)
  order by place
$$;
