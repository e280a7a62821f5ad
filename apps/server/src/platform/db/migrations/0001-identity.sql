-- Users, their sessions, and the limits on guessing passwords.

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
  admin_role text not null default 'full' check (admin_role in ('read-only', 'money', 'full'))
);

-- E-mail addresses are compared without case.
create unique index users_email_key on users (lower(email));
create index users_created_at_idx on users (created_at desc, id desc) where not is_admin and deleted_at is null;
create index users_by_search_text on users (search_text);
create index users_administrators on users (created_at, id) where is_admin and deleted_at is null;

create trigger changes_of_users_are_announced
  after update of first_name, last_name, phone, kyc_status, is_active, is_admin, admin_role on users for each row
  when ((old.first_name, old.last_name, old.phone, old.kyc_status, old.is_active, old.is_admin, old.admin_role)
    is distinct from (new.first_name, new.last_name, new.phone, new.kyc_status, new.is_active, new.is_admin, new.admin_role))
  execute function announce_user();

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
  id uuid not null default gen_random_uuid()
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);
create unique index sessions_id_key on sessions (id);

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

-- Mail to send, written in the same transaction as its cause.
create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  template text not null,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz
);
create index mail_outbox_waiting on mail_outbox (created_at) where sent_at is null;

grant select, insert, update, delete on users, sessions, known_devices, throttles, mail_outbox to wazi_app;
