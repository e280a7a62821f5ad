-- What is recorded about the bots: evidence from backtests on real prices, and the rules and parameters registered before
-- they are judged. Rows of both tables are only appended.

create table bot_evidence (
  id bigint generated always as identity primary key,
  -- The bot's name, or 'all bots' for the mean of all.
  subject text not null,
  -- SHA-256 of the record: the same record is kept once.
  record_hash text not null unique check (record_hash ~ '^[0-9a-f]{64}$'),
  recorded_at timestamptz not null,
  document jsonb not null,
  loaded_at timestamptz not null default clock_timestamp()
);
create index bot_evidence_by_subject on bot_evidence (subject, recorded_at desc, id desc);

create table strategy_registrations (
  id bigint generated always as identity primary key,
  bot_name text not null,
  rule text not null,
  parameters jsonb not null,
  -- SHA-256 of rule, parameters and size.
  parameters_hash text not null check (parameters_hash ~ '^[0-9a-f]{64}$'),
  -- SHA-256 of the prices on which they were chosen; null when there are none.
  data_hash text check (data_hash ~ '^[0-9a-f]{64}$'),
  registered_at timestamptz not null,
  -- Results from here on may count as out of sample, if the registration was made by then.
  window_opens timestamptz not null,
  unique (bot_name, parameters_hash, window_opens)
);
create index strategy_registrations_by_bot on strategy_registrations (bot_name, parameters_hash, registered_at);

create trigger evidence_is_only_appended before update or delete or truncate on bot_evidence
  for each statement execute function refuse_change();
create trigger registrations_are_only_appended before update or delete or truncate on strategy_registrations
  for each statement execute function refuse_change();
create trigger registrations_are_stamped before insert on strategy_registrations
  for each row execute function stamp_registration();

grant select, insert on bot_evidence, strategy_registrations to wazi_app;
