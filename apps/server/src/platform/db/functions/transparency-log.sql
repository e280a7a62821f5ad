-- The leaves of the transparency log (docs/explanation/proofs.md). A trigger writes each leaf in the commit of the row that it is about, to
-- `log_outbox`; take_log_leaves gives the leaves their places. Leaves have no personal data.

create or replace function append_log_leaf(leaf_kind text, leaf_subject text, document jsonb) returns void language plpgsql as $$
begin
  insert into log_outbox (kind, subject, leaf) values (leaf_kind, leaf_subject, (jsonb_build_object('type', leaf_kind) || document)::text);
end $$;

-- A time as it is written in leaves.
create or replace function log_time(at timestamptz) returns text language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- 32 bytes from the server's cryptographic generator, less the 12 fixed bits of two version 4 UUIDs.
create or replace function log_nonce() returns bytea language sql volatile
  return uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

create or replace function log_hash(nonce bytea, part text) returns text language sql immutable parallel safe
  return encode(sha256(nonce || convert_to(part, 'UTF8')), 'hex');

-- The part of an audit entry that stays for good, also after its texts are erased with an account.
create or replace function audit_kept_part(
  id bigint, actor_id uuid, action text, subject_type text, subject_id text, happened_at timestamptz, before jsonb, after jsonb
) returns text language plpgsql stable as $$
begin
  return jsonb_build_array(id, actor_id, action, subject_type, subject_id, log_time(happened_at),
    without_personal_texts(before), without_personal_texts(after))::text;
end $$;

-- Three hashes for an audit entry, each with a nonce of its own: what stays for good, its texts, and its address. Erasing an
-- account removes texts, addresses and their nonces, and the rest can still be checked.
create or replace function log_audit_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nonces constant bytea[] := array[log_nonce(), log_nonce(), log_nonce()];
begin
  insert into audit_nonces (audit_id, kept, texts, address) values (new.id, nonces[1], nonces[2], nonces[3]);
  perform append_log_leaf('audit', new.id::text, jsonb_build_object(
    'id', new.id::text,
    'kept', log_hash(nonces[1], audit_kept_part(new.id, new.actor_id, new.action, new.subject_type, new.subject_id,
      new.happened_at, new.before, new.after)),
    'texts', log_hash(nonces[2], jsonb_build_array(new.before, new.after)::text),
    'address', log_hash(nonces[3], coalesce(new.address, ''))));
  return null;
end $$;

-- Without its nonce, the hash of an erased text or address cannot be used to guess it.
create or replace function forget_erased_nonces() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update audit_nonces set
    texts = case when (old.before, old.after) is not distinct from (new.before, new.after) then texts end,
    address = case when old.address is not distinct from new.address then address end
  where audit_id = new.id;
  return null;
end $$;

-- An opening is logged as a hash: its stop must not be known while the trade is open. The leaf of the closed trade shows it.
create or replace function log_opening() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nonce bytea;
  trade jsonb;
begin
  for trade in
    select o.trade from jsonb_array_elements(new.open_trades) with ordinality o (trade, place)
    -- A closed trade refers to its opening by a UUID; another id is of no opening that can close.
    where o.trade ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and not exists (select from jsonb_array_elements(old.open_trades) h (trade) where h.trade ->> 'id' = o.trade ->> 'id')
    order by o.place
  loop
    nonce := log_nonce();
    insert into logged_openings (opening_id, nonce, document)
    values ((trade ->> 'id')::uuid, nonce, trade::text) on conflict (opening_id) do nothing;
    continue when not found;
    perform append_log_leaf('opening', new.bot_id::text, jsonb_build_object(
      'botId', new.bot_id, 'openingId', trade ->> 'id', 'at', log_time(clock_timestamp()),
      'hash', log_hash(nonce, trade::text)));
  end loop;
  return null;
end $$;

-- The change of the unit price in per cent, down to 4 decimals. Amounts of money would show how much the bot's investors hold.
create or replace function log_return_pct(nav_before numeric, nav_after numeric) returns text language sql immutable parallel safe
  return ((div((nav_after - nav_before) * 1000000, nullif(nav_before, 0))
    - (mod((nav_after - nav_before) * 1000000, nullif(nav_before, 0)) < 0)::integer) / 10000)::numeric(20, 4)::text;

create or replace function log_trade() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  opened record;
begin
  select o.document, encode(o.nonce, 'hex') as nonce into opened from logged_openings o where o.opening_id = new.opening_id;
  perform append_log_leaf('trade', new.bot_id::text, jsonb_build_object(
    'botId', new.bot_id, 'series', new.series, 'sequence', new.sequence::text, 'symbol', new.symbol, 'side', new.side,
    'exposure', new.exposure::text, 'entryPrice', new.entry_price::text, 'exitPrice', new.exit_price::text,
    'openedAt', log_time(new.opened_at), 'executedAt', log_time(new.executed_at),
    'entryBarTime', log_time(new.entry_bar_time), 'barTime', log_time(new.bar_time), 'reason', new.reason, 'feed', new.feed,
    'navBefore', new.nav_before::text, 'navAfter', new.nav_after::text, 'lowestNav', new.lowest_nav::text,
    'returnPct', log_return_pct(new.nav_before, new.nav_after), 'dividends', new.dividends::text, 'financing', new.financing::text,
    'openingId', new.opening_id, 'opening', opened.document, 'openingNonce', opened.nonce));
  return null;
end $$;

create or replace function log_interest() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform append_log_leaf('interest', new.bot_id::text, jsonb_build_object(
    'botId', new.bot_id, 'feed', new.feed, 'record', new.record, 'day', new.day, 'source', new.source, 'series', new.series,
    'gross', new.gross::text, 'margin', new.margin::text, 'idle', new.idle::text, 'closeSequence', new.close_sequence::text,
    'navBefore', new.nav_before::text, 'navAfter', new.nav_after::text, 'at', log_time(new.posted_at)));
  return null;
end $$;

create or replace function log_registration() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform append_log_leaf('registration', new.bot_name, jsonb_build_object(
    'botName', new.bot_name, 'rule', new.rule, 'parameters', new.parameters, 'parametersHash', new.parameters_hash,
    'dataHash', new.data_hash, 'registeredAt', log_time(new.registered_at), 'windowOpens', log_time(new.window_opens)));
  return null;
end $$;

create or replace function log_judgement() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform append_log_leaf('judgement', new.bot_id::text, jsonb_build_object(
    'botId', new.bot_id, 'months', new.months, 'month', to_char(new.month, 'YYYY-MM'), 'recordHash', new.record_hash,
    'curveMean', new.curve_mean::text, 'curveWidth', new.curve_width::text, 'nav', new.nav::text, 'series', new.series,
    'billReturn', new.bill_return::text, 'excessSum', new.excess_sum::text, 'bound', new.bound::text, 'closes', new.closes,
    'at', log_time(new.judged_at)));
  return null;
end $$;

-- Names nobody. `how`: "machine", "alone" (there was no other administrator), "confirmed", "confirmed-by-third".
create or replace function log_appointment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform append_log_leaf('appointment', new.id::text, jsonb_build_object(
    'appointmentId', new.id, 'role', new.role, 'askedAt', log_time(new.asked_at), 'confirmedAt', log_time(new.confirmed_at),
    'how', case when new.third_by is not null then 'confirmed-by-third' when new.confirmed_by is not null then 'confirmed'
      when new.asked_by is not null then 'alone' else 'machine' end));
  return null;
end $$;

create or replace function log_pause() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform append_log_leaf('pause', new.bot_id::text, jsonb_build_object(
    'botId', new.bot_id, 'isPaused', new.resumed_at is null, 'at', log_time(coalesce(new.resumed_at, new.paused_at))));
  return null;
end $$;

create or replace function log_document() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform append_log_leaf(new.kind, null, jsonb_build_object('document', new.document, 'at', log_time(new.recorded_at)));
  return null;
end $$;

create or replace function log_liabilities() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform append_log_leaf('liabilities', new.day::text, jsonb_build_object('day', new.day, 'snapshot', new.snapshot::text,
    'takenAt', log_time(new.taken_at), 'accounts', new.accounts::text, 'leaves', new.leaves::text, 'total', new.total::text,
    'root', new.root));
  return null;
end $$;
-- Gives the oldest waiting leaves the next places in the log. Only one transaction at a time may do it: the caller has the
-- log's advisory lock. Runs with the rights of its owner, because the application may not remove a waiting leaf.
create or replace function take_log_leaves(first_position bigint, most integer)
returns table (at_position bigint, leaf_text text) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if first_position <> (select coalesce(max(l.position) + 1, 0) from log_leaves l) then
    raise exception 'the log does not end at %', first_position using errcode = 'WZ409';
  end if;
  return query
  with taken as (
    delete from log_outbox o where o.id in (select w.id from log_outbox w order by w.id limit most)
    returning o.id, o.kind, o.subject, o.leaf
  ), placed as (
    insert into log_leaves as l (position, kind, subject, leaf)
    select first_position + row_number() over (order by t.id) - 1, t.kind, t.subject, t.leaf from taken t
    returning l.position, l.leaf
  )
  select p.position, p.leaf from placed p order by p.position;
end $$;
revoke execute on function take_log_leaves(bigint, integer) from public;
grant execute on function take_log_leaves(bigint, integer) to wazi_app;

-- Hashes of the log's tree are only appended.
create or replace function refuse_changed_hashes() returns trigger language plpgsql as $$
begin
  if new.level <> old.level or new.number <> old.number or substr(new.hashes, 1, length(old.hashes)) <> old.hashes then
    raise exception 'hashes of the log are only appended' using errcode = 'WZ409';
  end if;
  return new;
end $$;

create or replace function log_reserves() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform append_log_leaf('reserves', new.day::text, jsonb_build_object('day', new.day) || new.document);
  return null;
end $$;

-- One leaf for a record that begins after another one. It has a row for each symbol, and they may come in several statements.
create or replace function log_record_starts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform append_log_leaf('record', b.bot_id::text, jsonb_build_object(
    'botId', b.bot_id, 'feed', b.feed, 'record', b.record::text, 'afterSequence', b.after_sequence::text, 'at', log_time(clock_timestamp())))
  from (select distinct a.bot_id, a.feed, a.record, a.after_sequence from added a where a.record > 0) b
  where not exists (select from record_starts s where s.bot_id = b.bot_id and s.feed = b.feed and s.record = b.record
    and not exists (select from added a where a.bot_id = s.bot_id and a.feed = s.feed and a.record = s.record and a.symbol = s.symbol));
  return null;
end $$;
