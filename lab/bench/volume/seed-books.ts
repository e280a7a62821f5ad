import type { Sql } from "../../../apps/server/src/platform/db/pool.ts";
import { homelands } from "../../commands/seeding/plan.ts";

export interface BooksSize {
  investors: number;
  /** At least this many entries. A tenth of it are the deposits, the withdrawals and the rows of the audit log. */
  entries: number;
}

/** The time that the postings are spread over. */
const DAYS = 365;
/** Entries of a round, less the rounds that failed or are under way. */
const ENTRIES_OF_A_ROUND = 9.4;
/** Transactions of one statement. */
const BATCH = 25_000;
/** The tables that are filled, without their indexes meanwhile. */
const TABLES = [
  "users",
  "ledger_accounts",
  "ledger_transactions",
  "ledger_entries",
  "position_events",
  "positions",
  "deposits",
  "deposit_addresses",
  "withdrawals",
  "verifications",
  "audit_log",
];

/**
 * Fills an empty database with one year of a platform, in SQL. Each investor in turn begins a round: a deposit, money into a
 * bot and out of it, a withdrawal that is asked for and paid, which are five transactions with ten entries. The last rounds
 * are under way. One deposit in 50 failed and one withdrawal in 40 was rejected. Triggers and checks of single rows are left out, and the books
 * agree with themselves afterwards. There are no leaves of the transparency log and no trades.
 * @param sql connected as a superuser, with one connection
 */
export async function seedBooks(sql: Sql, size: BooksSize, report: (step: string) => void): Promise<void> {
  const rounds = Math.ceil(size.entries / ENTRIES_OF_A_ROUND);
  await sql.unsafe(`set session_replication_role = replica; set statement_timeout = 0; set synchronous_commit = off;
    set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set idle_in_transaction_session_timeout = 0`);
  await withoutIndexes(sql, TABLES, async () => {
    await seedPeople(sql, size.investors);
    report("users");
    await planSteps(sql, size.investors, rounds);
    report("plan");
    await seedLedger(sql);
    report("ledger");
    await seedHoldings(sql);
    report("accounts and positions");
    await seedDeposits(sql);
    await seedWithdrawals(sql);
    report("deposits and withdrawals");
    await seedAudit(sql, Math.ceil(size.entries / 10));
    report("audit log");
  });
  report("indexes");
  await sql.unsafe("drop table seed_steps, seed_rounds, seed_people");
  await sql.unsafe("vacuum analyze");
  await sql.unsafe("checkpoint");
  report("analysis");
}

async function seedPeople(sql: Sql, investors: number): Promise<void> {
  const given = homelands.flatMap(({ givenNames }) => givenNames);
  const family = homelands.flatMap(({ familyNames }) => familyNames);
  const countries = homelands.map(({ country }) => country);
  await sql`
    create unlogged table seed_people as
    select n, md5('large user ' || n)::uuid as user_id, (${given}::text[])[1 + (n * 7919::bigint) % ${given.length}] as first_name,
      (${family}::text[])[1 + (n * 104729::bigint / 7) % ${family.length}] as last_name,
      (${countries}::text[])[1 + n % ${countries.length}] as country,
      now() - make_interval(days => ${DAYS}) * (1 + 0.2 * (1 - n::float8 / ${investors})) as created_at
    from generate_series(0, ${investors - 1}) n`;
  await sql`
    insert into users (id, email, hashed_password, first_name, last_name, phone, country, referral_code, kyc_status, is_active,
      last_login_at, created_at, updated_at)
    select user_id, lower(replace(first_name || '.' || last_name, '''', '')) || n || '@example.com', 'x', first_name, last_name,
      '+2547' || lpad(n::text, 8, '0'), country, 'LARGE' || n,
      case when n % 3 = 0 then 'approved' when n % 97 = 1 then 'rejected' else 'pending' end, n % 200 <> 5,
      case when n % 10 <> 7 then now() - make_interval(secs => (n * 7907::bigint) % 30000000) end, created_at, created_at
    from seed_people order by n`;
  await sql`
    insert into verifications (id, user_id, document_type, document_number, front_document, status, rejection_reason,
      reviewed_by, reviewed_at, created_at, updated_at)
    select md5('large document ' || n)::uuid, user_id, 'passport', 'P' || lpad(n::text, 8, '0'), 'none', v.status,
      case when v.status = 'rejected' then 'Not readable' end, case when v.status <> 'pending' then a.id end,
      case when v.status <> 'pending' then created_at + interval '2 days' end, created_at + interval '1 day', created_at + interval '2 days'
    from seed_people
    cross join lateral (select case when n % 3 = 0 then 'approved' when n % 97 = 1 then 'rejected' when n % 500 = 2 then 'pending' end as status) v
    cross join (select id from users where is_admin order by created_at limit 1) a
    where v.status is not null order by n`;
}

/** Plans every transaction, in the order of time. Their ids and the ids of accounts are decided here. */
async function planSteps(sql: Sql, investors: number, rounds: number): Promise<void> {
  await sql`
    create unlogged table seed_rounds as
    select r, p.n, p.user_id, b.id as bot_id, a.id as pool_account, t.at, t.lasts, r % 50 = 49 as has_failed, r % 40 = 39 as is_rejected,
      (20 + (r * 7919::bigint % 480000) / 100.0)::numeric(12, 2) as amount,
      round((20 + (r * 7919::bigint % 480000) / 100.0) * 0.6, 2)::numeric(12, 2) as taken
    from generate_series(0, ${rounds - 1}) r
    join seed_people p on p.n = r % ${investors}
    join (select id, row_number() over (order by place) - 1 as place, count(*) over () as count from trading_bots) b
      on b.place = (r / ${investors} + r) % b.count
    join ledger_accounts a on a.code = 'pool:' || b.id
    cross join lateral (
      select now() - make_interval(days => ${DAYS}) * (1 - r::float8 / ${rounds}) as at,
        least(interval '20 days', make_interval(days => ${DAYS}) * (0.8 * ${investors} / ${rounds}::float8)) as lasts
    ) t`;
  await sql`
    create unlogged table seed_steps as
    select (select coalesce(max(id), 0) from ledger_transactions) + row_number() over (order by r.at + s.after * r.lasts, r.r, s.step) as id,
      (select coalesce(max(id), 0) from ledger_accounts) + 1 + r.n::bigint * 4 as first_account,
      r.r, r.user_id, r.bot_id, r.pool_account, s.step, r.at + s.after * r.lasts as at, r.amount, r.taken, r.is_rejected
    from seed_rounds r
    cross join (values ('deposit', 0.01), ('allocation', 0.02), ('deactivation', 0.6), ('withdrawal-hold', 0.7), ('withdrawal', 0.8)) s (step, after)
    where not r.has_failed and r.at + s.after * r.lasts < now()
    order by 1`;
  await sql.unsafe("create unique index on seed_steps (r, step); analyze seed_steps; analyze seed_rounds");
}

async function seedLedger(sql: Sql): Promise<void> {
  const [bounds] = await sql<{ first: number; last: number }[]>`
    select min(id)::int as first, max(id)::int as last from seed_steps`;
  if (!bounds) throw new Error("No transaction was planned");
  await sql.unsafe("create index on seed_steps using brin (id)");
  for (let from = bounds.first; from <= bounds.last; from += BATCH) {
    const until = from + BATCH - 1;
    // The id of an operation begins with its time, as the product makes them.
    await sql`
      insert into ledger_transactions (id, operation_id, kind, actor_id, posted_at) overriding system value
      select id, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid,
        case when step <> 'withdrawal' then step when is_rejected then 'withdrawal-returned' else 'withdrawal-paid' end, user_id, at
      from seed_steps cross join lateral (select md5(r || step) as h) hashed where id between ${from} and ${until} order by id`;
    await sql`
      insert into ledger_entries (transaction_id, account_id, amount)
      select s.id, m.account, m.amount from seed_steps s
      cross join (select id as crypto from ledger_accounts where code = 'external:crypto') e
      cross join lateral (
        select first_account as account, case step when 'deposit' then amount when 'allocation' then -amount when 'deactivation' then amount
          when 'withdrawal-hold' then -taken else taken end as amount where step <> 'withdrawal' or is_rejected
        union all select first_account + 2, case step when 'withdrawal-hold' then taken else -taken end where step like 'withdrawal%'
        union all select crypto, case step when 'deposit' then -amount else taken end where step = 'deposit' or (step = 'withdrawal' and not is_rejected)
        union all select pool_account, case step when 'allocation' then amount else -amount end where step in ('allocation', 'deactivation')
      ) m where s.id between ${from} and ${until} order by s.id, m.account`;
    await sql`
      insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta,
        own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share, happened_at)
      select id, user_id, bot_id, step, 1, 0, false, 1, d.units, d.units, 0, 0, d.units, 0, at
      from seed_steps cross join lateral (select case step when 'allocation' then amount else -amount end as units) d
      where step in ('allocation', 'deactivation') and id between ${from} and ${until} order by id`;
  }
  await sql`select setval(pg_get_serial_sequence('ledger_transactions', 'id'), ${bounds.last}::int)`;
}

/** Accounts and positions with what the entries and events add up to, and pools as after a close an hour ago. */
async function seedHoldings(sql: Sql): Promise<void> {
  await sql`
    insert into ledger_accounts (id, code, user_id, balance, created_at) overriding system value
    select (select max(id) from ledger_accounts) + 1 + p.n::bigint * 4 + k.place - 1, 'user:' || p.user_id || ':' || k.kind, p.user_id,
      case k.place when 1 then coalesce(b.funds, 0) when 3 then coalesce(b.held, 0) else 0 end, p.created_at
    from seed_people p
    left join (
      select user_id, sum(case step when 'deposit' then amount when 'allocation' then -amount when 'deactivation' then amount
          when 'withdrawal-hold' then -taken else case when is_rejected then taken else 0 end end) as funds,
        sum(case step when 'withdrawal-hold' then taken when 'withdrawal' then -taken else 0 end) as held
      from seed_steps group by user_id
    ) b using (user_id)
    cross join unnest(array['deposit_funds', 'profit_funds', 'withdrawal_hold', 'running_profit']) with ordinality k (kind, place)
    order by 1`;
  await sql`select setval(pg_get_serial_sequence('ledger_accounts', 'id'), (select max(id) from ledger_accounts))`;
  await sql`
    insert into positions (user_id, bot_id, units, own_deposit, own_profit, loss_carried, user_share_pct, is_active, activated_at, version)
    select user_id, bot_id, sum(units_delta), sum(own_deposit_delta), 0, 0, 80, sum(units_delta) > 0, max(happened_at), count(*)
    from position_events group by user_id, bot_id`;
  await sql`
    with closed as (select max(id) as id from seed_steps where at < now() - interval '1 hour')
    update pools p set units_at_close = h.units, cash_at_close = h.units, last_close_transaction = closed.id
    from closed, (select bot_id, sum(units_delta) as units from position_events, closed where transaction_id <= closed.id group by bot_id) h
    where h.bot_id = p.bot_id`;
}

async function seedDeposits(sql: Sql): Promise<void> {
  await sql`
    insert into deposits (id, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate,
      received_amount, transaction_hash, status, settled_by, settled_at, ledger_transaction_id, created_at, updated_at, version)
    select md5('large deposit ' || r.r)::uuid, r.user_id, r.amount, c.currency, c.network,
      case c.network when 'ERC20' then '0x' when 'BTC' then 'bc1q' when 'LTC' then 'ltc1q' else 'T' end || substr(md5('address ' || r.r) || md5(r.r::text), 1, 36),
      true, round(r.amount / c.rate, 8), c.rate, case when s.id is not null then r.amount end,
      case when s.id is not null then case c.network when 'ERC20' then '0x' else '' end || md5('hash ' || r.r) || md5('rest ' || r.r) end,
      case when r.has_failed then 'failed' when s.id is null then 'pending' else 'completed' end,
      case when s.id is not null then a.id end, case when r.has_failed then r.at + interval '1 day' else s.at end, s.id, r.at, coalesce(s.at, r.at), 2
    from seed_rounds r left join seed_steps s on s.r = r.r and s.step = 'deposit'
    cross join (select id from users where is_admin order by created_at limit 1) a
    join (values (0, 'USDT', 'TRC20', 1::numeric), (1, 'ETH', 'ERC20', 3100), (2, 'BTC', 'BTC', 91000), (3, 'USDT', 'TRC20', 1), (4, 'LTC', 'LTC', 85))
      c (place, currency, network, rate) on c.place = r.r % 5
    order by r.r`;
  await sql`
    insert into deposit_addresses (network, wallet_address, user_id, given_at)
    select network, wallet_address, user_id, created_at from deposits`;
}

async function seedWithdrawals(sql: Sql): Promise<void> {
  await sql`
    insert into withdrawals (id, user_id, amount, from_deposit, from_profit, withdrawal_type, currency, network, destination_address,
      country, bank_name, account_name, phone_number, transaction_hash, notes, status, settled_by, settled_at, created_at, updated_at, version)
    select md5('large withdrawal ' || s.r)::uuid, s.user_id, s.taken, s.taken, 0, k.type,
      case k.type when 'crypto' then 'USDT' end, case k.type when 'crypto' then 'TRC20' end,
      case k.type when 'crypto' then 'T' || substr(md5('to ' || s.r) || md5(s.r::text), 1, 33) when 'bank' then lpad((s.r * 7919::bigint)::text, 10, '0') end,
      case when k.type <> 'crypto' then p.country end, case k.type when 'bank' then 'Equity Bank' end,
      case k.type when 'bank' then p.first_name || ' ' || p.last_name end, case k.type when 'mpesa' then '+2547' || lpad(p.n::text, 8, '0') end,
      case when e.id is not null and not s.is_rejected then md5('paid ' || s.r) || md5('out ' || s.r) end,
      case when e.id is not null and s.is_rejected then 'Not today' end,
      case when e.id is null then 'pending' when s.is_rejected then 'rejected' else 'completed' end,
      case when e.id is not null then a.id end, e.at, s.at, coalesce(e.at, s.at), case when e.id is null then 1 else 2 end
    from seed_steps s left join seed_steps e on e.r = s.r and e.step = 'withdrawal'
    join seed_people p on p.user_id = s.user_id
    cross join (select id from users where is_admin order by created_at limit 1) a
    cross join lateral (select (array['crypto', 'mpesa', 'bank'])[1 + s.r % 3] as type) k
    where s.step = 'withdrawal-hold' order by s.id`;
}

async function seedAudit(sql: Sql, rows: number): Promise<void> {
  await sql`
    insert into audit_log (actor_id, action, subject_type, subject_id, before, after, address, happened_at)
    select a.id, 'deposit.approve', 'deposit', md5('large deposit ' || r)::uuid::text, '{"status": "pending"}',
      jsonb_build_object('status', 'completed', 'amount', 20 + r % 4800), '192.0.2.' || r % 250,
      now() - make_interval(days => ${DAYS}) * (1 - r::float8 / ${rows})
    from generate_series(0, ${rows - 1}) r cross join (select id from users where is_admin order by created_at limit 1) a order by r`;
}

/** Drops the indexes of tables that hold no constraint, runs `fill`, and creates them again, which takes less time for millions of rows. */
export async function withoutIndexes(sql: Sql, tables: readonly string[], fill: () => Promise<void>): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join unnest(${tables}::text[]) t on i.indrelid = t::regclass
    where not i.indisprimary and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await sql.unsafe(definition);
}
