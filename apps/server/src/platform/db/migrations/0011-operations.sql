-- Settings of the installation, answers kept for repeated requests, and the platform's measurements of itself.

-- One row. The seed fills in the address.
create table system_settings (
  id smallint primary key default 1 check (id = 1),
  gas_fee_address text check (length(gas_fee_address) <= 200),
  gas_fee_amount text not null default '500 TRX' check (length(gas_fee_amount) <= 100),
  updated_at timestamptz not null default now(),
  -- The mode that this installation first ran in. Paper money must never be taken for real money, nor the reverse.
  mode text check (mode in ('demo', 'live'))
);
insert into system_settings (id) values (1);

create table idempotency_keys (
  user_id uuid not null references users (id),
  call text not null,
  key text not null,
  payload_hash bytea not null,
  -- The process that is working on it: an answer is accepted only from the holder of the claim.
  claim uuid not null,
  claimed_at timestamptz not null default clock_timestamp(),
  status integer,
  body text,
  primary key (user_id, call, key)
);
create index idempotency_keys_by_time on idempotency_keys (claimed_at);

-- One row for each minute in which a process served; the platform was down in a minute without a row.
create table heartbeats (
  minute timestamptz primary key check (extract(second from minute) = 0),
  answers bigint not null,
  -- Answers with a status of 500 or above.
  server_errors bigint not null,
  -- Answers by duration, one count per step; the bounds of the steps are in features/status/answer-times.ts.
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

-- One row for each comparison of the stored figures with the ledger's entries, with the number of differences.
create table reconciliations (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  checks integer not null,
  differences integer not null
);
create index reconciliations_by_time on reconciliations (checked_at desc);

-- Postings of each past day (UTC) by kind of account, so that a year is not added up again at every request. Every figure
-- follows from the entries; reconciling compares them. There is no gap between the first movement and the last day kept.
create table ledger_days (
  day date primary key,
  money_in numeric(20, 2) not null,
  money_out numeric(20, 2) not null,
  traded numeric(20, 2) not null,
  adjusted numeric(20, 2) not null,
  platform_income numeric(20, 2) not null,
  -- Fees, losses and rounding.
  platform_other numeric(20, 2) not null,
  balances numeric(20, 2) not null,
  on_hold numeric(20, 2) not null,
  running_profit numeric(20, 2) not null,
  pools numeric(20, 2) not null,
  constraint a_day_sums_to_zero check (
    money_out - money_in - traded - adjusted + platform_income + platform_other
      + balances + on_hold + running_profit + pools = 0
  )
);

-- The units of each bot at the end of each of those days, and the nav of its last trade before it.
create table ledger_day_pools (
  day date not null references ledger_days (day),
  bot_id uuid not null references pools (bot_id),
  units numeric(40, 12) not null check (units >= 0),
  -- The series of the units, and the series of the nav: before its first trade a unit is worth 1.
  units_series integer not null,
  nav numeric(30, 12) not null check (nav >= 0),
  nav_series integer not null,
  primary key (day, bot_id)
);

grant select, insert, update, delete on system_settings, idempotency_keys to wazi_app;
grant select, insert on heartbeats, heartbeat_days, reconciliations, ledger_days, ledger_day_pools to wazi_app;
grant update on heartbeats, heartbeat_days to wazi_app;
grant delete on heartbeats to wazi_app;
