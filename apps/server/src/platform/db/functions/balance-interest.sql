-- Interest on investors' own balances. The ledger's door calls these functions under the lock of the investor's accounts. The sums
-- and their rounding are those of packages/domain/src/balance-interest.ts, and a test compares the two.

-- Days until `last_day` for which no process has stored a rate. They earn nothing: a rate is never invented.
create or replace function fill_balance_interest_days(last_day date) returns void language plpgsql as $$
begin
  -- The lock of the job that stores days: a sum never goes on from a day that another transaction is writing.
  perform pg_advisory_xact_lock(7234117018);
  insert into balance_interest_days (day, source, gross, margin, net_sum, margin_sum)
  select missing::date, 'none', 0, 0, coalesce(l.net_sum, 0), coalesce(l.margin_sum, 0)
  from (select max(day) as day from balance_interest_days) newest
  left join balance_interest_days l on l.day = newest.day
  cross join generate_series(coalesce(newest.day + 1, last_day), last_day, interval '1 day') missing
  on conflict (day) do nothing;
end $$;

-- Posts the interest of the days that ended before a moment to those of the investors whose balance earns. A day counts for the
-- balance at its end. Called before their balances change, so that each day has one balance.
create or replace function post_balance_interest(investors uuid[], moment timestamptz) returns void language plpgsql as $$
declare
  yesterday constant date := (moment at time zone 'UTC')::date - 1;
  ended balance_interest_days;
  each record;
  earned numeric;
  kept numeric;
  posted_id bigint;
  paid numeric;
  fee numeric;
begin
  -- Who holds the lock of an investor's deposit funds may take that of the profit funds: no operation locks only these.
  perform 1 from ledger_accounts a where a.code = any(array(select 'user:' || i || ':profit_funds' from unnest(investors) i))
  order by a.id for no key update;
  select * into ended from balance_interest_days where day = yesterday;
  if not found then
    perform fill_balance_interest_days(yesterday);
    select * into strict ended from balance_interest_days where day = yesterday;
  end if;
  for each in
    select i.*, d.balance + p.balance as balance, p.id as account_id from balance_interest i
    join ledger_accounts d on d.code = 'user:' || i.user_id || ':deposit_funds'
    join ledger_accounts p on p.code = 'user:' || i.user_id || ':profit_funds'
    where i.user_id = any(investors) and i.is_on and i.settled_day < yesterday order by i.user_id
  loop
    earned := each.rest + each.balance * (ended.net_sum - each.net_sum);
    kept := each.margin_rest + each.balance * (ended.margin_sum - each.margin_sum);
    paid := trunc(earned, 2);
    fee := case when paid > 0 then trunc(kept, 2) else 0 end;
    if paid > 0 then
      posted_id := nextval('ledger_transactions_id_seq');
      -- The id follows from the investor and the day, so that no day is ever posted twice.
      insert into ledger_transactions (id, operation_id, kind, posted_at) overriding system value
      values (posted_id, md5('balance interest ' || each.user_id || ' ' || yesterday)::uuid, 'balance-interest', moment);
      insert into ledger_entries (transaction_id, account_id, amount)
      select posted_id, a.id, e.amount from (values
        ('external:treasury', -(paid + fee)), ('user:' || each.user_id || ':profit_funds', paid), ('platform:fees', fee)
      ) e (code, amount) join ledger_accounts a on a.code = e.code where e.amount <> 0;
      update ledger_accounts set balance = balance + paid where id = each.account_id;
      insert into balance_interest_postings (transaction_id, user_id, first_day, last_day, amount, fee)
      values (posted_id, each.user_id, each.posted_day + 1, yesterday, paid, fee);
    end if;
    update balance_interest set settled_day = yesterday, net_sum = ended.net_sum, margin_sum = ended.margin_sum,
      rest = earned - paid, margin_rest = kept - fee, posted_day = case when paid > 0 then yesterday else posted_day end
    where user_id = each.user_id;
  end loop;
end $$;

-- Turns interest on or off for an investor, under the lock of the deposit funds. What had accrued is posted before. Nothing changes
-- when it is so already.
create or replace function choose_balance_interest(investor uuid, turns_on boolean, actor uuid, basis text, address text) returns void
language plpgsql as $$
declare
  today constant date := (clock_timestamp() at time zone 'UTC')::date;
  chosen_day date;
begin
  if turns_on = coalesce((select is_on from balance_interest where user_id = investor), false) then return; end if;
  if turns_on then
    perform fill_balance_interest_days(today - 1);
    insert into balance_interest as i (user_id, is_on, settled_day, posted_day, net_sum, margin_sum)
    select investor, true, d.day, d.day, d.net_sum, d.margin_sum from balance_interest_days d where d.day = today - 1
    -- A clock that was set back must not count a day again.
    on conflict (user_id) do update set is_on = true, settled_day = greatest(i.settled_day, excluded.settled_day),
      posted_day = greatest(i.settled_day, excluded.posted_day), net_sum = greatest(i.net_sum, excluded.net_sum),
      margin_sum = greatest(i.margin_sum, excluded.margin_sum)
    returning settled_day + 1 into chosen_day;
  else
    update balance_interest set is_on = false where user_id = investor returning settled_day + 1 into chosen_day;
  end if;
  update ledger_accounts set earns = turns_on where code = 'user:' || investor || ':deposit_funds';
  insert into balance_interest_choices (user_id, is_on, day, actor_id, legal_basis)
  values (investor, turns_on, chosen_day, actor, basis);
  insert into audit_log (actor_id, action, subject_type, subject_id, after, address)
  values (actor, case when turns_on then 'user.interest-on' else 'user.interest-off' end, 'user', investor::text,
    case when turns_on then jsonb_build_object('legalBasis', basis) end, address);
end $$;

create or replace function door_write_balance_interest(rows jsonb) returns void language sql as $$
  select choose_balance_interest((r ->> 'user_id')::uuid, (r ->> 'is_on')::boolean, (r ->> 'actor_id')::uuid, r ->> 'legal_basis',
    r ->> 'address')
  from jsonb_array_elements(rows) r where not (r ->> 'posts_only')::boolean
$$;
