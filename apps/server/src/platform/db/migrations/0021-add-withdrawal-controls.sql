-- A withdrawal that an administrator deleted stays visible to the other administrators, with the name of who deleted it.
alter table withdrawals add column hidden_by uuid references users (id);
update withdrawals w set hidden_by = coalesce(
  (select a.actor_id from audit_log a
   where a.subject_id = w.id::text and a.subject_type = 'withdrawal' and a.action = 'withdrawal.delete'
   order by a.happened_at desc, a.id desc limit 1), w.settled_by)
where w.hidden_at is not null;

-- The lists include hidden rows.
drop index withdrawals_by_waiting;
create index withdrawals_by_waiting on withdrawals (waiting_place(status in ('pending', 'processing'), created_at), id);
drop index withdrawals_by_amount;
create index withdrawals_by_amount on withdrawals (amount, created_at, id);
create index withdrawals_by_hiding on withdrawals (created_at desc, id desc) where hidden_at is not null;

-- Destinations that an investor saved. With ADDRESS_WAIT_HOURS a new one can be used from `usable_from` on.
create table payout_addresses (
  id uuid primary key,
  user_id uuid not null references users (id),
  withdrawal_type text not null check (withdrawal_type in ('crypto', 'bank', 'mpesa')),
  currency text,
  network text,
  destination_address text,
  country text,
  bank_name text,
  account_name text,
  phone_number text,
  -- One line, the same for equal destinations.
  destination text not null,
  added_at timestamptz not null,
  -- The longest ADDRESS_WAIT_HOURS is a week.
  usable_from timestamptz not null check (usable_from >= added_at and usable_from <= added_at + interval '7 days')
);
create unique index one_payout_address_each on payout_addresses (user_id, destination);

grant select, insert, delete on payout_addresses to wazi_app;
