-- Adjustments of accounts and credits above the requested deposit: what one administrator applied alone, and what waits for
-- or had the approval of another. A pending row changes its status once; nothing else of a row changes.
create table adjustments (
  id uuid primary key,
  kind text not null check (kind in ('account', 'deposit', 'late-deposit')),
  user_id uuid not null references users (id),
  deposit_id uuid references deposits (id),
  transaction_hash text,
  -- The figures that change: decimal strings by name.
  before jsonb not null,
  after jsonb not null,
  -- What counts for ADJUSTMENT_LIMIT: all amounts given or taken, added up.
  counted numeric(14, 2) not null check (counted >= 0),
  reason text check (length(reason) <= 500),
  status text not null check (status in ('pending', 'applied', 'rejected', 'withdrawn')),
  asked_by uuid not null references users (id),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null while it is pending, and for one that an administrator applied alone.
  decided_by uuid references users (id),
  decided_at timestamptz,
  note text check (length(note) <= 500),
  version bigint not null,
  constraint a_deposit_for_its_kinds check ((kind = 'account') = (deposit_id is null)),
  constraint decided_unless_pending check ((status = 'pending') = (decided_at is null)),
  constraint applied_by_another check (status <> 'applied' or decided_by is distinct from asked_by),
  constraint waits_with_a_reason check (decided_by is null and status <> 'pending' or reason is not null)
);
create index adjustments_by_user on adjustments (user_id, asked_at desc);
create index adjustments_by_time on adjustments (asked_at desc, id desc);
create index adjustments_pending on adjustments (asked_at) where status = 'pending';

grant select, insert, update on adjustments to wazi_app;
