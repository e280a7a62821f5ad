-- Second factors of users: authenticator apps, passkeys and recovery codes.

-- Read with every session, so it is a column rather than a search in the tables below. `refreshSecondFactor` in
-- core/second-factors/store.ts writes it.
alter table users add column has_second_factor boolean not null default false;

-- When the session's user last proved who they are, after signing in.
alter table sessions add column stepped_up_at timestamptz;
-- The hash of the one withdrawal that this proof is for; null for a proof that is for no withdrawal.
alter table sessions add column step_up_for bytea check (length(step_up_for) = 32);

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

grant select, insert, update, delete on authenticator_apps, passkeys, recovery_code_sets, recovery_codes,
  passkey_challenges to wazi_app;
