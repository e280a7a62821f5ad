-- Mails and push messages about what happens to an investor's money and documents, queued with the commit that changes their row.
-- A trigger, so that every way to change it is covered: investors, administrators, the trader. record/mails/mail-data.ts has the
-- templates, and notices/push/push-text.ts the words of a push message.

-- Mails about security, which cannot be switched off.
create or replace function queue_mail(recipient_id uuid, template_name text, content jsonb) returns void language sql as $$
  insert into mail_outbox (user_id, template, data) values (recipient_id, template_name, content);
$$;

-- A mail of a kind of notification, unless the user has switched it off.
create or replace function queue_mail_of(mail_kind text, recipient_id uuid, template_name text, content jsonb)
returns void language plpgsql as $$
begin
  if mail_kind = any(coalesce((select mail_muted from notification_marks where user_id = recipient_id), '{bot}')) then return; end if;
  perform queue_mail(recipient_id, template_name, content);
end $$;

-- A message to each browser of the user, unless they have switched the kind off. The message holds what happened, and no amount.
create or replace function queue_push(push_kind text, recipient_id uuid, what text) returns void language plpgsql as $$
begin
  insert into push_outbox (subscription_id, event)
  select s.id, what from push_subscriptions s left join notification_marks m on m.user_id = s.user_id
  where s.user_id = recipient_id and not push_kind = any(coalesce(m.push_muted, '{}'));
end $$;

create or replace function end_push_of_session() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = old.id;
  return null;
end $$;

-- Where a withdrawal goes, with the last four characters of the account only: a mailbox is not a safe place for the rest.
create or replace function short_destination(
  kind text, currency text, network text, bank_name text, destination_address text, phone_number text
) returns text language sql immutable parallel safe
  return case kind
    when 'crypto' then concat_ws(' ', currency, 'on', network, 'to …' || right(destination_address, 4))
    when 'mpesa' then 'M-Pesa …' || right(phone_number, 4)
    when 'bank' then concat_ws(', ', bank_name, 'account …' || right(destination_address, 4))
    else concat_ws(' ', initcap(kind), '…' || right(coalesce(phone_number, destination_address), 4))
  end;

create or replace function mail_deposit() returns trigger language plpgsql as $$
begin
  perform queue_mail_of('deposit', new.user_id, 'deposit-arrived',
    jsonb_build_object('amount', coalesce(new.received_amount, new.amount)::text));
  perform queue_push('deposit', new.user_id, 'deposit-credited');
  return null;
end $$;

create or replace function tell_rejected_deposit() returns trigger language plpgsql as $$
begin
  perform queue_mail_of('deposit', new.user_id, 'deposit-rejected', jsonb_build_object('amount', new.amount::text));
  perform queue_push('deposit', new.user_id, 'deposit-rejected');
  return null;
end $$;

-- A request and a cancellation are mailed in any case, because someone else may have made them.
create or replace function mail_withdrawal() returns trigger language plpgsql as $$
declare
  content jsonb := jsonb_build_object('amount', new.amount::text);
  destination text := short_destination(new.withdrawal_type, new.currency, new.network, new.bank_name,
    new.destination_address, new.phone_number);
begin
  case
    when tg_op = 'INSERT' then
      perform queue_mail(new.user_id, 'withdrawal-requested', content || jsonb_build_object('destination', destination)
        || coalesce((select jsonb_build_object('replaced', w.amount::text) from withdrawals w where w.id = new.replaces), '{}'));
    when new.status = 'completed' then
      perform queue_mail_of('withdrawal', new.user_id, 'withdrawal-paid', content || jsonb_build_object(
        'destination', destination, 'transactionHash', new.transaction_hash));
      perform queue_push('withdrawal', new.user_id, 'withdrawal-paid');
    when new.settled_by = new.user_id then
      -- The mail about the replacement tells it.
      if exists (select from withdrawals w where w.replaces = new.id) then return null; end if;
      perform queue_mail(new.user_id, 'withdrawal-cancelled', content);
    else
      perform queue_mail_of('withdrawal', new.user_id, 'withdrawal-rejected', content || jsonb_build_object('reason', new.notes));
      perform queue_push('withdrawal', new.user_id, 'withdrawal-rejected');
  end case;
  return null;
end $$;

create or replace function tell_sent_withdrawal() returns trigger language plpgsql as $$
begin
  perform queue_push('withdrawal', new.user_id, 'withdrawal-sent');
  return null;
end $$;

create or replace function mail_rejected_verification() returns trigger language plpgsql as $$
begin
  perform queue_mail_of('verification', new.user_id, 'verification-rejected', jsonb_build_object('reason', new.rejection_reason));
  perform queue_push('verification', new.user_id, 'verification-rejected');
  return null;
end $$;

create or replace function mail_approved_identity() returns trigger language plpgsql as $$
begin
  perform queue_mail_of('verification', new.id, 'verification-approved', '{}');
  perform queue_push('verification', new.id, 'verification-approved');
  return null;
end $$;

-- Positions that closed without their investor, all of a statement together: one price may close thousands. What comes back is
-- the position's value less the platform's share of the profit. Each row is looked up by its key, as in the ledger's door.
create or replace function mail_closed_positions() returns trigger language plpgsql as $$
begin
  if not exists (
    select from added where kind in ('stop-loss', 'take-profit', 'winding-up') and happened_at > now() - interval '1 hour'
  ) then return null; end if;
  insert into mail_outbox (user_id, template, data)
  select e.user_id, 'position-closed', jsonb_build_object(
    'bot', (select b.name from trading_bots b where b.id = e.bot_id), 'cause', e.kind,
    'amount', (-e.value_delta - e.profit_share)::text)
  from added e
  where e.kind in ('stop-loss', 'take-profit', 'winding-up') and e.happened_at > now() - interval '1 hour'
    and not 'stop' = any(coalesce((select m.mail_muted from notification_marks m where m.user_id = e.user_id), '{bot}'));
  insert into push_outbox (subscription_id, event)
  select s.id, e.kind
  from added e cross join lateral (select s.id from push_subscriptions s where s.user_id = e.user_id offset 0) s
  where e.kind in ('stop-loss', 'take-profit', 'winding-up') and e.happened_at > now() - interval '1 hour'
    and not 'stop' = any(coalesce((select m.push_muted from notification_marks m where m.user_id = e.user_id), '{}'));
  return null;
end $$;

-- The door has written the position's event before.
create or replace function tell_settled_exit() returns trigger language plpgsql as $$
declare
  came_back numeric;
begin
  select -e.value_delta - e.profit_share into came_back from position_events e
  where e.user_id = new.user_id and e.bot_id = new.bot_id and e.transaction_id = new.ledger_transaction_id;
  if came_back is null then return null; end if;
  perform queue_mail_of('stop', new.user_id, 'position-closed', jsonb_build_object(
    'bot', (select name from trading_bots where id = new.bot_id), 'cause', 'exit-settled', 'amount', came_back::text));
  perform queue_push('stop', new.user_id, 'exit-settled');
  return null;
end $$;

create or replace function tell_adjustment() returns trigger language plpgsql as $$
begin
  perform queue_mail_of('administrator', new.user_id, 'account-adjusted', jsonb_build_object('reason', new.reason));
  perform queue_push('administrator', new.user_id, 'adjusted');
  return null;
end $$;

-- To those who hold the bot and want to know. Mails about bots are off unless the user asks for them.
create or replace function tell_holders(held_bot_id uuid, what text) returns void language plpgsql as $$
begin
  insert into mail_outbox (user_id, template, data)
  select p.user_id, what, jsonb_build_object('bot', b.name)
  from positions p join notification_marks m on m.user_id = p.user_id join trading_bots b on b.id = p.bot_id
  where p.bot_id = held_bot_id and p.is_active and not 'bot' = any(m.mail_muted);
  perform push_to_holders(held_bot_id, what);
end $$;

create or replace function push_to_holders(held_bot_id uuid, what text) returns void language plpgsql as $$
begin
  insert into push_outbox (subscription_id, event)
  select s.id, what from push_subscriptions s
  join positions p on p.user_id = s.user_id and p.bot_id = held_bot_id and p.is_active
  left join notification_marks m on m.user_id = s.user_id
  where not 'bot' = any(coalesce(m.push_muted, '{}'));
end $$;

-- Of what changes what holders have, each of them gets the mail, whatever mails about bots they want. `more`: what it says beside the bot's name.
create or replace function tell_all_holders(held_bot_id uuid, what text, more jsonb default '{}') returns void language plpgsql as $$
begin
  insert into mail_outbox (user_id, template, data)
  select p.user_id, what, jsonb_build_object('bot', b.name) || more
  from positions p join trading_bots b on b.id = p.bot_id
  where p.bot_id = held_bot_id and p.is_active;
  perform push_to_holders(held_bot_id, what);
end $$;

create or replace function tell_pause() returns trigger language plpgsql as $$
begin
  perform tell_holders(new.bot_id, case when new.resumed_at is null then 'bot-paused' else 'bot-resumed' end);
  return null;
end $$;

create or replace function tell_rest() returns trigger language plpgsql as $$
begin
  perform tell_holders(new.bot_id, 'bot-resting');
  return null;
end $$;

-- True while a changed rule of a bot is announced and does not trade yet.
create or replace function rule_change_waits(changed_bot_id uuid) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from trading_bots b join strategy_registrations r on r.bot_name = b.name
    where b.id = changed_bot_id and r.window_opens > clock_timestamp());
end $$;

-- A registration whose window opens later is a changed rule.
create or replace function tell_rule_change() returns trigger language plpgsql as $$
begin
  perform tell_all_holders((select id from trading_bots where name = new.bot_name), 'bot-rule-changes',
    jsonb_build_object('date', to_char(new.window_opens at time zone 'UTC', 'YYYY-MM-DD')));
  return null;
end $$;

create or replace function tell_retirement() returns trigger language plpgsql as $$
begin
  perform tell_all_holders(new.bot_id, 'bot-retired');
  return null;
end $$;

-- Every other administrator is told of an appointment that was asked for or has taken effect. The mail is about security.
create or replace function tell_appointment() returns trigger language plpgsql as $$
declare
  facts constant jsonb := (
    select jsonb_build_object(
      'state', case when new.third_by is not null then 'agreed' when new.confirmed_at is not null then 'appointed' else 'asked' end,
      'name', c.first_name || ' ' || c.last_name, 'role', new.role, 'askedBy', q.first_name || ' ' || q.last_name,
      'confirmedBy', d.first_name || ' ' || d.last_name, 'at', new.asked_at)
    from users c left join users q on q.id = new.asked_by left join users d on d.id = coalesce(new.third_by, new.confirmed_by)
    where c.id = new.administrator_id
  );
begin
  perform queue_mail(u.id, 'administrator-appointment', facts),
    queue_push('administrator', u.id, case when new.confirmed_at is null then 'administrator-asked' else 'administrator-appointed' end)
  from users u where u.is_admin and u.deleted_at is null and u.id <> new.administrator_id;
  return null;
end $$;
