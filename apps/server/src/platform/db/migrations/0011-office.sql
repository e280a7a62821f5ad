-- The back office: adjustments, and the platform's measurements of itself.

-- Adjustments of accounts and credits above the requested deposit: what one administrator applied alone, and what waits for
-- or had the approval of another. A pending row changes its status once; nothing else of a row changes.
create table adjustments (
  id uuid primary key,
  kind text not null check (kind in ('account', 'deposit', 'late-deposit')),
  user_id uuid not null references users (id),
  deposit_id uuid references deposits (id),
  transaction_hash text,
  -- The figures that change: decimal strings by name.
  before jsonb not null,
  after jsonb not null,
  -- What counts for ADJUSTMENT_LIMIT: all amounts given or taken, added up.
  counted numeric(14, 2) not null check (counted >= 0),
  reason text check (length(reason) <= 500),
  status text not null check (status in ('pending', 'applied', 'rejected', 'withdrawn')),
  asked_by uuid not null references users (id),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null while it is pending, and for one that an administrator applied alone.
  decided_by uuid references users (id),
  decided_at timestamptz,
  note text check (length(note) <= 500),
  version bigint not null,
  constraint a_deposit_for_its_kinds check ((kind = 'account') = (deposit_id is null)),
  constraint decided_unless_pending check ((status = 'pending') = (decided_at is null)),
  constraint applied_by_another check (status <> 'applied' or decided_by is distinct from asked_by),
  constraint waits_with_a_reason check (decided_by is null and status <> 'pending' or reason is not null)
);
create index adjustments_by_user on adjustments (user_id, asked_at desc);
create index adjustments_by_time on adjustments (asked_at desc, id desc);
create index adjustments_pending on adjustments (asked_at) where status = 'pending';

create trigger applied_adjustments_are_told
  after insert on adjustments for each row
  when (new.kind = 'account' and new.status = 'applied' and new.asked_at > now() - interval '1 hour')
  execute function tell_adjustment();
create trigger approved_adjustments_are_told
  after update of status on adjustments for each row
  when (new.kind = 'account' and new.status = 'applied' and old.status is distinct from new.status)
  execute function tell_adjustment();

-- One row for each minute in which a process served; the platform was down in a minute without a row.
create table heartbeats (
  minute timestamptz primary key check (extract(second from minute) = 0),
  answers bigint not null,
  -- Answers with a status of 500 or above.
  server_errors bigint not null,
  -- Answers by duration, one count per step; the bounds of the steps are in office/status/answer-times.ts.
  answers_by_step integer[] not null check (cardinality(answers_by_step) = 28)
);

-- Days that are too old to keep by the minute.
create table heartbeat_days (
  day date primary key,
  first_minute timestamptz not null,
  served_minutes integer not null check (served_minutes between 1 and 1440),
  answers bigint not null,
  server_errors bigint not null
);

-- The result of the newest backup, check of the archive and restore drill, for the metrics. Commands write it as the owner.
create table verified_copies (
  kind text primary key check (kind in ('backup', 'archive', 'drill')),
  -- The copy that was verified has everything until then. Null until the first success.
  complete_until timestamptz,
  verified_at timestamptz,
  -- Null after a success.
  failed_at timestamptz,
  check ((complete_until is null) = (verified_at is null)),
  check (verified_at is not null or failed_at is not null)
);

grant select, insert, update on adjustments, heartbeat_days to wazi_app;
grant select, insert, update, delete on heartbeats to wazi_app;
grant select on verified_copies to wazi_app;
