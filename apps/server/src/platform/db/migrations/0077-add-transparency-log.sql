-- The transparency log: leaves that wait for a place, the leaves in their places, and the hashes of their Merkle tree in tiles
-- (c2sp.org/tlog-tiles). docs/proofs.md has the leaves.
create table log_outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text,
  -- An entry of a bundle has a length of two bytes.
  leaf text not null check (octet_length(leaf) between 2 and 65535)
);

create table log_leaves (
  position bigint primary key check (position >= 0),
  kind text not null,
  -- The bot, audit entry or day that the leaf is about.
  subject text,
  leaf text not null
);
create index log_leaves_by_subject on log_leaves (subject, kind, position);

create table log_tiles (
  level smallint not null check (level between 0 and 7),
  number bigint not null check (number >= 0),
  hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  primary key (level, number)
);
-- Hashes cannot be compressed.
alter table log_tiles alter column hashes set storage external;

-- The log's identity, its newest signed checkpoint, and why it has stopped; null while it runs.
create table log_state (
  id smallint primary key default 1 check (id = 1),
  public_key text not null,
  checkpoint text,
  signed_at timestamptz,
  stopped text
);

create trigger log_leaves_are_only_appended before update or delete or truncate on log_leaves
  for each statement execute function refuse_change();
create trigger log_hashes_are_only_appended before update on log_tiles
  for each row execute function refuse_changed_hashes();
create trigger log_tiles_stay before delete or truncate on log_tiles
  for each statement execute function refuse_removal();

-- Secret until a text or an address is erased, then null.
create table audit_nonces (
  audit_id bigint primary key,
  kept bytea not null,
  texts bytea,
  address bytea
);
-- Openings in full, as the leaf of the closed trade shows them.
create table logged_openings (
  opening_id uuid primary key,
  nonce bytea not null,
  document text not null
);
-- Versions of what applies to everybody: fees and terms.
create table logged_documents (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('fees', 'terms')),
  document jsonb not null,
  recorded_at timestamptz not null default clock_timestamp()
);
create trigger documents_are_only_appended before update or delete or truncate on logged_documents
  for each statement execute function refuse_change();

create trigger audit_entries_are_logged after insert on audit_log for each row execute function log_audit_entry();
create trigger erased_nonces_are_forgotten after update on audit_log for each row execute function forget_erased_nonces();
create trigger openings_are_logged after update of open_trade on pools for each row
  when (new.open_trade is not null and new.open_trade ->> 'id' is distinct from old.open_trade ->> 'id')
  execute function log_opening();
create trigger trades_are_logged after insert on bot_trades for each row execute function log_trade();
create trigger registrations_are_logged after insert on strategy_registrations for each row execute function log_registration();
create trigger pauses_are_logged after insert or update of resumed_at on bot_pauses for each row execute function log_pause();
create trigger documents_are_logged after insert on logged_documents for each row execute function log_document();

grant select, insert on log_outbox to wazi_app;
grant select on log_leaves, audit_nonces, logged_openings to wazi_app;
grant select, insert, update on log_tiles, log_state to wazi_app;
grant select, insert on logged_documents to wazi_app;

-- What was there before the log.
insert into log_outbox (kind, subject, leaf)
select 'registration', bot_name, jsonb_build_object('type', 'registration', 'botName', bot_name, 'rule', rule,
  'parameters', parameters, 'parametersHash', parameters_hash, 'dataHash', data_hash, 'registeredAt', log_time(registered_at),
  'windowOpens', log_time(window_opens))::text
from strategy_registrations order by id;
insert into log_outbox (kind, subject, leaf)
select 'trade', bot_id::text, jsonb_build_object('type', 'trade',
  'botId', bot_id, 'series', series, 'sequence', sequence::text, 'symbol', symbol, 'side', side,
  'exposure', exposure::text, 'entryPrice', entry_price::text, 'exitPrice', exit_price::text,
  'openedAt', log_time(opened_at), 'executedAt', log_time(executed_at),
  'entryBarTime', log_time(entry_bar_time), 'barTime', log_time(bar_time), 'reason', reason, 'feed', feed,
  'navBefore', nav_before::text, 'navAfter', nav_after::text, 'lowestNav', lowest_nav::text,
  'poolGain', pool_gain::text, 'dividends', dividends::text, 'financing', financing::text,
  'openingId', opening_id, 'opening', null, 'openingNonce', null)::text
from bot_trades order by id;
insert into audit_nonces (audit_id, kept, texts, address) select id, log_nonce(), log_nonce(), log_nonce() from audit_log;
insert into log_outbox (kind, subject, leaf)
select 'audit', a.id::text, jsonb_build_object('type', 'audit', 'id', a.id::text,
  'kept', log_hash(n.kept, audit_kept_part(a.id, a.actor_id, a.action, a.subject_type, a.subject_id, a.happened_at, a.before, a.after)),
  'texts', log_hash(n.texts, jsonb_build_array(a.before, a.after)::text),
  'address', log_hash(n.address, coalesce(a.address, '')))::text
from audit_log a join audit_nonces n on n.audit_id = a.id order by a.id;
