-- Users: their sessions and the limits on guessing passwords, links by mail, consents, second factors, identity documents, and
-- what they answered about their knowledge and means.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 3 and 254),
  hashed_password text not null,
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  phone text not null check (length(phone) <= 32),
  country text not null check (length(country) <= 80),
  birthday date,
  preferred_market text check (preferred_market in ('forex', 'crypto', 'stocks', 'commodities', 'indices')),
  risk_tolerance text check (risk_tolerance in ('low', 'medium', 'high')),
  referral_code text not null unique,
  marketing_opt_in boolean not null default false,
  kyc_status text not null default 'pending' check (kyc_status in ('pending', 'approved', 'rejected')),
  profile_image_url text,
  is_admin boolean not null default false,
  is_active boolean not null default true,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The row stays for the ledger; its personal data is erased.
  deleted_at timestamptz,
  -- Stored, because computing it for each row in each search is slower than scanning the table.
  search_text text not null generated always as (lower(first_name || ' ' || last_name || ' ' || email)) stored,
  -- Applies to administrators only.
  admin_role text not null default 'full' check (admin_role in ('read-only', 'money', 'full')),
  email_verified_at timestamptz,
  -- The version of the terms and of the privacy notice that the user last accepted; null before the first one.
  terms_version text check (length(terms_version) <= 20),
  -- Set by the link "This was not me" in a mail. No one can sign in until a password reset or an administrator ends it.
  frozen_at timestamptz,
  deactivation_reason text check (length(deactivation_reason) <= 1000),
  -- Read with every session, so it is a column rather than a search in the tables of second factors. `refreshSecondFactor`
  -- writes it.
  has_second_factor boolean not null default false
);
-- E-mail addresses are compared without case.
create unique index users_email_key on users (lower(email));
create index users_created_at_idx on users (created_at desc, id desc) where not is_admin and deleted_at is null;
create index users_by_search_text on users (search_text);
create index users_administrators on users (created_at, id) where is_admin and deleted_at is null;
-- Searches find words by their beginning or their end (db/functions/search.sql). A search also reads the rows that are not
-- merged into such an index yet: at most 256 kB.
create index users_by_word on users using gin (search_words(search_text || ' ' || phone || ' ' || country))
  with (gin_pending_list_limit = 256);
create index users_by_state on users (is_active, created_at desc, id desc) where not is_admin and deleted_at is null;
create index users_by_kyc_status on users (kyc_status, created_at desc, id desc) where not is_admin and deleted_at is null;
-- Users who have never signed in come last in either direction.
create index users_by_sign_in on users (coalesce(last_login_at, 'infinity'::timestamptz), id)
  where not is_admin and deleted_at is null;
create index users_by_latest_sign_in on users (coalesce(last_login_at, '-infinity'::timestamptz), id)
  where not is_admin and deleted_at is null;

create trigger changes_of_users_are_announced
  after update of first_name, last_name, phone, kyc_status, is_active, is_admin, admin_role on users for each row
  when ((old.first_name, old.last_name, old.phone, old.kyc_status, old.is_active, old.is_admin, old.admin_role)
    is distinct from (new.first_name, new.last_name, new.phone, new.kyc_status, new.is_active, new.is_admin, new.admin_role))
  execute function announce_user();
create trigger users_are_never_removed
  before delete or truncate on users
  for each statement execute function refuse_removal();
create trigger approved_identities_are_mailed
  after update of kyc_status on users for each row
  when (new.kyc_status = 'approved' and old.kyc_status is distinct from new.kyc_status)
  execute function mail_approved_identity();

-- Only a hash of the token is stored; the token itself is only in the browser.
create table sessions (
  sid_hash bytea primary key check (length(sid_hash) = 32),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null check (length(ip) <= 64),
  user_agent text not null check (length(user_agent) <= 300),
  -- Names the session to its owner. It is not derived from the token.
  id uuid not null default gen_random_uuid(),
  -- When the session's user last proved who they are, after signing in.
  stepped_up_at timestamptz,
  -- The hash of the one withdrawal that this proof is for; null for a proof that is for no withdrawal.
  step_up_for bytea check (length(step_up_for) = 32)
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);
create unique index sessions_id_key on sessions (id);

create trigger ended_sessions_end_push
  after delete on sessions for each row when (old.expires_at > now()) execute function end_push_of_session();

-- Browsers in which a user has signed in before: wrong passwords from elsewhere do not lock them out.
create table known_devices (
  device_hash bytea not null check (length(device_hash) = 32),
  user_id uuid not null references users (id) on delete cascade,
  last_used_at timestamptz not null,
  primary key (device_hash, user_id)
);
create index known_devices_user_id_idx on known_devices (user_id);
create index known_devices_last_used_at_idx on known_devices (last_used_at);

-- Recent attempts under one key. The key is a hash: no address and no e-mail is stored.
create table throttles (
  key bytea primary key check (length(key) = 32),
  tries timestamptz[] not null,
  expires_at timestamptz not null
);
create index throttles_expires_at_idx on throttles (expires_at);

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

-- Changes of a password, second factor or e-mail address. Each holds the investor's withdrawals until a fixed time, so
-- that no hold lasts for ever. Rows are only appended.
create table security_events (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('password-changed', 'password-reset', 'factor-changed', 'email-changed', 'account-frozen')),
  happened_at timestamptz not null,
  holds_until timestamptz not null check (holds_until >= happened_at and holds_until <= happened_at + interval '7 days')
);
create index security_events_by_user on security_events (user_id, holds_until desc);

-- An administrator's decision to end the holds of one investor early. It covers the events up to `last_event_id`; a later
-- event holds again.
create table security_hold_overrides (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  last_event_id bigint not null references security_events (id),
  overridden_by uuid not null references users (id),
  reason text not null check (length(reason) between 1 and 500),
  overridden_at timestamptz not null
);
create index security_hold_overrides_by_user on security_hold_overrides (user_id, last_event_id desc);

create table authenticator_apps (
  user_id uuid primary key references users (id),
  -- Encrypted with a key of the installation.
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null until a first code shows that the app has the secret.
  confirmed_at timestamptz,
  -- The time step of the last used code. Only codes of later steps are accepted, so each works once.
  last_step bigint not null default 0
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  -- The host name for which it was created. Browsers offer it on that host only.
  rp_id text not null check (length(rp_id) between 1 and 253),
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  -- True when its maker copies it between devices.
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

create table recovery_code_sets (
  user_id uuid primary key references users (id),
  -- The key of the hashes below, encrypted with a key of the installation.
  sealed_key bytea not null,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id uuid not null references recovery_code_sets (user_id) on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Challenges that browsers sign with a passkey. Each is deleted when it is used.
create table passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose text not null check (purpose in ('registration', 'sign-in', 'step-up')),
  -- Null for a sign-in.
  user_id uuid references users (id),
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- Identity documents. The images are encrypted and kept in the document store, under the ids in this table.
create table verifications (
  id uuid primary key,
  user_id uuid not null references users (id),
  document_type text not null check (document_type in ('passport', 'id_card', 'drivers_license')),
  document_number text check (length(document_number) <= 64),
  front_document text not null check (length(front_document) <= 80),
  back_document text check (length(back_document) <= 80),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  rejection_reason text check (length(rejection_reason) <= 500),
  reviewed_by uuid references users (id),
  reviewed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint a_rejection_has_a_reason check ((status = 'rejected') = (rejection_reason is not null)),
  constraint a_review_has_a_time check ((status = 'pending') = (reviewed_at is null))
);
-- A second one is accepted only after a rejection, also when two arrive at once.
create unique index one_open_verification_each on verifications (user_id) where status in ('pending', 'approved');
create index verifications_by_user on verifications (user_id, created_at desc);
create index verifications_by_time on verifications (created_at desc, id desc);
create index verifications_by_waiting on verifications (waiting_place(status = 'pending', created_at), id);
create index verifications_by_word on verifications using gin (search_words(document_number))
  with (gin_pending_list_limit = 256);
create index verifications_by_status on verifications (status, created_at desc, id desc);

create trigger closed_users_submit_no_documents
  after insert on verifications for each row
  execute function refuse_new_for_closed_users();
create trigger verifications_are_announced
  after insert or update on verifications for each row execute function announce_verification();
create trigger rejected_verifications_are_mailed
  after update of status on verifications for each row
  when (new.status = 'rejected' and old.status is distinct from new.status) execute function mail_rejected_verification();

-- What investors answered about their knowledge, loss capacity and horizon, and the limits on their own money in bots that
-- follow or that they chose. Rows are only added. The newest row whose time has come applies; a limit of null is none.
create table suitability_limits (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  made_at timestamptz not null,
  effective_at timestamptz not null check (effective_at >= made_at),
  limit_amount numeric(20, 2) check (limit_amount > 0),
  version text,
  knowledge text,
  loss_capacity text,
  horizon text,
  check (num_nulls(version, knowledge, loss_capacity, horizon) in (0, 4)),
  check (version is not null or limit_amount is not null)
);
create index on suitability_limits (user_id, id desc);

-- Users in the tables of the record and the ledger.
alter table audit_log add foreign key (actor_id) references users (id);
alter table ledger_accounts add foreign key (user_id) references users (id);
alter table local_rates add foreign key (set_by) references users (id);

grant select, insert, update, delete on users, sessions, known_devices, throttles, account_links, authenticator_apps,
  passkeys, recovery_code_sets, recovery_codes, passkey_challenges, verifications to wazi_app;
grant select, insert on consents, security_events, security_hold_overrides, suitability_limits to wazi_app;
