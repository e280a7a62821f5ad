-- When the recorded prices of a bot ended, so that those who hold it are told once.
create table bot_rests (
  bot_id uuid not null references trading_bots (id),
  record integer not null check (record >= 0),
  rested_at timestamptz not null default clock_timestamp(),
  primary key (bot_id, record)
);
grant select, insert on bot_rests to wazi_app;
create trigger rests_are_told after insert on bot_rests for each row execute function tell_rest();
