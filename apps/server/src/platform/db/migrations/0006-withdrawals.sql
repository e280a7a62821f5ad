create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users (id),
  amount numeric(12, 2) not null check (amount > 0),
  -- The funds that the hold was taken from, and is returned to.
  from_deposit numeric(12, 2) not null check (from_deposit >= 0),
  from_profit numeric(12, 2) not null check (from_profit >= 0),
  withdrawal_type text not null check (withdrawal_type in ('crypto', 'bank', 'mpesa')),
  currency text,
  network text,
  destination_address text,
  country text,
  bank_name text,
  account_name text,
  phone_number text,
  transaction_hash text,
  notes text,
  status text not null check (status in ('pending', 'processing', 'completed', 'rejected')),
  settled_by uuid references users (id),
  hidden_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version bigint not null,
  -- `updated_at` changes again when a withdrawal is hidden; this does not.
  settled_at timestamptz,
  -- Starts with the destination as administrators see it, so that a copied destination is found. Stored, because
  -- computing it for each row in each search is slower than scanning the table.
  search_text text not null
    generated always as (search_form(
      case withdrawal_type
        when 'crypto' then coalesce(currency, '—') || ' on ' || coalesce(network, '—') || ' to ' || coalesce(destination_address, '—')
        when 'mpesa' then 'M-Pesa ' || coalesce(country, '—') || ' ' || coalesce(phone_number, '—')
        else coalesce(bank_name, '—') || ', ' || coalesce(country, '—') || ', account ' || coalesce(destination_address, '—')
          || ', account name ' || coalesce(account_name, '—')
      end || ' ' || coalesce(transaction_hash, '') || ' ' || id::text)) stored,
  constraint the_hold_is_the_amount check (from_deposit + from_profit = amount)
);
create unique index one_pending_withdrawal_each on withdrawals (user_id) where status in ('pending', 'processing');
create index withdrawals_by_user on withdrawals (user_id, created_at desc);
-- The orders in which administrators read the list.
create index withdrawals_by_time on withdrawals (created_at desc, id desc);
create index withdrawals_by_waiting on withdrawals (waiting_place(status in ('pending', 'processing'), created_at), id)
  where hidden_at is null;
create index withdrawals_by_amount on withdrawals (amount, created_at, id) where hidden_at is null;

-- The first of the two approvals that a large withdrawal needs. Rows are only appended. A confirmation counts while the
-- withdrawal has the same amount and destination, and the administrator may still settle withdrawals.
create table withdrawal_confirmations (
  id bigint generated always as identity primary key,
  withdrawal_id uuid not null references withdrawals (id),
  confirmed_by uuid not null references users (id),
  amount numeric(12, 2) not null check (amount > 0),
  -- One line, as it was shown.
  destination text not null,
  confirmed_at timestamptz not null
);
create index withdrawal_confirmations_by_withdrawal on withdrawal_confirmations (withdrawal_id, id);

grant select, insert on withdrawals, withdrawal_confirmations to wazi_app;
grant update on withdrawals to wazi_app;
