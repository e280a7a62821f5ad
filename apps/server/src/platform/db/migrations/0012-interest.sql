-- Interest on the idle cash of pools. It is in the nav, and each position knows its part, on which no share is taken.

alter table pools
  -- The interest per unit since the first day: it only rises.
  add column interest_sum numeric(30, 12) not null default 0 check (interest_sum >= 0),
  -- The last market day whose interest is settled, on the feed and record that interest_of names. Null before the first.
  add column interest_day date,
  add column interest_of text,
  add constraint a_settled_day_is_of_a_feed check ((interest_day is null) = (interest_of is null));

alter table positions
  -- Interest that the position had earned and not taken when the pool's sum was interest_sum. Later rises come on top.
  add column interest numeric(30, 12) not null default 0 check (interest >= 0),
  add column interest_sum numeric(30, 12) not null default 0 check (interest_sum >= 0),
  add constraint closed_positions_have_no_interest check (is_active or interest = 0);

alter table position_events
  -- What the change took of the interest that the position had earned until then, 0 or below.
  add column interest_delta numeric(30, 12) not null default 0,
  -- The whole cents of it that were paid out. A loss of everything pays none.
  add column interest_paid numeric(20, 2) not null default 0 check (interest_paid >= 0),
  -- The pool's sum of interest per unit at that moment.
  add column interest_sum numeric(30, 12) not null default 0;

alter table bot_trades
  -- The nav when the trade opened, of which exposure is a part. Null in trades from before interest: then it is nav_before.
  add column base_nav numeric(30, 12),
  -- The pool's sum of interest per unit when the trade closed.
  add column interest_sum numeric(30, 12) not null default 0;

alter table bot_marks
  add column interest_sum numeric(30, 12) not null default 0;

insert into ledger_accounts (code) values ('external:treasury');

-- One row for each market day on which a pool's idle cash earned interest. Rows are only appended.
create table pool_interest (
  bot_id uuid not null references pools (bot_id),
  feed text not null check (feed in ('simulated', 'replay', 'live')),
  -- The number of the replay's pass, as in record_starts.
  record integer not null check (record >= 0),
  day date not null,
  -- The setting that gave the rate.
  source text not null,
  -- Growth of 1 in the day: of Treasury bills, and the part of it that the operator keeps.
  gross numeric(14, 12) not null check (gross >= 0),
  margin numeric(14, 12) not null check (margin between 0 and gross),
  -- The idle cash per unit.
  idle numeric(30, 12) not null check (idle >= 0),
  series integer not null,
  -- Number of trades that the bot had closed before.
  close_sequence bigint not null,
  nav_before numeric(30, 12) not null,
  nav_after numeric(30, 12) not null,
  units numeric(40, 12) not null,
  pool_gain numeric(20, 2) not null,
  fee numeric(20, 2) not null check (fee >= 0),
  transaction_id bigint not null references ledger_transactions (id),
  posted_at timestamptz not null default clock_timestamp(),
  primary key (bot_id, feed, record, day),
  constraint interest_raises_the_nav check (nav_after = nav_before + trunc(idle * (gross - margin), 12))
);
-- The interest between two trades, in its order.
create index pool_interest_by_trade on pool_interest (bot_id, close_sequence, transaction_id);
-- The last nav before a moment.
create index pool_interest_by_time on pool_interest (bot_id, posted_at);

create trigger interest_is_only_appended before update or delete or truncate on pool_interest
  for each statement execute function refuse_change();
create trigger interest_is_logged after insert on pool_interest for each row execute function log_interest();

grant select, insert on pool_interest to wazi_app;
