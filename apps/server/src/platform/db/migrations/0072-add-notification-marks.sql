-- Until when a user has read their notifications, and which kinds they do not want to see. The notifications themselves are
-- read from the records of what happened.
create table notification_marks (
  user_id uuid primary key references users (id),
  read_at timestamptz not null,
  muted text[] not null default '{}' check (muted <@ array['deposit', 'withdrawal', 'stop', 'verification', 'administrator', 'bot'])
);
grant select, insert, update on notification_marks to wazi_app;
