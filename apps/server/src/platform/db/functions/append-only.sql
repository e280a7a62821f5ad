-- Refuses to change or remove rows of a table to which rows are only appended, whoever asks.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only appended', tg_table_name using errcode = 'WZ409';
end $$;

-- The same for a table whose rows change but stay, because others refer to them.
create or replace function refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never removed', tg_table_name using errcode = 'WZ409';
end $$;

-- The time of a registration is the database's own, so that it cannot be dated back. A window that is not given opens now.
create or replace function stamp_registration() returns trigger language plpgsql as $$
begin
  new.registered_at = clock_timestamp();
  new.window_opens = coalesce(new.window_opens, new.registered_at);
  return new;
end $$;

-- For rows that end once: nothing else about them changes.
create or replace function refuse_other_than_end() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or to_jsonb(new) - 'ended_at' <> to_jsonb(old) - 'ended_at' then
    raise exception 'rows of % only end, once', tg_table_name using errcode = 'WZ409';
  end if;
  return new;
end $$;
