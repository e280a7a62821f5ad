import type { Page, Trade } from "@wazi/contracts";
import { computeFingerprint } from "../../apps/server/src/platform/paging/cursor.ts";
import { readAboutUser } from "../../apps/server/src/people/sessions/store.ts";
import { heldUnitsRead } from "../../apps/server/src/investing/positions/store.ts";
import type { Queryable, Sql } from "../../apps/server/src/platform/db/pool.ts";
import { listTradeHistory } from "../../apps/server/src/investing/investments/trade-history.ts";
import { findMedian, readNumber, roundTo } from "./money-load/options.ts";
import { withDatabase } from "./serving/with-database.ts";

/** The symbols of each bot. */
const SYMBOLS = 4;

/**
 * Creates trades of all bots, in turns, and one investor who bought and sold all units of every bot again and again, at
 * equal distances: `segments` changes of units in all. Checks of single rows are left out.
 * @returns the investor's id
 */
async function seedTrades(sql: Sql, options: { trades: number; segments: number }): Promise<string> {
  const { trades, segments } = options;
  return sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local statement_timeout = 0`;
    const [posted] = await tx<{ id: bigint }[]>`
      insert into ledger_transactions (operation_id, kind) values (gen_random_uuid(), 'trade') returning id`;
    await tx`
      insert into bot_trades (bot_id, series, sequence, symbol, side, exposure, entry_price, exit_price, opened_at, executed_at,
        entry_bar_time, bar_time, reason, feed, nav_before, nav_after, units, pool_gain, opening_id, transaction_id, lowest_nav)
      select b.id, 1, 1 + n / b.count, 'S' || (n / b.count) % ${SYMBOLS}, case when n % 3 = 0 then 'sell' else 'buy' end, 0.5, 100, 101,
        t.at, t.at, t.at, t.at, 'signal', 'simulated', 1, case when n % 5 < 3 then 1.01 else 0.99 end, 0, 0,
        lpad(to_hex(n), 32, '0')::uuid, ${posted!.id}, 0.99
      from generate_series(0, ${trades - 1}) n
      join (select id, place, count(*) over () as count from trading_bots) b on b.place = n % b.count
      cross join lateral (select now() - make_interval(mins => ${trades}::integer - n) as at) t order by n`;
    await tx`update pools p set close_sequence = (select max(sequence) from bot_trades t where t.bot_id = p.bot_id)`;
    const [user] = await tx<{ id: string }[]>`
      insert into users (email, hashed_password, first_name, last_name, phone, country, referral_code)
      values ('trader@example.com', 'x', 'Bench', 'Bench', '+254700000000', 'Kenya', 'trader') returning id`;
    await tx`
      insert into ledger_transactions (operation_id, kind, actor_id)
      select gen_random_uuid(), case when n % 2 = 0 then 'allocation' else 'deactivation' end, ${user!.id}::uuid
      from generate_series(0, ${segments - 1}) n`;
    await tx`
      insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta,
        own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share)
      select ${posted!.id}::bigint + 1 + n, ${user!.id}::uuid, b.id, case when f.is_bought then 'allocation' else 'deactivation' end, 1,
        (n / b.count) * ${Math.floor(trades / segments)}::bigint, false, 1, case when f.is_bought then 100 else -100 end, 0, 0, 0, 0, 0
      from generate_series(0, ${segments - 1}) n
      join (select id, place, count(*) over () as count from trading_bots) b on b.place = n % b.count
      cross join lateral (select (n / b.count) % 2 = 0 as is_bought) f`;
    return user!.id;
  });
}

/**
 * Measures pages of an investor's trades, which are computed from the bots' trades and the units that the investor held:
 * the first page and one far behind, in the database (planning and execution of each statement) and for the caller.
 */
const TRADES = readNumber("trades", 1_000_000);
const SEGMENTS = readNumber("segments", 2_000);
const PAGE = readNumber("page", 1_000);
const RUNS = readNumber("runs", 30);
const LIMIT = 50;

interface Statement {
  strings: TemplateStringsArray;
  values: readonly unknown[];
}

/** A connection that notes the statements it runs. */
function recordStatements(sql: Sql, statements: Statement[]): Queryable {
  const run = ((strings: TemplateStringsArray, ...values: readonly unknown[]) => {
    statements.push({ strings, values });
    return sql(strings, ...values);
  }) as Queryable;
  return Object.assign(run, { raw: (text: string) => sql.raw(text), unsafe: (text: string) => sql.unsafe(text) });
}

/** Runs a statement under EXPLAIN. Returns the milliseconds of its planning and execution. */
async function explainMs(sql: Sql, { strings, values }: Statement): Promise<number> {
  const texts = [`explain (analyze, timing off, format json) ${strings[0] ?? ""}`, ...strings.slice(1)];
  const [row] = await sql<{ "QUERY PLAN": { "Planning Time": number; "Execution Time": number }[] }[]>(
    Object.assign(texts, { raw: texts }),
    ...values,
  );
  const plan = row?.["QUERY PLAN"][0];
  return (plan?.["Planning Time"] ?? Number.NaN) + (plan?.["Execution Time"] ?? Number.NaN);
}

interface MeasuredPage {
  databaseMs: number;
  clientMs: number;
  nodeMs: number;
  statements: number;
}

async function measurePage(sql: Sql, userId: string, cursor: string | undefined): Promise<MeasuredPage> {
  const query = { limit: LIMIT, cursor } as Parameters<typeof listTradeHistory>[2];
  const measured: MeasuredPage[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const statements: Statement[] = [];
    const connection = recordStatements(sql, statements);
    const cpu = process.cpuUsage();
    const startedAt = performance.now();
    const held = await readAboutUser(connection, userId, heldUnitsRead);
    const { items } = (await listTradeHistory(connection, held, query)) as Page<Trade>;
    const clientMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpu);
    if (items.length !== LIMIT) throw new Error(`The page has ${items.length} trades`);
    let databaseMs = 0;
    for (const statement of statements) databaseMs += await explainMs(sql, statement);
    measured.push({ databaseMs, clientMs, nodeMs: (user + system) / 1_000, statements: statements.length });
  }
  const counted = measured.slice(Math.floor(RUNS / 3));
  return {
    databaseMs: roundTo(findMedian(counted.map(({ databaseMs }) => databaseMs)), 2),
    clientMs: roundTo(findMedian(counted.map(({ clientMs }) => clientMs)), 2),
    nodeMs: roundTo(findMedian(counted.map(({ nodeMs }) => nodeMs)), 2),
    statements: counted[0]?.statements ?? 0,
  };
}

/** Returns the cursor of a page. The investor held units during half of the trades, in equal stretches. */
async function makeCursor(sql: Sql, page: number): Promise<string> {
  const [row] = await sql<{ id: bigint; at: string }[]>`
    select id, to_char(executed_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from bot_trades
    where id < (select max(id) from bot_trades) - ${2 * LIMIT * (page - 1)}::bigint order by id desc limit 1`;
  if (!row) throw new Error(`There is no page ${page}`);
  const fingerprint = computeFingerprint("user trades", {});
  return Buffer.from([fingerprint, row.at, row.id].join(" ")).toString("base64url");
}

const result = await withDatabase(async ({ sql, application }) => {
  const userId = await seedTrades(sql, { trades: TRADES, segments: SEGMENTS });
  await sql.unsafe("analyze");
  const first = await measurePage(application, userId, undefined);
  const far = await measurePage(application, userId, await makeCursor(sql, PAGE));
  return {
    name: "history",
    value: far.databaseMs,
    unit: `ms in the database for page ${PAGE}`,
    floor: null,
    ratio: null,
    first,
    far,
    trades: TRADES,
    segments: SEGMENTS,
  };
});
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
