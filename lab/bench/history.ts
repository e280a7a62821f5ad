import type { Page, Trade } from "@wazi/contracts";
import { computeFingerprint } from "../../apps/server/src/platform/paging/cursor.ts";
import { readAboutUser } from "../../apps/server/src/people/sessions/store.ts";
import { heldUnitsRead } from "../../apps/server/src/investing/positions/store.ts";
import type { Queryable, Sql } from "../../apps/server/src/platform/db/pool.ts";
import { listTradeHistory } from "../../apps/server/src/investing/investments/trade-history.ts";
import { findMedian, readNumber, roundTo } from "./money-load/options.ts";
import { withDatabase } from "./serving/with-database.ts";
import { seedTrades } from "./volume/seed-trades.ts";

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
