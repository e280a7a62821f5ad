-- The standbys that this server sends its log to, for the metrics. Runs with the rights of its owner, who must be a member of
-- pg_read_all_stats: otherwise all columns are null. Base backups are no standbys.
create or replace function read_standbys()
returns table (standby text, lag_bytes bigint, lag_seconds double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.application_name, pg_wal_lsn_diff(pg_current_wal_lsn(), r.replay_lsn)::bigint,
    case when r.replay_lsn >= pg_current_wal_lsn() then 0 else coalesce(extract(epoch from r.replay_lag), 0) end::float8
  from pg_stat_replication r
  where not pg_is_in_recovery() and (r.state is null or r.state <> 'backup' and r.replay_lsn is not null)
$$;
revoke execute on function read_standbys() from public;
grant execute on function read_standbys() to wazi_app;
