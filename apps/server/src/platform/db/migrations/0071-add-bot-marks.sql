-- What a unit of each bot could be redeemed for, open trade included, every five minutes; older than a week, every hour.
-- An investor's worth at a past moment is computed from it.
create table bot_marks (
  bot_id uuid not null references pools (bot_id),
  at timestamptz not null,
  exit_mark numeric(30, 12) not null check (exit_mark >= 0),
  primary key (bot_id, at)
);
grant select, insert, delete on bot_marks to wazi_app;
