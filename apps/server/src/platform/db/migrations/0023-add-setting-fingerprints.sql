-- A fingerprint of each setting and deposit key at the last start, by role of the process: processes of different roles may
-- differ. The key makes secrets impossible to guess from their fingerprints.
alter table system_settings add column fingerprint_key bytea check (length(fingerprint_key) = 32);

create table setting_fingerprints (
  role text not null,
  name text not null,
  fingerprint text not null check (length(fingerprint) = 64),
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (role, name)
);

grant select, insert, update, delete on setting_fingerprints to wazi_app;

-- The status page adds up the adjustments of a month, and the entries of the accounts without a balance since a day.
create index ledger_transactions_adjustments on ledger_transactions (posted_at) where kind = 'adjustment';
