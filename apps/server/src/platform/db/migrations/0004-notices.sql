-- Mails, notifications and push messages on their way to users.

-- Mails, each written in the same transaction as its cause. A mail is due until it is sent or given up.
create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  template text not null,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- Null: the user's address at the time of sending.
  recipient text check (length(recipient) between 3 and 254),
  -- A mail that is of no use later, such as a link with a short life, is given up at this time.
  expires_at timestamptz,
  attempts integer not null default 0 check (attempts >= 0),
  -- Moved forward when a process takes the mail, so that another one takes it only if that process died.
  next_attempt_at timestamptz not null default clock_timestamp(),
  last_error text check (length(last_error) <= 500),
  failed_at timestamptz,
  constraint a_mail_is_sent_or_given_up check (sent_at is null or failed_at is null)
);
create index mail_outbox_due on mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index mail_outbox_failed on mail_outbox (failed_at desc, id) where failed_at is not null;
create index mail_outbox_by_user on mail_outbox (user_id);
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;

-- Until when a user has read their notifications, and which kinds they do not want to see or to get by mail or push. The
-- notifications themselves are read from the records of what happened.
create table notification_marks (
  user_id uuid primary key references users (id),
  read_at timestamptz not null,
  muted text[] not null default '{}' check (muted <@ array['deposit', 'withdrawal', 'stop', 'verification', 'administrator', 'bot']),
  mail_muted text[] not null default '{bot}'
    check (mail_muted <@ array['deposit', 'withdrawal', 'stop', 'verification', 'administrator', 'bot']),
  push_muted text[] not null default '{}'
    check (push_muted <@ array['deposit', 'withdrawal', 'stop', 'verification', 'administrator', 'bot'])
);

-- The browsers that get push messages.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- The session that used it last. When that session is ended, the browser gets nothing more; when it expires, it still does.
  session_id uuid not null,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  -- Our public key that the browser was given. The push service accepts no other for this endpoint.
  server_key text not null check (length(server_key) <= 100),
  created_at timestamptz not null
);
create index push_subscriptions_by_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- Push messages on their way. Sent and given up messages are not kept.
create table push_outbox (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  event text not null,
  created_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0 check (attempts >= 0),
  -- Moved forward when a process takes the message, as in mail_outbox.
  next_attempt_at timestamptz not null default clock_timestamp()
);
create index push_outbox_due on push_outbox (next_attempt_at);
create index push_outbox_by_subscription on push_outbox (subscription_id);

grant select, insert, update, delete on mail_outbox, push_subscriptions, push_outbox to wazi_app;
grant select, insert, update on notification_marks to wazi_app;
