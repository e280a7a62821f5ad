-- Hints for the streams of live updates, sent with the commit. Tables that postings write to have no such trigger,
-- because a notification makes commits wait for each other: the ledger's door sends its hints after the commit.

create or replace function announce_prices() returns trigger language plpgsql as $$
begin
  perform pg_notify('wazi_updates', '[{"type":"prices"}]');
  return null;
end $$;

create or replace function announce_verification() returns trigger language plpgsql as $$
begin
  perform pg_notify('wazi_updates', jsonb_build_array(
    jsonb_build_object('type', 'verification', 'userId', new.user_id))::text);
  return null;
end $$;

create or replace function announce_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('wazi_updates', jsonb_build_array(jsonb_build_object('type', 'account', 'userId', new.id))::text);
  return null;
end $$;

create or replace function announce_bot() returns trigger language plpgsql as $$
begin
  perform pg_notify('wazi_updates', jsonb_build_array(jsonb_build_object('type', 'trade', 'botId', new.bot_id))::text);
  return null;
end $$;
