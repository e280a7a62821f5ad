-- What administrators' edits of users need: nothing new is started for who was deactivated or deleted, whatever was
-- under way at that moment; mail that waits to be sent; and the audit log by time, by actor and by subject.

-- Set when the user is deleted. From then on no posting can put money there, however it was decided.
alter table ledger_accounts
  add column closed_at timestamptz,
  add constraint closed_accounts_stay_empty check (closed_at is null or balance = 0);
grant update (closed_at) on ledger_accounts to wazi_app;

-- Reads the user under a lock that a deactivation or deletion waits for, and that waits for them: either this row is
-- there before, and is seen, or it is refused.
create function refuse_new_for_closed_users() returns trigger language plpgsql as $$
declare
  owner record;
begin
  select is_active, deleted_at into owner from users where id = new.user_id for share;
  if owner.deleted_at is not null or not owner.is_active then
    raise exception 'user % is closed to anything new', new.user_id using errcode = 'WZ403';
  end if;
  return null;
end $$;

create trigger closed_users_buy_no_first_units
  after insert on positions for each row when (new.units > 0)
  execute function refuse_new_for_closed_users();
create trigger closed_users_buy_no_units
  after update on positions for each row when (new.units > old.units)
  execute function refuse_new_for_closed_users();
create trigger closed_users_start_no_deposit
  after insert on deposits for each row when (new.status = 'pending')
  execute function refuse_new_for_closed_users();
create trigger closed_users_submit_no_documents
  after insert on verifications for each row
  execute function refuse_new_for_closed_users();

-- Mail to be sent, written in the same transaction as its cause.
create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  template text not null,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz
);
create index mail_outbox_waiting on mail_outbox (created_at) where sent_at is null;

create index audit_log_by_time on audit_log (happened_at desc, id desc);
create index audit_log_by_actor on audit_log (actor_id, happened_at desc, id desc);
create index audit_log_by_subject on audit_log (subject_id, happened_at desc, id desc);
create index positions_by_user on positions (user_id) where is_active;

grant select, insert, update, delete on mail_outbox to wazi_app;
