-- Reserves beside liabilities (docs/proofs.md): addresses that the operator signs for, statements of accounts, and each day's
-- total with its coverage, which a trigger logs.
create table reserve_signatures (
  id bigint primary key generated always as identity,
  network text not null check (network = 'ERC20'),
  -- With its EIP-55 checksum.
  address text not null check (address ~ '^0x[0-9A-Fa-f]{40}$'),
  -- The date in the signed message.
  signed_on date not null,
  signature text not null check (signature ~ '^0x[0-9a-f]{130}$'),
  recorded_at timestamptz not null default clock_timestamp(),
  unique (address, signed_on)
);

-- Closing balances of a broker's statements, as the operator enters them with the file's hash.
create table reserve_statements (
  id bigint primary key generated always as identity,
  account text not null check (length(account) between 1 and 60),
  currency text not null check (currency ~ '^[A-Z]{3,4}$'),
  amount numeric not null,
  as_of date not null,
  -- SHA-256 of the file, in hexadecimal.
  file text not null check (file ~ '^[0-9a-f]{64}$'),
  recorded_at timestamptz not null default clock_timestamp(),
  unique (file, currency)
);

-- The closing balance of an imported bank or M-Pesa statement; null when its form has none.
alter table statement_imports
  add column closing_balance numeric,
  add column closing_currency text,
  add column closing_on date,
  add constraint closing_is_whole check (num_nulls(closing_balance, closing_currency, closing_on) in (0, 3));

create table reserve_days (
  day date primary key references liability_days (day),
  document jsonb not null
);

create trigger reserve_signatures_are_only_appended before update or delete or truncate on reserve_signatures
  for each statement execute function refuse_change();
create trigger reserve_statements_are_only_appended before update or delete or truncate on reserve_statements
  for each statement execute function refuse_change();
create trigger reserve_days_are_only_appended before update or delete or truncate on reserve_days
  for each statement execute function refuse_change();
create trigger reserve_days_are_logged after insert on reserve_days for each row execute function log_reserves();
-- A replay that starts again begins a new record of its bots: the leaf says after which trade.
create trigger record_starts_are_logged after insert on record_starts referencing new table as added
  for each statement execute function log_record_starts();

grant select, insert on reserve_signatures, reserve_statements, reserve_days to wazi_app;
