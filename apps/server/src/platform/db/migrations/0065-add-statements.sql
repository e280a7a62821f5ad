-- Statements of banks and payment providers, as administrators import them, to compare them with our books (docs/rails.md).
create table statement_imports (
  id uuid primary key,
  -- The name that administrators give an account of ours at a bank or provider.
  account text not null check (length(account) between 1 and 60),
  -- The withdrawals that are paid from it.
  kind text not null check (kind in ('bank', 'mpesa')),
  format text not null check (format in ('camt053', 'csv', 'mpesa')),
  file_name text not null check (length(file_name) <= 200),
  -- SHA-256 of the file: the same file is imported once.
  digest bytea not null unique,
  lines integer not null check (lines >= 0),
  imported_by uuid not null references users (id),
  imported_at timestamptz not null
);

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

-- An administrator explains a difference, and another one approves it. Rows are decided once.
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
  constraint approved_by_another check (approved_by is distinct from proposed_by),
  constraint approved_by_someone check ((approved_by is null) = (approved_at is null)),
  unique (account, difference)
);

create trigger statement_imports_are_kept before update or delete on statement_imports
  for each row execute function refuse_change();
create trigger statement_lines_are_kept before update or delete on statement_lines
  for each row execute function refuse_change();

grant select, insert on statement_imports, statement_lines, statement_decisions to wazi_app;
grant update (approved_by, approved_at) on statement_decisions to wazi_app;
