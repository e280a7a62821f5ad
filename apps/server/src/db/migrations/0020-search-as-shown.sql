-- A text in which another is looked for, or that is looked for: without case and without the quotes in which a destination's
-- parts may be shown; blanks, line ends and what can't be seen between words are one blank, as browsers make them when text
-- is copied.
create function search_form(text_ text) returns text language sql immutable parallel safe
  return btrim(regexp_replace(lower(replace(coalesce(text_, ''), '"', '')), '[[:space:][:cntrl:]]+', ' ', 'g'));

-- As before, but in that form: a bank's name with a comma is shown in quotes, and is found as it is shown.
alter table withdrawals drop column search_text;
alter table withdrawals add column search_text text not null
  generated always as (search_form(
    case withdrawal_type
      when 'crypto' then coalesce(currency, '—') || ' on ' || coalesce(network, '—') || ' to ' || coalesce(destination_address, '—')
      when 'mpesa' then 'M-Pesa ' || coalesce(country, '—') || ' ' || coalesce(phone_number, '—')
      else coalesce(bank_name, '—') || ', ' || coalesce(country, '—') || ', account ' || coalesce(destination_address, '—')
        || ', account name ' || coalesce(account_name, '—')
    end || ' ' || coalesce(transaction_hash, '') || ' ' || id::text)) stored;
