-- Statements of banks and payment providers, compared with our books (docs/how-to/clerk/statements.md), and the reserves beside the liabilities
-- (docs/explanation/proofs.md).

-- Statements as administrators import them.
create table statement_imports (
  id uuid primary key,
  -- The name that administrators give an account of ours at a bank or provider.
  account text not null check (length(account) between 1 and 60),
  -- The withdrawals that are paid from it.
  kind text not null check (kind in ('bank', 'mpesa')),
  format text not null check (format in ('camt053', 'mt940', 'csv', 'mpesa')),
  file_name text not null check (length(file_name) <= 200),
  -- SHA-256 of the file: the same file is imported once.
  digest bytea not null unique,
  lines integer not null check (lines >= 0),
  imported_by uuid not null references users (id),
  imported_at timestamptz not null,
  -- The closing balance; null when the statement's form has none.
  closing_balance numeric,
  closing_currency text,
  closing_on date,
  -- Which payments the statements of the account show. The newest import says it for the account.
  shows text not null default 'both' check (shows in ('both', 'deposits', 'payouts')),
  constraint closing_is_whole check (num_nulls(closing_balance, closing_currency, closing_on) in (0, 3))
);

create trigger statement_imports_are_kept before update or delete on statement_imports
  for each row execute function refuse_change();

create table statement_lines (
  id uuid primary key,
  import_id uuid not null references statement_imports (id),
  account text not null,
  number integer not null,
  booked_on date not null,
  amount numeric not null,
  currency text not null,
  external_id text,
  text text not null,
  name text,
  is_charge boolean not null,
  -- Made from what the line says and its place among equal lines, so that statements that overlap add each line once.
  fingerprint text not null,
  unique (account, fingerprint)
);
create index statement_lines_by_account on statement_lines (account, booked_on);

create trigger statement_lines_are_kept before update or delete on statement_lines
  for each row execute function refuse_change();

-- What two administrators decide about a difference: it is explained, it belongs to a payment of our books, or it is an
-- investor's payment that is credited to an account number. Rows are decided once.
create table statement_decisions (
  id uuid primary key,
  account text not null,
  -- The difference: its kind with its line and payment.
  difference text not null,
  note text not null check (length(note) between 1 and 500),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null,
  approved_by uuid references users (id),
  approved_at timestamptz,
  kind text not null default 'explain' check (kind in ('explain', 'link', 'credit')),
  payment_id text,
  account_number text,
  -- A declined decision counts no more, and another one can be proposed.
  declined_by uuid references users (id),
  declined_at timestamptz,
  constraint approved_by_another check (approved_by is distinct from proposed_by),
  constraint approved_by_someone check ((approved_by is null) = (approved_at is null)),
  constraint declined_by_someone check ((declined_by is null) = (declined_at is null)),
  constraint approved_or_declined check (approved_at is null or declined_at is null),
  constraint statement_decisions_are_complete check (
    (kind = 'link') = (payment_id is not null) and (kind = 'credit') = (account_number is not null)
  )
);
create unique index statement_decisions_once on statement_decisions (account, difference) where declined_at is null;
create unique index statement_links_once on statement_decisions (payment_id) where kind = 'link' and declined_at is null;

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

-- Addresses that the operator signs for, each of a single key. Signatures of Bitcoin and Litecoin are in Base64.
create table reserve_signatures (
  id bigint primary key generated always as identity,
  network text not null check (network in ('ERC20', 'TRC20', 'BTC', 'LTC')),
  -- On Ethereum with its EIP-55 checksum.
  address text not null,
  -- The date in the signed message.
  signed_on date not null,
  signature text not null,
  recorded_at timestamptz not null default clock_timestamp(),
  constraint reserve_signatures_address_check check (case network
    when 'ERC20' then address ~ '^0x[0-9A-Fa-f]{40}$'
    when 'TRC20' then address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'
    else address ~ '^[0-9A-Za-z]{26,45}$' end),
  constraint reserve_signatures_signature_check check (case
    when network in ('ERC20', 'TRC20') then signature ~ '^0x[0-9a-f]{130}$'
    else signature ~ '^[A-Za-z0-9+/]{80,200}={0,2}$' end),
  unique (network, address, signed_on)
);

create trigger reserve_signatures_are_only_appended before update or delete or truncate on reserve_signatures
  for each statement execute function refuse_change();

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

create trigger reserve_statements_are_only_appended before update or delete or truncate on reserve_statements
  for each statement execute function refuse_change();

-- Each day's total of the reserves with its coverage of the liabilities, which a trigger logs.
create table reserve_days (
  day date primary key,
  document jsonb not null
);

create trigger reserve_days_are_only_appended before update or delete or truncate on reserve_days
  for each statement execute function refuse_change();
create trigger reserve_days_are_logged after insert on reserve_days for each row execute function log_reserves();

grant select, insert on statement_imports, statement_lines, statement_decisions, statement_charge_lines,
  reserve_signatures, reserve_statements, reserve_days to wazi_app;
grant select, insert, update on statement_charges, statement_comparisons to wazi_app;
grant update (approved_by, approved_at, declined_by, declined_at) on statement_decisions to wazi_app;
grant update (is_open) on statement_charge_lines to wazi_app;
