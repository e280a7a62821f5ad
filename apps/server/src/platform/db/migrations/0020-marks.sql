alter table bot_marks
  -- True while no broker could trade all instruments of the bot. False in marks from before this column.
  add column on_paper boolean not null default false;
