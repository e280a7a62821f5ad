-- Deposits and payouts in a local currency that wait, because the rate at their settlement differed by more than 3 % from the one that
-- was shown.
create table rate_holds (
  id uuid primary key,
  -- A payment that a provider reported; a deposit that an administrator settles by hand; a withdrawal.
  kind text not null check (kind in ('payment', 'deposit', 'payout')),
  user_id uuid not null references users (id),
  deposit_id uuid references deposits (id),
  payment_id uuid references deposit_payments (id),
  withdrawal_id uuid references withdrawals (id),
  currency text not null check (currency in ('KES', 'NGN', 'GHS', 'ZAR', 'TZS', 'UGX')),
  -- What does not change with the rate: the local amount that was received, or the US dollars that were debited.
  fixed_amount numeric(20, 2) not null check (fixed_amount > 0),
  -- What the investor was shown for it, and what it was at the rate of the hold: US dollars, or the local amount with `places` decimals.
  shown_amount numeric(20, 2) not null check (shown_amount > 0),
  held_amount numeric(20, 2) not null check (held_amount >= 0),
  places integer not null,
  rate_shown numeric(20, 8) not null check (rate_shown > 0),
  rate_held numeric(20, 8) not null check (rate_held > 0),
  -- The reference that an administrator gave for a deposit.
  transaction_hash text,
  -- The administrator who asked for the settlement; null for an automatic one.
  asked_by uuid references users (id),
  held_at timestamptz not null,
  decide_by timestamptz not null,
  -- The amount that was decided; expired: nobody decided in time; ended: its deposit or withdrawal ended before.
  status text not null check (status in ('open', 'shown', 'now', 'expired', 'ended')),
  -- The rate in force at the decision, with which later ones are compared.
  rate_decided numeric(20, 8) check (rate_decided > 0),
  decided_by uuid references users (id),
  decided_at timestamptz,
  version bigint not null,
  constraint decided_as_a_whole check ((status = 'open') = (decided_at is null)),
  constraint of_its_kind check (
    (kind = 'payment') = (payment_id is not null) and (kind = 'payout') = (withdrawal_id is not null)
    and (kind <> 'deposit' or deposit_id is not null))
);
create unique index one_rate_hold_each on rate_holds (coalesce(payment_id, withdrawal_id, deposit_id)) where status = 'open';
create index rate_holds_open on rate_holds (decide_by) where status = 'open';
create index rate_holds_by_deposit on rate_holds (deposit_id) where deposit_id is not null;
create index rate_holds_by_withdrawal on rate_holds (withdrawal_id, held_at) where withdrawal_id is not null;
grant select, insert on rate_holds to wazi_app;
grant update (status, rate_decided, decided_by, decided_at, version, transaction_hash) on rate_holds to wazi_app;
