-- What a person needs to keep and to leave an account: a verified address, links by mail, consents, a frozen account, the
-- reason of a deactivation, and an erasure that also covers the reasons in the ledger.

alter table users
  add column email_verified_at timestamptz,
  -- The version of the terms and of the privacy notice that the user last accepted; null before the first one.
  add column terms_version text check (length(terms_version) <= 20),
  -- Set by the link "This was not me" in a mail. No one can sign in until a password reset or an administrator ends it.
  add column frozen_at timestamptz,
  add column deactivation_reason text check (length(deactivation_reason) <= 1000);

-- One row for each link in a mail. The token in the link is signed and not stored; a link works once.
create table account_links (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('verify-email', 'reset-password', 'change-email')),
  -- The address that the link was sent to. The link is void when the account has another one by then.
  email text not null check (length(email) between 3 and 254),
  -- The new address of a change.
  new_email text check (length(new_email) between 3 and 254),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint only_a_change_has_a_new_address check ((kind = 'change-email') = (new_email is not null))
);
create index account_links_by_user on account_links (user_id, kind);
create index account_links_by_end on account_links (expires_at);

-- Every consent and every withdrawal of one. Rows are only appended.
create table consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  document text not null check (document in ('terms', 'privacy', 'marketing')),
  -- The version of the document; of the sign-up form for marketing.
  version text not null check (length(version) <= 20),
  is_given boolean not null,
  given_at timestamptz not null
);
create index consents_by_user on consents (user_id, id);

grant select, insert, update, delete on account_links to wazi_app;
grant select, insert on consents to wazi_app;

-- Entries and transactions stay as they are. Only the text of a reason can be erased, and only with its investor.
drop trigger ledger_transactions_are_only_appended on ledger_transactions;
create trigger ledger_transactions_are_only_appended
  before delete or truncate on ledger_transactions
  for each statement execute function refuse_change();
create trigger ledger_transactions_keep_all_but_an_erased_reason
  before update on ledger_transactions
  for each row execute function refuse_all_but_erasing_a_reason();
