-- What each administrator may do, and the word of the first of two that a large withdrawal may be paid out.

-- Of administrators; it says nothing about anybody else.
alter table users
  add column admin_role text not null default 'full' check (admin_role in ('read-only', 'money', 'full'));
create index users_administrators on users (created_at, id) where is_admin and deleted_at is null;

-- Only ever appended to. One holds as long as the withdrawal still has its amount and destination, and who gave it
-- still is an administrator who may settle withdrawals.
create table withdrawal_confirmations (
  id bigint generated always as identity primary key,
  withdrawal_id uuid not null references withdrawals (id),
  confirmed_by uuid not null references users (id),
  amount numeric(12, 2) not null check (amount > 0),
  -- In one line, as it was shown.
  destination text not null,
  confirmed_at timestamptz not null
);
create index withdrawal_confirmations_by_withdrawal on withdrawal_confirmations (withdrawal_id, id);

grant select, insert on withdrawal_confirmations to wazi_app;

-- Who becomes an administrator, or no longer is one, sees it on their screen.
drop trigger changes_of_users_are_announced on users;
create trigger changes_of_users_are_announced
  after update of first_name, last_name, phone, kyc_status, is_active, is_admin, admin_role on users for each row
  when ((old.first_name, old.last_name, old.phone, old.kyc_status, old.is_active, old.is_admin, old.admin_role)
    is distinct from (new.first_name, new.last_name, new.phone, new.kyc_status, new.is_active, new.is_admin, new.admin_role))
  execute function announce_user();

-- As before, and the administrators on whose word an operation stands: with the role taken from one of them since it
-- was read, it is decided anew.
create or replace function door_expectations_hold(expects jsonb) returns boolean language plpgsql as $$
begin
  if expects ? 'balances' and exists (
    select from jsonb_each_text(expects -> 'balances') e (code, balance)
    where (select a.balance from ledger_accounts a where a.code = e.code) is distinct from e.balance::numeric
  ) then return false; end if;
  if expects ? 'pools' and exists (
    select from jsonb_array_elements(expects -> 'pools') e
    where (
      select p.version = (e ->> 'version')::bigint and p.frozen = (e ->> 'frozen')::boolean
      from pools p where p.bot_id = (e ->> 'botId')::uuid
    ) is not true
  ) then return false; end if;
  if expects ? 'positions' and exists (
    select from jsonb_array_elements(expects -> 'positions') e
    where coalesce((
      select p.version from positions p where p.user_id = (e ->> 'userId')::uuid and p.bot_id = (e ->> 'botId')::uuid
    ), 0) <> (e ->> 'version')::bigint
  ) then return false; end if;
  if expects ? 'deposits' and exists (
    select from jsonb_array_elements(expects -> 'deposits') e
    where (select d.version from deposits d where d.id = (e ->> 'id')::uuid) is distinct from (e ->> 'version')::bigint
  ) then return false; end if;
  if expects ? 'withdrawals' and exists (
    select from jsonb_array_elements(expects -> 'withdrawals') e
    where (select w.version from withdrawals w where w.id = (e ->> 'id')::uuid) is distinct from (e ->> 'version')::bigint
  ) then return false; end if;
  if expects ? 'moneyAdministrators' and exists (
    select from jsonb_array_elements_text(expects -> 'moneyAdministrators') e (id)
    where (
      select u.is_admin and u.admin_role in ('money', 'full') and u.deleted_at is null from users u where u.id = e.id::uuid
    ) is not true
  ) then return false; end if;
  if expects ? 'lease' and not exists (
    select from leases l
    where l.name = expects -> 'lease' ->> 'name' and l.token = (expects -> 'lease' ->> 'token')::bigint and l.expires_at > clock_timestamp()
  ) then return false; end if;
  return true;
end $$;
