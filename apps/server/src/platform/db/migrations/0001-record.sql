-- What every noun writes into: the audit log, the transparency log, and the settings of the installation.
-- The schema begins with one file for each noun, in their order. A reference to a table of a later noun is added in that noun's
-- file.

-- Acts of administrators and of investors on their own accounts. Rows are only appended; an erasure removes texts from them.
create table audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  address text,
  happened_at timestamptz not null default clock_timestamp(),
  -- Stored, because computing it for each row in each search is slower than scanning the table.
  words tsvector
    generated always as (to_tsvector('simple', words_of(
      action || ' ' || subject_id || ' ' || coalesce(actor_id::text, '') || ' ' || coalesce(address, '') || ' '
        || coalesce(before::text, '') || ' ' || coalesce(after::text, '')))) stored
);
create index audit_log_by_time on audit_log (happened_at desc, id desc);
create index audit_log_by_actor on audit_log (actor_id, happened_at desc, id desc);
create index audit_log_by_subject on audit_log (subject_id, happened_at desc, id desc);
create index audit_log_by_action on audit_log (action, happened_at desc, id desc);
create index audit_log_by_subject_type on audit_log (subject_type, happened_at desc, id desc);
-- Every search reads the pending list, the part that is not merged into the index yet: at most 256 kB.
create index audit_log_by_word on audit_log using gin (words) with (gin_pending_list_limit = 256);

create trigger audit_entries_are_logged after insert on audit_log for each row execute function log_audit_entry();
create trigger erased_nonces_are_forgotten after update on audit_log for each row execute function forget_erased_nonces();

-- The nonces of an audit entry's leaf. Secret until a text or an address is erased, then null.
create table audit_nonces (
  audit_id bigint primary key,
  kept bytea not null,
  texts bytea,
  address bytea
);

-- The transparency log: leaves that wait for a place, the leaves in their places, and the hashes of their Merkle tree in tiles
-- (c2sp.org/tlog-tiles). docs/explanation/proofs.md has the leaves.
create table log_outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text,
  -- An entry of a bundle has a length of two bytes.
  leaf text not null check (octet_length(leaf) between 2 and 65535),
  written_at timestamptz not null default now()
);

create table log_leaves (
  position bigint primary key check (position >= 0),
  kind text not null,
  -- The bot, audit entry or day that the leaf is about.
  subject text,
  leaf text not null
);
create index log_leaves_by_subject on log_leaves (subject, kind, position);

create trigger log_leaves_are_only_appended before update or delete or truncate on log_leaves
  for each statement execute function refuse_change();

create table log_tiles (
  level smallint not null check (level between 0 and 7),
  number bigint not null check (number >= 0),
  hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  primary key (level, number)
);
-- Hashes cannot be compressed.
alter table log_tiles alter column hashes set storage external;

create trigger log_hashes_are_only_appended before update on log_tiles
  for each row execute function refuse_changed_hashes();
create trigger log_tiles_stay before delete or truncate on log_tiles
  for each statement execute function refuse_removal();

-- The log's identity, its newest signed checkpoint, and why it has stopped; null while it runs.
create table log_state (
  id smallint primary key default 1 check (id = 1),
  public_key text not null,
  checkpoint text,
  signed_at timestamptz,
  stopped text
);

-- Openings in full, as the leaf of the closed trade shows them.
create table logged_openings (
  opening_id uuid primary key,
  nonce bytea not null,
  document text not null
);

-- Versions of what applies to everybody: fees, terms and the release that runs.
create table logged_documents (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('fees', 'terms', 'release')),
  document jsonb not null,
  recorded_at timestamptz not null default clock_timestamp()
);

create trigger documents_are_only_appended before update or delete or truncate on logged_documents
  for each statement execute function refuse_change();
create trigger documents_are_logged after insert on logged_documents for each row execute function log_document();

-- The investors whose rows an administrator's export of a list has, so that each of them is shown it (docs/explanation/proofs.md). An export
-- has at most 100,000 rows. They have no reference to audit_log and users, whose rows are never removed: checking each would take
-- as long as writing the rows.
create table exported_investors (
  user_id uuid not null,
  audit_id bigint not null,
  primary key (user_id, audit_id)
);

-- One row. The seed fills in the address.
create table system_settings (
  id smallint primary key default 1 check (id = 1),
  gas_fee_address text check (length(gas_fee_address) <= 200),
  gas_fee_amount text not null default '500 TRX' check (length(gas_fee_amount) <= 100),
  updated_at timestamptz not null default now(),
  -- The mode that this installation first ran in. Paper money must never be taken for real money, nor the reverse.
  mode text check (mode in ('demo', 'live')),
  -- Makes secrets impossible to guess from their fingerprints.
  fingerprint_key bytea check (length(fingerprint_key) = 32)
);

insert into system_settings (id) values (1);

-- A fingerprint of each setting and deposit key at the last start, by role of the process: processes of different roles may
-- differ.
create table setting_fingerprints (
  role text not null,
  name text not null,
  fingerprint text not null check (length(fingerprint) = 64),
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (role, name)
);

grant select, insert on audit_log, log_outbox, logged_documents, exported_investors to wazi_app;
grant select on audit_nonces, log_leaves, logged_openings to wazi_app;
grant select, insert, update on log_tiles, log_state to wazi_app;
grant select, insert, update, delete on system_settings, setting_fingerprints to wazi_app;
