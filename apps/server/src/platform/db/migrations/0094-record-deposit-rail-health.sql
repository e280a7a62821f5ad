-- How the last rounds of reading deposits from each network went, for the back office. The time of the last new block, and for
-- M-Pesa of the last pull, is in chain_cursors.
create table deposit_rail_health (
  network text primary key,
  -- The end of the first round.
  first_at timestamptz not null default clock_timestamp(),
  -- The end of the last round that worked.
  succeeded_at timestamptz,
  -- The latest block of the node. Null for M-Pesa.
  tip bigint check (tip >= 0),
  failed_at timestamptz,
  -- A short text without secrets.
  error text check (length(error) <= 200),
  constraint an_error_for_each_failure check ((failed_at is null) = (error is null))
);
grant select, insert, update on deposit_rail_health to wazi_app;
