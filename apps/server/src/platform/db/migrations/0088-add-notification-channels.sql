-- Notifications by mail and by push: the kinds that a user does not want, the browsers that get push, and the messages on their
-- way to them. Sent and given up messages are not kept.
alter table notification_marks
  add column mail_muted text[] not null default '{bot}'
    check (mail_muted <@ array['deposit', 'withdrawal', 'stop', 'verification', 'administrator', 'bot']),
  add column push_muted text[] not null default '{}'
    check (push_muted <@ array['deposit', 'withdrawal', 'stop', 'verification', 'administrator', 'bot']);

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

grant select, insert, update, delete on push_subscriptions, push_outbox to wazi_app;

create trigger ended_sessions_end_push
  after delete on sessions for each row when (old.expires_at > now()) execute function end_push_of_session();

create trigger rejected_deposits_are_told
  after update of status on deposits for each row
  when (new.status = 'failed' and old.status = 'pending' and new.settled_by is distinct from new.user_id)
  execute function tell_rejected_deposit();
create trigger sent_withdrawals_are_told
  after update of status on withdrawals for each row
  when (new.status = 'processing' and old.status is distinct from new.status) execute function tell_sent_withdrawal();
create trigger settled_exits_are_told
  after update of status on exits for each row
  when (new.status = 'settled' and old.status = 'pending') execute function tell_settled_exit();
create trigger redeemed_positions_are_told
  after insert on position_events for each row
  when (new.kind = 'winding-up' and new.happened_at > now() - interval '1 hour') execute function mail_stopped_position();
create trigger applied_adjustments_are_told
  after insert on adjustments for each row
  when (new.kind = 'account' and new.status = 'applied' and new.asked_at > now() - interval '1 hour')
  execute function tell_adjustment();
create trigger approved_adjustments_are_told
  after update of status on adjustments for each row
  when (new.kind = 'account' and new.status = 'applied' and old.status is distinct from new.status)
  execute function tell_adjustment();
create trigger pauses_are_told
  after insert or update of resumed_at on bot_pauses for each row
  when (coalesce(new.resumed_at, new.paused_at) > now() - interval '1 hour') execute function tell_pause();
