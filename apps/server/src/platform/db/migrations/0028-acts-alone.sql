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
