alter table bot_marks
  -- True while no broker could trade all instruments of the bot. False in marks from before this column.
  add column on_paper boolean not null default false;

alter table position_events
  -- The mark at which units could be redeemed at that moment. Null in events from before this column.
  add column exit_mark numeric(30, 12) check (exit_mark >= 0);
