-- What the platform measures of itself, for its status page.

-- One row for each minute in which some process served; a minute without a row was down.
create table heartbeats (
  minute timestamptz primary key check (extract(second from minute) = 0),
  answers bigint not null,
  -- Of them, those with a status of 500 or above.
  server_errors bigint not null,
  -- Answers by how long they took, step by step; the steps' bounds stand in features/status/answer-times.ts.
  answers_by_step integer[] not null check (cardinality(answers_by_step) = 28)
);

-- Days that are too long ago to be kept by the minute.
create table heartbeat_days (
  day date primary key,
  first_minute timestamptz not null,
  served_minutes integer not null check (served_minutes between 1 and 1440),
  answers bigint not null,
  server_errors bigint not null
);

-- Each time that every figure kept was compared with the ledger's entries, and how many differed.
create table reconciliations (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  checks integer not null,
  differences integer not null
);
create index reconciliations_by_time on reconciliations (checked_at desc);

grant select, insert on heartbeats, heartbeat_days, reconciliations to wazi_app;
grant update on heartbeats, heartbeat_days to wazi_app;
grant delete on heartbeats to wazi_app;
