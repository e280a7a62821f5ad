-- Monthly partitions of tables that grow with time and that no other table refers to. Such a table is partitioned by range
-- and has a default partition `<table>_default`, so that no row is ever refused. A month's partition is `<table>_YYYY_MM`
-- and ends with its month in UTC. The functions run with the rights of their owner, because the application may not create
-- or remove tables. They give up where a lock is held, as during a backup, because readers wait behind them; the next
-- run tries again. The wait is longer than the second after which PostgreSQL ends its own cleaning for a lock.

create or replace function month_partition(parent text, month date) returns text language sql stable parallel safe
  return parent || '_' || to_char(month, 'YYYY_MM');

-- The parent's name is one of a table with a default partition, so that no other table can be named.
create or replace function require_monthly(parent text, month date) returns void language plpgsql stable as $$
begin
  if month <> date_trunc('month', month) or not exists (
    select from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    where c.relnamespace = 'public'::regnamespace and c.relname = parent and p.partstrat = 'r' and p.partdefid <> 0
  ) then
    raise exception '% has no monthly partitions from %', parent, month using errcode = 'WZ409';
  end if;
end $$;

-- Creates the partition of a month and moves the rows into it that the default partition holds of that month. Returns false
-- where the partition exists, and where another process or a lock is in the way.
create or replace function create_month_partition(parent text, month date) returns boolean
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '1500ms' as $$
declare
  child constant text := month_partition(parent, month);
  first constant timestamptz := month;
  beyond constant timestamptz := month + interval '1 month';
  key text;
begin
  perform require_monthly(parent, month);
  if not pg_try_advisory_xact_lock(hashtextextended('partitions:' || parent, 0)) or to_regclass(child) is not null then
    return false;
  end if;
  select a.attname into strict key from pg_partitioned_table p
  join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0] where p.partrelid = parent::regclass;
  execute format('lock table only %I in access exclusive mode', parent || '_default');
  execute format('create table %I (like %I including all)', child, parent);
  execute format('with moved as (delete from only %I where %I >= $1 and %I < $2 returning *) insert into %I select * from moved',
    parent || '_default', key, key, child) using first, beyond;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child, first, beyond);
  return true;
exception when lock_not_available then return false;
end $$;

-- Removes the partition of a month with its rows. Returns false where there is none, and where a lock is in the way.
create or replace function drop_month_partition(parent text, month date) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1500ms' as $$
begin
  perform require_monthly(parent, month);
  if not exists (select from pg_inherits
    where inhparent = parent::regclass and inhrelid = to_regclass(month_partition(parent, month))) then
    return false;
  end if;
  execute format('drop table %I', month_partition(parent, month));
  return true;
exception when lock_not_available then return false;
end $$;

revoke execute on function create_month_partition(text, date), drop_month_partition(text, date) from public;
grant execute on function create_month_partition(text, date), drop_month_partition(text, date) to wazi_app;
