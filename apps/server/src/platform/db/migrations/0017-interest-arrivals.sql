-- Interest that has arrived on an account of ours: two administrators read it from a line of a statement. It is spread over as many
-- days as it was paid for, and each day's part is shared by the idle cash of the pools.

alter table statement_decisions
  -- The first and last day that the interest was paid for.
  add column paid_from date,
  add column paid_until date,
  drop constraint statement_decisions_kind_check,
  add constraint statement_decisions_kind_check check (kind in ('explain', 'link', 'credit', 'interest')),
  drop constraint statement_decisions_are_complete,
  add constraint statement_decisions_are_complete check (
    (kind = 'link') = (payment_id is not null) and (kind = 'credit') = (account_number is not null)
    and (kind = 'interest') = (paid_from is not null) and (kind = 'interest') = (paid_until is not null)),
  add constraint interest_is_paid_for_at_most_a_year check (paid_until - paid_from between 0 and 365);

-- One row for each line that was approved as interest.
create table interest_arrivals (
  decision_id uuid primary key references statement_decisions (id),
  line_id uuid not null unique references statement_lines (id),
  -- In US dollars.
  amount numeric(30, 12) not null check (amount > 0),
  -- It is spread evenly over this many days from first_day on.
  days integer not null check (days between 1 and 366),
  first_day date not null,
  arrived_at timestamptz not null default clock_timestamp()
);

-- What a day shares, which is fixed once, after the day has ended. Money that arrives later counts on later days.
create table interest_days (
  day date primary key,
  -- The part of the arrivals that is spread on this day, and what earlier days have left.
  portion numeric(30, 12) not null check (portion >= 0),
  carried numeric(30, 12) not null check (carried >= 0),
  -- The idle cash of all pools, and the growth of 1 of it in the day.
  idle numeric(30, 12) not null check (idle >= 0),
  growth numeric(14, 12) not null check (growth >= 0),
  fixed_at timestamptz not null default clock_timestamp(),
  constraint a_day_shares_what_has_arrived check (idle * growth <= portion + carried)
);

-- What the idle cash of a pool earns on a day, at most.
create table interest_day_shares (
  day date not null references interest_days (day),
  bot_id uuid not null references pools (bot_id),
  idle numeric(30, 12) not null check (idle > 0),
  part numeric(30, 12) not null check (part >= 0),
  primary key (day, bot_id)
);

-- A pool is given its part of a day once, on whichever feed and record it trades.
create unique index arrived_interest_once on pool_interest (bot_id, day) where source = 'statements';

create trigger arrivals_are_only_appended before update or delete or truncate on interest_arrivals
  for each statement execute function refuse_change();
create trigger interest_days_are_only_appended before update or delete or truncate on interest_days
  for each statement execute function refuse_change();
create trigger interest_shares_are_only_appended before update or delete or truncate on interest_day_shares
  for each statement execute function refuse_change();

grant select, insert on interest_arrivals, interest_days, interest_day_shares to wazi_app;
