import { it } from "vitest";
import { startTestApp } from "../harness/test-app.ts";
import { openPool } from "../../apps/server/src/db/pool.ts";
import { keepLedgerDays } from "../../apps/server/src/core/ledger-days/keep-days.ts";
import { readMoneyFlows } from "../../apps/server/src/features/money-flows/read-money-flows.ts";
import { readOperations } from "../../apps/server/src/features/operations/read-operations.ts";
import { checks, findDifferencesAlone } from "../../apps/server/src/core/reconciliation/store.ts";

it("measures", async () => {
  const test = await startTestApp();
  const owner = openPool(test.database.url, { role: null, max: 1, queryTimeoutMs: 0 });
  await owner.unsafe(`set statement_timeout = 0;
    insert into users (id, email, hashed_password, first_name, last_name, phone, country, referral_code)
      select gen_random_uuid(), 'u' || n || '@x.example', 'x', 'U', 'N' || n, '1', 'Kenya', 'r' || n from generate_series(1, 10000) n;
    select open_user_accounts(id) from users where email like 'u%@x.example';
    create temp table who as select row_number() over () as n, a.id as account, u.id as user_id from users u join ledger_accounts a on a.user_id = u.id and a.code like '%deposit_funds' where u.email like 'u%@x.example';
    create index on who (n); analyze who;
    create temp table tx as select n, 1000000 + n as id, gen_random_uuid() as op, 1 + hashint4(n) & 8191 as who, now() - interval '365 days' + n * (interval '365 days' / 235000) as at from generate_series(1, 235000) n;
    update tx set who = 1 + abs(hashint4(n)) % 10000;
    insert into ledger_transactions (id, operation_id, kind, posted_at) overriding system value select id, op, case when n % 10 = 0 then 'allocation' when n % 10 = 1 then 'trade' else 'deposit' end, at from tx order by n;
    insert into ledger_entries select t.id, (select id from ledger_accounts where code = 'external:crypto'), -100.37 from tx t where n % 10 not in (0, 1);
    insert into ledger_entries select t.id, w.account, 100.37 from tx t join who w on w.n = t.who where t.n % 10 not in (0, 1);
    create temp table pool as select row_number() over (order by code) - 1 as n, id as account, replace(code, 'pool:', '')::uuid as bot_id from ledger_accounts where code like 'pool:%';
    insert into ledger_entries select t.id, w.account, -50.11 from tx t join who w on w.n = t.who where t.n % 10 = 0;
    insert into ledger_entries select t.id, p.account, 50.11 from tx t join pool p on p.n = t.n / 10 % 8 where t.n % 10 = 0;
    insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta, own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share, happened_at)
      select t.id, w.user_id, p.bot_id, 'allocation', 1, 0, false, 1, 50.11, 50.11, 0, 0, 50.11, 0, t.at from tx t join who w on w.n = t.who join pool p on p.n = t.n / 10 % 8 where t.n % 10 = 0;
    insert into ledger_entries select t.id, (select id from ledger_accounts where code = 'market'), -1.5 from tx t where t.n % 10 = 1;
    insert into ledger_entries select t.id, p.account, 1.5 from tx t join pool p on p.n = t.n / 10 % 8 where t.n % 10 = 1;
    insert into bot_trades (bot_id, series, sequence, symbol, side, exposure, entry_price, exit_price, opened_at, executed_at, entry_bar_time, bar_time, reason, feed, nav_before, nav_after, units, pool_gain, opening_id, transaction_id, dividends, lowest_nav)
      select p.bot_id, 1, row_number() over (partition by p.bot_id order by t.n), 'EUR/USD', 'buy', 1, 1, 1, t.at, t.at, t.at, t.at, 'signal', 'simulated', 1, 1.0001, 100, 1.5, gen_random_uuid(), t.id, 0, 1 from tx t join pool p on p.n = t.n / 10 % 8 where t.n % 10 = 1;
    insert into positions (user_id, bot_id, units, own_deposit, own_profit, loss_carried, user_share_pct, is_active, activated_at, version)
      select user_id, bot_id, sum(units_delta), sum(own_deposit_delta), 0, 0, 80, true, now(), 1 from position_events group by 1, 2;
    update pools p set units_at_close = e.u, last_close_transaction = 100000000 from (select bot_id, sum(units_delta) u from position_events group by 1) e where e.bot_id = p.bot_id;
    update ledger_accounts a set balance = greatest(0, e.s) from (select account_id, sum(amount) s from ledger_entries group by 1) e where e.account_id = a.id and a.user_id is not null;
    insert into heartbeats select date_trunc('minute', now()) - n * interval '1 minute', 100, 1, array_fill(3, array[28]) from generate_series(0, 20000) n;
    `);
  await owner.unsafe("vacuum analyze");
  const [c] = await owner<{ e: number; t: number; ev: number; tr: number; p: number }[]>`select (select count(*) from ledger_entries)::int e, (select count(*) from ledger_transactions)::int t, (select count(*) from position_events)::int ev, (select count(*) from bot_trades)::int tr, (select count(*) from positions)::int p`;
  console.log(JSON.stringify(c));
  const now = () => new Date();
  const time = async (name: string, run: () => Promise<unknown>, times = 31) => {
    const all: number[] = []; const c0 = process.cpuUsage();
    for (let i = 0; i < times; i++) { const s = performance.now(); await run(); all.push(performance.now() - s); }
    const cpu = process.cpuUsage(c0); all.sort((a, b) => a - b);
    console.log(name, "min", all[0]!.toFixed(1), "median", all[Math.floor(all.length / 2)]!.toFixed(1), "max", all.at(-1)!.toFixed(1), "own cpu each", (cpu.user / 1000 / times).toFixed(1));
  };
  await owner.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await tx`select pg_advisory_xact_lock(7234117003)`;
    await time("raw year, nothing kept", () => readMoneyFlows({ sql: test.sql, now }, 365), 3);
  });
  await time("first keeping of a year", () => keepLedgerDays({ sql: test.sql, now }), 1);
  for (const d of [30, 90, 365]) await time(`kept ${d}`, () => readMoneyFlows({ sql: test.sql, now }, d));
  for (const sqlText of ["select day, money_in::text from ledger_days order by day", "select day, bot_id, units::text, nav::text from ledger_day_pools order by day, bot_id", "select min(id + 0), max(id + 0) from ledger_transactions where posted_at >= date_trunc('day', now()) - interval '1 day'"]) await time(sqlText, () => owner.unsafe(sqlText));
  console.log(JSON.stringify(await owner.unsafe("explain analyze select min(id + 0), max(id + 0) from ledger_transactions where posted_at >= date_trunc('day', now()) - interval '1 day'")).replaceAll("},", "},\n"));
  const deps = { sql: test.sql, now, feedOf: () => "simulated" as const, symbolsOf: () => ["EUR/USD", "GBP/USD", "USD/JPY"] };
  await time("operations", () => readOperations(deps));
  await time("over HTTP: money-flows 365", () => test.admin.call("GET", "/api/admin/money-flows?days=365"));
  for (const [name, run] of Object.entries(checks)) await time("check " + name, () => owner.begin((tx) => run(tx)), 2);
  await time("reconcile on request", () => findDifferencesAlone(test.sql, 60000), 2);
  const d = await findDifferencesAlone(test.sql, 60000);
  console.log(JSON.stringify((d ?? []).filter(({ check }) => check.includes("day")).slice(0, 3)));
  await owner.end();
  await test.close();
}, 600000);
