-- A change of the e-mail address waits for the address that the account has: until `due_at`, when neither it nor a second factor has
-- agreed. After it was applied, its row stays as long as the old address can undo it.
alter table account_links
  add column due_at timestamptz,
  add column applied_at timestamptz;
update account_links set due_at = created_at + interval '72 hours', expires_at = created_at + interval '72 hours'
  where kind = 'change-email';

-- A freeze by an administrator, with the reason that the owner reads. It holds withdrawals for at most 14 days, any other event for 7.
alter table security_events
  add column frozen_by uuid references users (id),
  add column reason text check (length(reason) between 1 and 500),
  add constraint only_a_freeze_is_by_an_administrator
    check ((frozen_by is null) = (reason is null) and (frozen_by is null or kind = 'account-frozen')),
  drop constraint security_events_check,
  add constraint a_hold_ends check (
    holds_until >= happened_at
    and holds_until <= happened_at + case when frozen_by is null then interval '7 days' else interval '14 days' end);

-- The end of a freeze covers events of its kind alone; that of a hold covers all (null).
alter table security_hold_overrides add column kind text check (kind = 'account-frozen');

alter table users
  drop constraint users_admin_role_check,
  add constraint users_admin_role_check check (admin_role in ('support', 'read-only', 'money', 'full'));
