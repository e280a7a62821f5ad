-- Rows of a posting are checked once per statement, in place of once per row: the checks of foreign keys took more time
-- than all the writing. The rows that they refer to are never removed.

drop trigger ledger_transactions_sum_to_zero on ledger_transactions;
alter table ledger_entries
  drop constraint ledger_entries_transaction_id_fkey,
  drop constraint ledger_entries_account_id_fkey;

alter table ledger_transactions drop constraint ledger_transactions_actor_id_fkey;
create trigger ledger_transactions_have_known_actors
  after insert on ledger_transactions referencing new table as added
  for each statement execute function ledger_transactions_have_known_actors();

alter table position_events
  drop constraint position_events_transaction_id_fkey,
  drop constraint position_events_user_id_fkey,
  drop constraint position_events_bot_id_fkey;
create trigger position_events_come_with_their_transaction
  after insert on position_events referencing new table as added
  for each statement execute function position_events_belong_to_this_transaction();

-- A key belongs to the user of the call's session, and is removed after a day.
alter table idempotency_keys drop constraint idempotency_keys_user_id_fkey;

create trigger ledger_transactions_are_only_appended
  before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_change();
create trigger ledger_entries_are_only_appended
  before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger position_events_are_only_appended
  before update or delete or truncate on position_events
  for each statement execute function refuse_change();
create trigger ledger_accounts_are_never_removed
  before delete or truncate on ledger_accounts
  for each statement execute function refuse_removal();
create trigger users_are_never_removed
  before delete or truncate on users
  for each statement execute function refuse_removal();
create trigger pools_are_never_removed
  before delete or truncate on pools
  for each statement execute function refuse_removal();
grant usage on sequence ledger_transactions_id_seq to wazi_app;
