-- Mails about what happens to an investor's money and documents, queued with the commit that changes their row. A trigger, so
-- that every way to change it is covered: investors, administrators, the trader. core/mail/mail-data.ts has the templates.

create or replace function queue_mail(recipient_id uuid, template_name text, content jsonb) returns void language sql as $$
  insert into mail_outbox (user_id, template, data) values (recipient_id, template_name, content);
$$;

-- Where a withdrawal goes, with the last four characters of the account only: a mailbox is not a safe place for the rest.
create or replace function short_destination(
  kind text, currency text, network text, bank_name text, destination_address text, phone_number text
) returns text language sql immutable parallel safe
  return case kind
    when 'crypto' then concat_ws(' ', currency, 'on', network, 'to …' || right(destination_address, 4))
    when 'mpesa' then 'M-Pesa …' || right(phone_number, 4)
    else concat_ws(', ', bank_name, 'account …' || right(destination_address, 4))
  end;

create or replace function mail_deposit() returns trigger language plpgsql as $$
begin
  perform queue_mail(new.user_id, 'deposit-arrived',
    jsonb_build_object('amount', coalesce(new.received_amount, new.amount)::text));
  return null;
end $$;

create or replace function mail_withdrawal() returns trigger language plpgsql as $$
declare
  content jsonb := jsonb_build_object('amount', new.amount::text);
  destination text := short_destination(new.withdrawal_type, new.currency, new.network, new.bank_name,
    new.destination_address, new.phone_number);
begin
  case
    when tg_op = 'INSERT' then
      perform queue_mail(new.user_id, 'withdrawal-requested', content || jsonb_build_object('destination', destination));
    when new.status = 'completed' then
      perform queue_mail(new.user_id, 'withdrawal-paid', content || jsonb_build_object(
        'destination', destination, 'transactionHash', new.transaction_hash));
    when new.settled_by = new.user_id then
      perform queue_mail(new.user_id, 'withdrawal-cancelled', content);
    else
      perform queue_mail(new.user_id, 'withdrawal-rejected', content || jsonb_build_object('reason', new.notes));
  end case;
  return null;
end $$;

create or replace function mail_rejected_verification() returns trigger language plpgsql as $$
begin
  perform queue_mail(new.user_id, 'verification-rejected', jsonb_build_object('reason', new.rejection_reason));
  return null;
end $$;

create or replace function mail_approved_identity() returns trigger language plpgsql as $$
begin
  perform queue_mail(new.id, 'verification-approved', '{}');
  return null;
end $$;

-- What comes back is the position's value less the platform's share of the profit.
create or replace function mail_stopped_position() returns trigger language plpgsql as $$
begin
  perform queue_mail(new.user_id, 'position-closed', jsonb_build_object(
    'bot', (select name from trading_bots where id = new.bot_id), 'cause', new.kind,
    'amount', (-new.value_delta - new.profit_share)::text));
  return null;
end $$;
