-- What administrators did without a second one, at the amount that it could move: one limit for all such acts of 24 hours.

create table acts_alone (
  id uuid primary key,
  admin_id uuid not null references users (id),
  -- The action in the audit log.
  act text not null,
  subject_id uuid not null,
  amount numeric(14, 2) not null check (amount > 0),
  acted_at timestamptz not null
);
create index acts_alone_by_administrator on acts_alone (admin_id, acted_at);
grant select, insert on acts_alone to wazi_app;

insert into acts_alone
select id, asked_by, 'user.adjust', coalesce(deposit_id, user_id), counted, asked_at from adjustments
where status = 'applied' and decided_by is null and counted > 0;

alter table local_rates
  -- Null: at once.
  add column takes_effect_at timestamptz,
  -- The administrator who agreed to a rate that is far from the anchor, or is the first.
  add column confirmed_by uuid references users (id),
  -- What later rates are compared with. A rate that one administrator set alone is none, or several small steps would make a large one.
  add column is_anchor boolean not null default false;
create index local_rates_in_force on local_rates (currency, coalesce(takes_effect_at, set_at) desc, id desc);
drop index local_rates_latest;

-- Rates that wait for another administrator.
create table local_rate_proposals (
  id bigint generated always as identity primary key,
  currency text not null check (currency in ('KES', 'NGN', 'GHS', 'ZAR', 'TZS', 'UGX')),
  rate numeric(20, 8) not null check (rate > 0),
  source text not null check (length(source) between 1 and 200),
  asked_by uuid not null references users (id),
  asked_at timestamptz not null,
  decision text check (decision in ('confirmed', 'declined')),
  decided_by uuid references users (id),
  decided_at timestamptz,
  constraint decided_as_a_whole check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  constraint confirmed_by_another check (decision is distinct from 'confirmed' or decided_by <> asked_by)
);
create index local_rate_proposals_open on local_rate_proposals (asked_at) where decision is null;
grant select, insert on local_rate_proposals to wazi_app;
grant update (decision, decided_by, decided_at) on local_rate_proposals to wazi_app;
