-- The result of the last comparison of imported statements with our books, for the queues and the metrics: comparing reads all
-- lines, and is too slow for them.
create table statement_comparisons (
  only_one boolean primary key default true check (only_one),
  -- Differences that two administrators have not decided, and the day of the oldest.
  differences integer not null check (differences >= 0),
  oldest_on date,
  compared_at timestamptz not null,
  constraint a_day_with_each_difference check ((differences = 0) = (oldest_on is null))
);
grant select, insert, update on statement_comparisons to wazi_app;

-- Confirmed payouts are asked about again once a day, because the report of a reversal may be lost.
alter table payout_notes add column rechecked_at timestamptz;
-- After a question without an answer the next one waits until this.
alter table payout_notes add column recheck_after timestamptz;
create index payouts_confirmed on payouts (ended_at) where state = 'confirmed';
