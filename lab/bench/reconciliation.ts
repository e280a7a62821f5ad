import {
  checkNames,
  compareBooks,
  findDifferences,
} from "../../apps/server/src/ledger/reconciliation/compare-books.ts";
import { saveReconciliation } from "../../apps/server/src/ledger/reconciliation/store.ts";
import { storeLedgerDays } from "../../apps/server/src/ledger/days/store-ledger-days.ts";
import { openPool, type Sql, type Tx } from "../../apps/server/src/platform/db/pool.ts";
import { railChecks } from "../../apps/server/src/bank/rail-checks/rail-checks.ts";
import { readNumber, roundTo } from "./money-load/options.ts";
import { withDatabase } from "./serving/with-database.ts";
import { withoutIndexes } from "./volume/seed-books.ts";

/** Ten ledger entries for each investor: a deposit, two investments, a withdrawal and its payout. */
const ENTRIES_EACH = 10;

const DAYS = 400;
const HELD_BOTS = 2;
/** Trades at an unchanged nav, so that units are worth what was paid. They are the last transactions: ids are in the order of time. */
const TRADES_EACH = 2_000;

/** The tables that are filled, without their indexes meanwhile. */
const TABLES = [
  ...["users", "ledger_accounts", "ledger_transactions", "ledger_entries", "position_events", "positions"],
  ...["deposits", "deposit_payments", "withdrawals", "payouts"],
];

/** Ids in order, so that the indexes are written from left to right. */
const idOf = (kind: string, n: string): string => `('${kind}-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const userOf = (n: string): string => idOf("00000001", n);
const accountOf = (n: string, kind: number): string => `1000 + (${n} - 1) * 4 + ${kind}`;
const [FUNDS, HOLD] = [1, 3];

/**
 * Writes the books of `investors` investors with their deposits, withdrawals and payments over rails, without differences.
 * Days are not stored.
 * @param sql a superuser's pool with one connection and without a time limit, of a database with bots and no investors
 */
async function seedBooks(sql: Sql, investors: number): Promise<void> {
  await sql.unsafe("set maintenance_work_mem = '512MB'; set work_mem = '256MB'");
  await withoutIndexes(sql, TABLES, () => seedTables(sql, investors));
  await sql.unsafe(`
    select setval('ledger_transactions_id_seq', (select max(id) from ledger_transactions)),
      setval('ledger_accounts_id_seq', (select max(id) from ledger_accounts))`);
  await sql.unsafe("vacuum analyze");
}

async function seedTables(sql: Sql, investors: number): Promise<void> {
  await run(sql, async (tx) => {
    await tx.unsafe(`
      insert into users (id, email, hashed_password, first_name, last_name, phone, country, referral_code)
      select ${userOf("n")}, 'books' || lpad(n::text, 9, '0') || '@example.com', 'x', 'Books', 'Books', '+254700000000', 'Kenya', 'books' || lpad(n::text, 9, '0')
      from generate_series(1, ${investors}) n`);
    await tx.unsafe(`
      insert into ledger_accounts (id, code, user_id, balance) overriding system value
      select ${accountOf("n", 0)} + place, 'user:' || ${userOf("n")} || ':' || kind, ${userOf("n")},
        case kind when 'deposit_funds' then 600 else 0 end
      from generate_series(1, ${investors}) n
      cross join unnest(array['deposit_funds', 'profit_funds', 'withdrawal_hold', 'running_profit']) with ordinality k (kind, place)`);
  });
  await seedDeposits(sql, investors);
  await seedPositions(sql, investors);
  await seedWithdrawals(sql, investors);
  await run(sql, seedTrades);
}

/** Without the checks of single rows: the comparison of the books checks the whole. */
function run(sql: Sql, work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  return sql.begin(async (tx) => {
    await tx.unsafe("set local session_replication_role = replica; set local synchronous_commit = off");
    return work(tx);
  });
}

type Kind = "deposit" | "allocation" | "withdrawal" | "withdrawal-paid";
const operations: Readonly<Record<Kind, string>> = {
  deposit: "00000002",
  allocation: "00000003",
  withdrawal: "00000004",
  "withdrawal-paid": "00000005",
};

/** Transactions get ids from `first` on, spread over a part of the time. */
function insertTransactions(first: number, count: number, kind: Kind, share: [from: number, to: number]): string {
  const [from, to] = share.map((each) => each * DAYS);
  return `
    insert into ledger_transactions (id, operation_id, kind, posted_at, database_transaction) overriding system value
    select ${first} + n - 1, ${idOf(operations[kind], "n")}, '${kind}',
      now() - interval '${DAYS + 1} days' + make_interval(secs => 86400.0 * (${from} + (${to} - ${from}) * n / ${count}::float8)), '1'::xid8
    from generate_series(1, ${count}) n`;
}

/** One entry out of an account and one into another, for each of `count` transactions. */
function insertEntries(first: number, count: number, [from, to, amount]: readonly [string, string, number]): string {
  return `
    insert into ledger_entries (transaction_id, account_id, amount)
    select ${first} + n - 1, m.account, m.amount from generate_series(1, ${count}) n
    cross join lateral (values (${from}, -${amount}::numeric), (${to}, ${amount}::numeric)) m (account, amount)`;
}

const CRYPTO = "(select id from ledger_accounts where code = 'external:crypto')";

async function seedDeposits(sql: Sql, investors: number): Promise<void> {
  await run(sql, async (tx) => {
    await tx.unsafe(insertTransactions(1, investors, "deposit", [0, 0.4]));
    await tx.unsafe(insertEntries(1, investors, [CRYPTO, accountOf("n", FUNDS), 1_000]));
    await tx.unsafe(`
      insert into deposits (id, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate,
        received_amount, transaction_hash, status, ledger_transaction_id, created_at, updated_at, version, settled_at)
      select ${idOf("00000006", "n")}, ${userOf("n")}, 1000, 'USDT', 'TRC20', 'T' || lpad(n::text, 33, '0'), true, 1000, 1,
        1000, lpad(to_hex(n), 64, '0'), 'completed', n, t.posted_at, t.posted_at, 2, t.posted_at
      from generate_series(1, ${investors}) n join ledger_transactions t on t.id = n`);
    await tx.unsafe(`
      insert into deposit_payments (id, network, transaction_hash, output, wallet_address, user_id, deposit_id, currency, coins,
        seen_at, confirmations_needed, timing, amount_state, arrival_rate, status, credited_amount, rate, credited_deposit_id,
        updated_at, version)
      select ${idOf("00000007", "n")}, 'TRC20', lpad(to_hex(n), 64, '0'), '0', 'T' || lpad(n::text, 33, '0'),
        ${userOf("n")}, ${idOf("00000006", "n")}, 'USDT', 1000, t.posted_at, 20, 'on_time', 'exact', 1, 'credited', 1000, 1,
        ${idOf("00000006", "n")}, t.posted_at, 2
      from generate_series(1, ${investors}) n join ledger_transactions t on t.id = n`);
  });
}

async function seedPositions(sql: Sql, investors: number): Promise<void> {
  const first = investors + 1;
  const count = HELD_BOTS * investors;
  // Each investor has 100 in two bots.
  const bot = "(select b.bot_id from numbered_bots b where b.place = 1 + n % (select count(*) from numbered_bots))";
  await run(sql, async (tx) => {
    await tx.unsafe(`
      create temporary table numbered_bots on commit drop as
      select p.bot_id, row_number() over (order by p.bot_id) as place, a.id as account_id
      from pools p join ledger_accounts a on a.code = 'pool:' || p.bot_id`);
    await tx.unsafe(insertTransactions(first, count, "allocation", [0.4, 0.7]));
    await tx.unsafe(`
      insert into ledger_entries (transaction_id, account_id, amount)
      select ${first} + n - 1, m.account, m.amount from generate_series(1, ${count}) n
      join numbered_bots b on b.place = 1 + n % (select count(*) from numbered_bots)
      cross join lateral (values (${accountOf(`(1 + (n - 1) / ${HELD_BOTS})`, FUNDS)}, -100::numeric), (b.account_id, 100::numeric)) m (account, amount)`);
    await tx.unsafe(`
      insert into positions (user_id, bot_id, units, own_deposit, own_profit, loss_carried, user_share_pct, is_active, activated_at, version)
      select ${userOf(`(1 + (n - 1) / ${HELD_BOTS})`)}, ${bot}, 100, 100, 0, 0, 70, true, now(), 1 from generate_series(1, ${count}) n`);
    await tx.unsafe(`
      insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta,
        own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share)
      select ${first} + n - 1, ${userOf(`(1 + (n - 1) / ${HELD_BOTS})`)}, ${bot}, 'allocation', 1, 0, false, 1, 100, 100, 0, 0, 100, 0
      from generate_series(1, ${count}) n`);
  });
}

async function seedWithdrawals(sql: Sql, investors: number): Promise<void> {
  const requested = (1 + HELD_BOTS) * investors + 1;
  const paid = requested + investors;
  await run(sql, async (tx) => {
    await tx.unsafe(insertTransactions(requested, investors, "withdrawal", [0.7, 0.85]));
    await tx.unsafe(insertEntries(requested, investors, [accountOf("n", FUNDS), accountOf("n", HOLD), 200]));
    await tx.unsafe(insertTransactions(paid, investors, "withdrawal-paid", [0.85, 0.999]));
    await tx.unsafe(insertEntries(paid, investors, [accountOf("n", HOLD), CRYPTO, 200]));
    await tx.unsafe(`
      insert into withdrawals (id, user_id, amount, from_deposit, from_profit, withdrawal_type, currency, network,
        destination_address, status, created_at, updated_at, version, settled_at)
      select ${idOf("00000008", "n")}, ${userOf("n")}, 200, 200, 0, 'crypto', 'USDT', 'TRC20', 'T' || md5('destination ' || n),
        'completed', t.posted_at, t.posted_at, 3, t.posted_at
      from generate_series(1, ${investors}) n join ledger_transactions t on t.id = ${paid} + n - 1`);
    await tx.unsafe(`
      insert into payouts (id, withdrawal_id, attempt, rail, reference, state, amount, currency, local_amount, rate, rate_at,
        receipt, fee, approved_at, sends, sent_at, ended_at, next_at, version)
      select ${idOf("00000009", "n")}, ${idOf("00000008", "n")}, 1, 'bank', 'reference ' || lpad(n::text, 9, '0'), 'confirmed', 200, 'USD', 200, 1,
        t.posted_at, 'receipt ' || lpad(n::text, 9, '0'), 0, t.posted_at, 1, t.posted_at, t.posted_at, t.posted_at, 3
      from generate_series(1, ${investors}) n join ledger_transactions t on t.id = ${paid} + n - 1`);
  });
}

async function seedTrades(tx: Tx): Promise<void> {
  await tx.unsafe(`
    create temporary table added_trades on commit drop as
    select row_number() over (order by n, p.bot_id) as place, p.bot_id, n,
      now() - interval '${DAYS + 1} days' + make_interval(secs => 86400.0 * ${DAYS} * (0.999 + 0.001 * n / ${TRADES_EACH}::float8)) as at
    from pools p, generate_series(1, ${TRADES_EACH}) n`);
  await tx.unsafe(`
    insert into ledger_transactions (id, operation_id, kind, posted_at, database_transaction) overriding system value
    select (select max(id) from ledger_transactions) + place, md5('trade ' || place)::uuid, 'trade', at, '1'::xid8 from added_trades`);
  await tx.unsafe(`
    insert into bot_trades (bot_id, series, sequence, symbol, side, exposure, entry_price, exit_price, opened_at, executed_at,
      entry_bar_time, bar_time, reason, feed, nav_before, nav_after, units, pool_gain, opening_id, transaction_id, lowest_nav)
    select d.bot_id, 1, d.n, 'BTC', 'buy', 1, 100, 100, at, at, at, at, 'signal', 'simulated', 1, 1, 0, 0, md5('opening ' || place)::uuid,
      t.id, 1
    from added_trades d join ledger_transactions t on t.operation_id = md5('trade ' || place)::uuid order by place`);
  await tx.unsafe(`
    update pools p set close_sequence = ${TRADES_EACH}, last_close_transaction = t.id, units_at_close = held.units, cash_at_close = held.units
    from (select bot_id, sum(units) as units from positions group by bot_id) held,
      (select bot_id, max(transaction_id) as id from bot_trades group by bot_id) t
    where held.bot_id = p.bot_id and t.bot_id = p.bot_id`);
}

/** Adds `entries` entries to seeded books as of now: investments of investors all over the books. */
async function addEntries(sql: Sql, entries: number): Promise<void> {
  await run(sql, async (tx) => {
    await tx.unsafe(`
      create temporary table added on commit drop as
      select nextval('ledger_transactions_id_seq') as id, p.user_id, p.bot_id, a.id as funds, b.id as pool from (
        select user_id, min(bot_id::text)::uuid as bot_id from positions
        where hashtext(user_id::text) % 19 = 0 group by user_id limit ${Math.floor(entries / 2)}
      ) p join ledger_accounts a on a.code = 'user:' || p.user_id || ':deposit_funds'
        join ledger_accounts b on b.code = 'pool:' || p.bot_id`);
    await tx.unsafe(`
      insert into ledger_transactions (id, operation_id, kind) overriding system value
      select id, gen_random_uuid(), 'allocation' from added`);
    await tx.unsafe(`
      insert into ledger_entries (transaction_id, account_id, amount)
      select id, m.account, m.amount from added cross join lateral (values (funds, -1::numeric), (pool, 1::numeric)) m (account, amount)`);
    await tx.unsafe("update ledger_accounts a set balance = balance - 1 from added where a.id = added.funds");
    await tx.unsafe(`
      update positions p set units = units + 1, own_deposit = own_deposit + 1, version = version + 1
      from added where p.user_id = added.user_id and p.bot_id = added.bot_id`);
    await tx.unsafe(`
      insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta,
        own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share)
      select id, user_id, bot_id, 'allocation', 1, ${TRADES_EACH}, false, 1, 1, 1, 0, 0, 1, 0 from added`);
  });
}

/**
 * Measures two comparisons of the books: of new entries since a checkpoint, and of all entries. `--entries` is the number
 * before the checkpoint, and `--new` the number after it. The defaults are for the usual run; large books have 10000000 and 100000.
 */
const ENTRIES = readNumber("entries", 400_000);
const NEW_ENTRIES = readNumber("new", 20_000);
const RUNS = 3;
const TIMEOUT_MS = 60_000;

async function timeMs(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

async function compareAll(sql: Sql): Promise<void> {
  const { differences } = await findDifferences(sql, { further: railChecks, storesCheckpoint: true });
  if (differences.length > 0) throw new Error(`The seeded books differ: ${JSON.stringify(differences)}`);
  // Small books would be compared completely once more.
  await saveReconciliation(sql, { checkedAt: new Date(), checks: checkNames.length, differences: 0, since: null });
}

async function compareSince(sql: Sql): Promise<void> {
  const comparison = await compareBooks(sql, { further: railChecks, totalMs: TIMEOUT_MS, now: () => new Date() });
  if (!comparison?.since || comparison.differences.length > 0)
    throw new Error(`The books differ, or there is no checkpoint: ${JSON.stringify(comparison)}`);
}

const result = await withDatabase(async ({ url }) => {
  const unhurried = openPool(url, { role: null, max: 1, statementTimeoutMs: 0, queryTimeoutMs: 0 });
  const application = openPool(url, { max: 1, queryTimeoutMs: 0 });
  try {
    await seedBooks(unhurried, Math.ceil(ENTRIES / ENTRIES_EACH));
    await storeLedgerDays({ sql: unhurried, now: () => new Date() });
    const complete = await timeMs(() => compareAll(unhurried));
    await addEntries(unhurried, NEW_ENTRIES);
    const since: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      // A comparison that stores a checkpoint would leave nothing for the next one.
      since.push(await timeMs(() => compareSince(application)));
      await unhurried.unsafe("delete from ledger_checkpoints where id > (select min(id) from ledger_checkpoints)");
    }
    return {
      name: "reconciliation",
      value: roundTo(Math.max(...since) / 1_000, 2),
      unit: `s since a checkpoint, ${NEW_ENTRIES} new entries after ${ENTRIES}`,
      runs: since.map((ms) => Math.round(ms)),
      completeSeconds: roundTo(complete / 1_000, 1),
    };
  } finally {
    await unhurried.end();
    await application.end();
  }
});
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
