-- Appointments of administrators, and since when each of them counts as a second person (functions/acts.sql).

create table appointments (
  id uuid primary key default gen_random_uuid(),
  administrator_id uuid not null references users (id),
  role text not null check (role in ('support', 'read-only', 'money', 'full')),
  -- Null: the command line on the machine, or the first start.
  asked_by uuid references users (id),
  asked_at timestamptz not null,
  -- The role is given at this time; null while it waits.
  confirmed_at timestamptz,
  -- Null: no second person, because it came from the machine or there was no other administrator.
  confirmed_by uuid references users (id),
  -- A further administrator who agreed.
  third_by uuid references users (id),
  third_at timestamptz,
  declined_by uuid references users (id),
  -- Declined or expired, or the right was revoked, lowered or given again.
  ended_at timestamptz,
  constraint confirmed_by_another check (
    confirmed_by not in (asked_by, administrator_id) and (confirmed_by is null or confirmed_at is not null)
  ),
  constraint third_is_another check (
    third_by not in (asked_by, administrator_id) and third_by is distinct from coalesce(confirmed_by, administrator_id)
    and (third_by is null) = (third_at is null)
  )
);
create unique index appointments_in_force on appointments (administrator_id) where confirmed_at is not null and ended_at is null;
create unique index appointments_waiting on appointments (administrator_id) where confirmed_at is null and ended_at is null;
grant select, insert on appointments to wazi_app;
grant update (confirmed_at, confirmed_by, third_by, third_at, declined_by, ended_at) on appointments to wazi_app;

-- Those of earlier versions: as the audit log says, else from the machine when their account was created.
insert into appointments (administrator_id, role, asked_by, asked_at, confirmed_at)
select u.id, u.admin_role, a.actor_id, coalesce(a.happened_at, u.created_at), coalesce(a.happened_at, u.created_at)
from users u left join lateral (
  select l.actor_id, l.happened_at from audit_log l
  where l.subject_id = u.id::text and (
    l.action = 'administrator.make'
    or l.action = 'administrator.role' and l.before ->> 'role' in ('support', 'read-only') and l.after ->> 'role' in ('money', 'full')
  )
  order by l.happened_at desc, l.id desc limit 1
) a on true
where u.is_admin and u.deleted_at is null;

create trigger appointments_are_logged after insert or update of confirmed_at, third_at on appointments
  for each row when (new.confirmed_at is not null) execute function log_appointment();
create trigger appointments_are_told after insert or update of confirmed_at, third_at on appointments
  for each row execute function tell_appointment();
