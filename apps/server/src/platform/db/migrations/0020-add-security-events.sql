-- Changes of a password, second factor or e-mail address. Each holds the investor's withdrawals until a fixed time, so
-- that no hold lasts for ever. Rows are only appended.
create table security_events (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('password-changed', 'password-reset', 'factor-changed', 'email-changed', 'account-frozen')),
  happened_at timestamptz not null,
  holds_until timestamptz not null check (holds_until >= happened_at and holds_until <= happened_at + interval '7 days')
);
create index security_events_by_user on security_events (user_id, holds_until desc);

-- An administrator's decision to end the holds of one investor early. It covers the events up to `last_event_id`; a later
-- event holds again.
create table security_hold_overrides (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  last_event_id bigint not null references security_events (id),
  overridden_by uuid not null references users (id),
  reason text not null check (length(reason) between 1 and 500),
  overridden_at timestamptz not null
);
create index security_hold_overrides_by_user on security_hold_overrides (user_id, last_event_id desc);

grant select, insert on security_events, security_hold_overrides to wazi_app;
