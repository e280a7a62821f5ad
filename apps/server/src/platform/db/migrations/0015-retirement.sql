-- Retirement by rule: each live month of a bot is held against a curve that is fixed before its first one. Below it, the bot takes
-- no new money for good. Rows are only appended, and no call writes any.

alter table bot_marks
  -- The series of units that the mark is of. Null in marks from before this column.
  add column series integer;

create table bot_judgements (
  id bigint generated always as identity primary key,
  bot_id uuid not null references pools (bot_id),
  -- Live months so far: 0 for the row that fixes the record and its curve, in the month before the first that counts.
  months integer not null check (months >= 0),
  -- The first day of the month (UTC).
  month date not null check (extract(day from month) = 1),
  -- That of bot_evidence, whose rows are never removed.
  record_hash text not null check (record_hash ~ '^[0-9a-f]{64}$'),
  -- The curve: after m months the lower bound is mean * m - width * sqrt(m).
  curve_mean numeric(20, 12) not null,
  curve_width numeric(20, 12) not null check (curve_width >= 0),
  -- The price at which a unit could be redeemed at the end of the month, and its series.
  nav numeric(30, 12) not null check (nav >= 0),
  series integer not null,
  -- The return of Treasury bills in the month.
  bill_return numeric(20, 12),
  -- The running sum of ln((1 + return) / (1 + bill_return)).
  excess_sum numeric(20, 12) not null,
  -- Null before the first month that is judged.
  bound numeric(20, 12),
  closes boolean not null,
  judged_at timestamptz not null default clock_timestamp(),
  unique (bot_id, months),
  unique (bot_id, month),
  constraint the_first_row_counts_no_month check (months > 0 or (bill_return is null and excess_sum = 0)),
  constraint a_month_has_bills check (months = 0 or bill_return is not null),
  constraint a_bot_closes_below_its_bound check (closes = coalesce(excess_sum < bound, false))
);
create unique index a_bot_closes_once on bot_judgements (bot_id) where closes;

create trigger judgements_are_only_appended before update or delete or truncate on bot_judgements
  for each statement execute function refuse_change();
create trigger judgements_are_logged after insert on bot_judgements for each row execute function log_judgement();
create trigger retirements_are_announced after insert on bot_judgements for each row when (new.closes)
  execute function announce_bot();
create trigger retirements_are_told after insert on bot_judgements for each row when (new.closes)
  execute function tell_retirement();

grant select, insert on bot_judgements to wazi_app;

create trigger rule_changes_are_told after insert on strategy_registrations for each row
  when (new.window_opens > new.registered_at + interval '1 day') execute function tell_rule_change();
