-- What an investor's own pages need: trade histories that are read page by page, the nav at the end of a day, sessions
-- that can be named, and hints about what has changed.

-- Ids of a bot's trades rise with their sequence: a page goes on below an id, whatever it leaves out.
create index bot_trades_by_bot on bot_trades (bot_id, id) include (sequence);
create index bot_trades_by_bot_and_symbol on bot_trades (bot_id, symbol, id);
-- The last nav before a moment.
create index bot_trades_by_bot_and_time on bot_trades (bot_id, executed_at) include (id, sequence, series, nav_after);

-- What a session is called where its owner sees it: neither the token nor anything made from it.
alter table sessions add column id uuid not null default gen_random_uuid();
create unique index sessions_id_key on sessions (id);

-- Hints for the streams of live updates, sent with the commit. What moves money sends none from here: a notification
-- makes commits wait for each other; the ledger's door sends its own after the commit.
create function announce_prices() returns trigger language plpgsql as $$
begin
  perform pg_notify('wazi_updates', '[{"type":"prices"}]');
  return null;
end $$;
create trigger prices_are_announced
  after insert or update on market_prices for each statement execute function announce_prices();

create function announce_verification() returns trigger language plpgsql as $$
begin
  perform pg_notify('wazi_updates', jsonb_build_array(
    jsonb_build_object('type', 'verification', 'userId', new.user_id))::text);
  return null;
end $$;
create trigger verifications_are_announced
  after insert or update on verifications for each row execute function announce_verification();

create function announce_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('wazi_updates', jsonb_build_array(jsonb_build_object('type', 'account', 'userId', new.id))::text);
  return null;
end $$;
create trigger changes_of_users_are_announced
  after update of first_name, last_name, phone, kyc_status, is_active on users for each row
  when ((old.first_name, old.last_name, old.phone, old.kyc_status, old.is_active)
    is distinct from (new.first_name, new.last_name, new.phone, new.kyc_status, new.is_active))
  execute function announce_user();
