-- The result of the newest backup, check of the archive and restore drill, for the metrics. Commands write it as the owner.
create table verified_copies (
  kind text primary key check (kind in ('backup', 'archive', 'drill')),
  -- The copy that was verified has everything until then. Null until the first success.
  complete_until timestamptz,
  verified_at timestamptz,
  -- Null after a success.
  failed_at timestamptz,
  check ((complete_until is null) = (verified_at is null)),
  check (verified_at is not null or failed_at is not null)
);
grant select on verified_copies to wazi_app;
