-- What two administrators decide about a line or a payment: it is explained, it belongs to a payment of our books, or it is an
-- investor's payment that is credited to an account number.
alter table statement_decisions
  add column kind text not null default 'explain' check (kind in ('explain', 'link', 'credit')),
  add column payment_id text,
  add column account_number text,
  -- A declined decision counts no more, and another one can be proposed.
  add column declined_by uuid references users (id),
  add column declined_at timestamptz,
  add constraint declined_by_someone check ((declined_by is null) = (declined_at is null)),
  add constraint approved_or_declined check (approved_at is null or declined_at is null),
  add constraint statement_decisions_are_complete check (
    (kind = 'link') = (payment_id is not null) and (kind = 'credit') = (account_number is not null)
  );

alter table statement_decisions drop constraint statement_decisions_account_difference_key;
create unique index statement_decisions_once on statement_decisions (account, difference) where declined_at is null;
create unique index statement_links_once on statement_decisions (payment_id) where kind = 'link' and declined_at is null;
grant update (declined_by, declined_at) on statement_decisions to wazi_app;

-- Which payments the statements of an account show. The newest import says it for the account.
alter table statement_imports
  drop constraint statement_imports_format_check,
  add constraint statement_imports_format_check check (format in ('camt053', 'mt940', 'csv', 'mpesa')),
  add column shows text not null default 'both' check (shows in ('both', 'deposits', 'payouts'));

-- Charges of a bank or provider that are booked to the platform's fees: the lines of one account, month and currency.
create table statement_charges (
  id uuid primary key,
  account text not null,
  kind text not null check (kind in ('bank', 'mpesa')),
  -- YYYY-MM of the lines.
  month text not null,
  currency text not null,
  -- The sum of the lines: positive for what was charged, negative for what came back.
  local_amount numeric not null,
  -- Units of the currency for one US dollar when it was proposed.
  rate numeric not null check (rate > 0),
  rate_at timestamptz not null,
  -- In US dollars, rounded up.
  amount numeric(12, 2) not null,
  note text not null check (length(note) between 1 and 500),
  status text not null check (status in ('pending', 'booked', 'declined')),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null,
  decided_by uuid references users (id),
  decided_at timestamptz,
  version bigint not null,
  constraint charges_are_decided_by_another check (status <> 'booked' or decided_by is distinct from proposed_by),
  constraint charges_are_decided_unless_pending check ((status = 'pending') = (decided_at is null))
);

create table statement_charge_lines (
  charge_id uuid not null references statement_charges (id),
  line_id uuid not null references statement_lines (id),
  -- False when the booking was declined.
  is_open boolean not null default true,
  primary key (charge_id, line_id)
);
-- A line is booked once.
create unique index statement_charge_lines_once on statement_charge_lines (line_id) where is_open;

grant select, insert, update on statement_charges to wazi_app;
grant select, insert on statement_charge_lines to wazi_app;
grant update (is_open) on statement_charge_lines to wazi_app;
