-- Who may use the platform, their sessions, and what keeps strangers from guessing passwords.

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
  -- Personal data is erased and the row stays, for the ledger.
  deleted_at timestamptz
);

-- E-mail addresses are compared without case.
create unique index users_email_key on users (lower(email));
create index users_created_at_idx on users (created_at desc, id desc) where not is_admin and deleted_at is null;

-- The token itself is only in the browser.
create table sessions (
  sid_hash bytea primary key check (length(sid_hash) = 32),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null check (length(ip) <= 64),
  user_agent text not null check (length(user_agent) <= 300)
);

create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

-- A browser in which this user has signed in before: strangers' wrong passwords don't lock its owner out.
create table known_devices (
  device_hash bytea not null check (length(device_hash) = 32),
  user_id uuid not null references users (id) on delete cascade,
  last_used_at timestamptz not null,
  primary key (device_hash, user_id)
);

create index known_devices_user_id_idx on known_devices (user_id);
create index known_devices_last_used_at_idx on known_devices (last_used_at);

-- The tries of the recent past under one key (a hash: no address and no e-mail is kept).
create table throttles (
  key bytea primary key check (length(key) = 32),
  tries timestamptz[] not null,
  expires_at timestamptz not null
);

create index throttles_expires_at_idx on throttles (expires_at);

-- One row. The address is filled in by the seed.
create table system_settings (
  id smallint primary key default 1 check (id = 1),
  gas_fee_address text check (length(gas_fee_address) <= 200),
  gas_fee_amount text not null default '500 TRX' check (length(gas_fee_amount) <= 100),
  updated_at timestamptz not null default now()
);

insert into system_settings (id) values (1);

grant select, insert, update, delete on users, sessions, known_devices, throttles, system_settings to wazi_app;
