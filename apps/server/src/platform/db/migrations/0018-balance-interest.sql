-- Interest on investors' own balances, for those who turned it on. It is off unless the operator names its legal basis.

alter table ledger_accounts
  -- True for the deposit funds of an investor whose balance earns interest: every operation on a balance locks this row.
  add column earns boolean not null default false;

-- The rate of each day (UTC) without a gap, and the running sums of the rates until its end. Rows are only appended.
create table balance_interest_days (
  day date primary key,
  -- The setting that gave the rate; none for a day without one, which earns nothing.
  source text not null,
  -- Growth of 1 in the day: of Treasury bills, and the part of it that the operator keeps.
  gross numeric(14, 12) not null check (gross >= 0),
  margin numeric(14, 12) not null check (margin between 0 and gross),
  -- What one dollar has earned since the first day, and the operator's part beside it.
  net_sum numeric(20, 12) not null check (net_sum >= 0),
  margin_sum numeric(20, 12) not null check (margin_sum >= 0),
  constraint a_day_without_a_rate_earns_nothing check (source <> 'none' or gross = 0)
);

-- One row for each investor who ever turned it on.
create table balance_interest (
  user_id uuid primary key references users (id),
  is_on boolean not null,
  -- The last day whose interest is counted in the postings and the rests, and the last day that was in a posting.
  settled_day date not null,
  posted_day date not null,
  -- The running sums at the end of settled_day.
  net_sum numeric(20, 12) not null,
  margin_sum numeric(20, 12) not null,
  -- Less than a cent that is counted and not posted yet, and the operator's part, which is posted with the next cent.
  rest numeric(24, 14) not null default 0 check (rest >= 0 and rest < 0.01),
  margin_rest numeric(24, 14) not null default 0 check (margin_rest >= 0)
);
-- Those whose month is to be posted.
create index balance_interest_due on balance_interest (user_id) where is_on;

-- Each choice, with what the investor was shown. Rows are only appended.
create table balance_interest_choices (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  is_on boolean not null,
  -- On: the first day that earns. Off: the first day that does not.
  day date not null,
  -- Null when it ended with the setting or the account.
  actor_id uuid,
  legal_basis text,
  chosen_at timestamptz not null default clock_timestamp()
);
create index balance_interest_choices_by_user on balance_interest_choices (user_id, id);

-- One row for each posting of interest to a balance. Rows are only appended.
create table balance_interest_postings (
  transaction_id bigint primary key references ledger_transactions (id),
  user_id uuid not null,
  first_day date not null,
  last_day date not null,
  amount numeric(20, 2) not null check (amount > 0),
  -- The operator's margin.
  fee numeric(20, 2) not null check (fee >= 0),
  unique (user_id, last_day),
  check (first_day <= last_day)
);

create trigger balance_interest_days_are_only_appended before update or delete or truncate on balance_interest_days
  for each statement execute function refuse_change();
create trigger balance_interest_choices_are_only_appended before update or delete or truncate on balance_interest_choices
  for each statement execute function refuse_change();
create trigger balance_interest_postings_are_only_appended before update or delete or truncate on balance_interest_postings
  for each statement execute function refuse_change();
create trigger closed_users_turn_on_no_interest after insert on balance_interest_choices
  for each row when (new.is_on) execute function refuse_new_for_closed_users();

grant select, insert on balance_interest_days, balance_interest_choices, balance_interest_postings to wazi_app;
grant select, insert, update on balance_interest to wazi_app;
grant update (earns) on ledger_accounts to wazi_app;
