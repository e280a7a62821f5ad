-- A share above Treasury bills: what the own money of a position would have earned in bills bears no share.

alter table pools
  -- The index of bills, which grows by the gross rate of each settled market day, also when no cash is idle. It only rises.
  add column bill_index numeric(30, 12) not null default 1 check (bill_index >= 1);

alter table pool_interest
  -- The index before and after the day. Null in days from before the index.
  add column bill_index_before numeric(30, 12),
  add column bill_index_after numeric(30, 12),
  add constraint a_day_grows_the_bill_index check (
    (bill_index_before is null) = (bill_index_after is null)
    and bill_index_after = bill_index_before + trunc(bill_index_before * gross, 12));

alter table positions
  -- Fixed at activation.
  add column share_above text not null default 'nothing' check (share_above in ('nothing', 'bills')),
  -- What the own money would have earned, less what was taken of it, when the pool's index was bill_index. Later rises come
  -- on top. Below 0 when more interest was taken.
  add column bill_interest numeric(30, 12) not null default 0,
  add column bill_index numeric(30, 12) not null default 1 check (bill_index >= 1),
  add constraint only_a_share_above_bills_counts_them check (
    bill_interest = 0 or (is_active and share_above = 'bills'));

alter table position_events
  -- What the change took of what bills would have earned.
  add column bill_interest_delta numeric(30, 12) not null default 0,
  -- The part of the gain paid that bore no share, because bills would have earned it too.
  add column below_bills numeric(20, 2) not null default 0 check (below_bills >= 0),
  -- The pool's index at that moment; null where the share is taken above nothing. With b as own money and bill interest
  -- together, b now is the index now times the sum over the events of (own money delta + bill interest delta) / index.
  add column bill_index numeric(30, 12) check (bill_index >= 1);

alter table bot_marks
  add column bill_index numeric(30, 12) not null default 1;
