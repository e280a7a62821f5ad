-- What the platform owes each investor, once a day, as a Merkle-sum tree whose root is in the transparency log (docs/explanation/proofs.md).
-- The tree and the balances of the newest days are kept, so that each investor can follow the own balance to the root.

create table liability_days (
  day date primary key,
  -- Numbers the snapshots, so that the leaves of two days cannot be linked.
  snapshot bigint not null generated always as identity unique,
  taken_at timestamptz not null,
  accounts bigint not null check (accounts >= 0),
  leaves bigint not null check (leaves >= 0),
  -- Cents.
  total bigint not null check (total >= 0),
  root text not null check (root ~ '^[0-9a-f]{64}$')
);

create trigger liability_days_are_only_appended before update or delete or truncate on liability_days
  for each statement execute function refuse_change();
create trigger liability_days_are_logged after insert on liability_days for each row execute function log_liabilities();

-- Each account's secret, by which only its owner finds the own leaves.
create table liability_nonces (
  user_id uuid primary key references users (id),
  account bigint not null generated always as identity unique,
  nonce bytea not null check (length(nonce) = 32)
);

create table liability_accounts (
  day date not null,
  user_id uuid not null,
  -- Cents.
  available bigint not null,
  in_positions bigint not null,
  held bigint not null,
  leaf_indexes bigint[] not null,
  leaf_values bigint[] not null,
  primary key (day, user_id)
);

-- Nodes of 40 bytes, 256 in a row, at the levels 0, 8 and 16: digest, and value in cents (8 bytes, the lowest first).
create table liability_nodes (
  day date not null,
  level smallint not null,
  number bigint not null,
  nodes bytea not null,
  primary key (day, level, number)
);
alter table liability_nodes alter column nodes set storage external;

-- A day's reserves are compared with its liabilities.
alter table reserve_days add foreign key (day) references liability_days (day);

grant select, insert on liability_days, liability_nonces to wazi_app;
grant select, insert, delete on liability_accounts, liability_nodes to wazi_app;
