-- Returns of the database to an earlier state. While one has not ended, the database is in quarantine: no payout leaves. A
-- restore of an older backup creates the table before its rows are committed, so it may be there.
create table if not exists restores (
  id bigint generated always as identity primary key,
  restored_at timestamptz not null default clock_timestamp(),
  -- The moment whose rows came back.
  state_of timestamptz not null,
  ended_at timestamptz,
  -- The administrator who ended the quarantine, what he compared by hand, and what the comparison found.
  ended_by uuid references users (id),
  note text check (length(note) between 20 and 500),
  findings text[],
  constraint ended_whole check (num_nulls(ended_at, ended_by, note, findings) in (0, 4))
);

-- Only the owner of the database begins or ends one.
grant select on restores to wazi_app;
