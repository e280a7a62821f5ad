-- What investors answered about their knowledge, loss capacity and horizon, and the limits on their own money in bots that
-- follow or that they chose. Rows are only added. The newest row whose time has come applies; a limit of null is none.
create table suitability_limits (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  made_at timestamptz not null,
  effective_at timestamptz not null check (effective_at >= made_at),
  limit_amount numeric(20, 2) check (limit_amount > 0),
  version text,
  knowledge text,
  loss_capacity text,
  horizon text,
  check (num_nulls(version, knowledge, loss_capacity, horizon) in (0, 4)),
  check (version is not null or limit_amount is not null)
);
create index on suitability_limits (user_id, id desc);
grant select, insert on suitability_limits to wazi_app;
