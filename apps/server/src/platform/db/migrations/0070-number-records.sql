-- A replay that starts again begins a new record of its bots. Their trades up to after_sequence belong to earlier records.
alter table record_starts
  add column record integer not null default 0 check (record >= 0),
  add column after_sequence bigint not null default 0 check (after_sequence >= 0),
  add column after_won bigint not null default 0 check (after_won >= 0);
alter table record_starts drop constraint record_starts_pkey;
alter table record_starts add primary key (bot_id, feed, record, symbol);
