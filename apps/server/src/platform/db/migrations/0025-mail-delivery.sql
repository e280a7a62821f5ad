-- How far each mail of the outbox has come. A mail is due until it is sent or given up.

alter table mail_outbox
  -- Null: the user's address at the time of sending.
  add column recipient text check (length(recipient) between 3 and 254),
  -- A mail that is of no use later, such as a link with a short life, is given up at this time.
  add column expires_at timestamptz,
  add column attempts integer not null default 0 check (attempts >= 0),
  -- Moved forward when a process takes the mail, so that another one takes it only if that process died.
  add column next_attempt_at timestamptz not null default clock_timestamp(),
  add column last_error text check (length(last_error) <= 500),
  add column failed_at timestamptz,
  add constraint a_mail_is_sent_or_given_up check (sent_at is null or failed_at is null);

drop index mail_outbox_waiting;
create index mail_outbox_due on mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index mail_outbox_failed on mail_outbox (failed_at desc, id) where failed_at is not null;
create index mail_outbox_by_user on mail_outbox (user_id);
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
