import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { creditStart, depositStart, toCreditArgument } from "../../apps/server/src/deposits/requests/store.ts";
import { readAboutUser } from "../../apps/server/src/people/sessions/store.ts";
import { insertTries } from "../../apps/server/src/people/identity/store.ts";
import { readInvestors } from "../../apps/server/src/ledger/investors/store.ts";
import { readPositionsOf, readTradingFlows } from "../../apps/server/src/investing/positions/store.ts";
import { openPool, type Queryable, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { listDuePositions, readClosingPool, readHeldPositions } from "../../apps/server/src/trader/loop/store.ts";
import { seedInvestors } from "../../lab/bench/money-load/seed-investors.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";

/** The plans of all statements by key: on the embedded server, on Debian's, and behind PgBouncer (by the project). */

const INVESTORS = 300;
/** Entries of an index that is no longer small. */
const FILLED = 200;
const SHOWN_CHARACTERS = 100;
const SOURCES = "apps/server/src";
const SOMEBODY = "00000000-0000-4000-8000-000000000000";

/** One row for each bot, each key that deposit addresses come from, or each appointment of an administrator. A statement that reads all of them may scan them. */
const SMALL_TABLES = new Set(["trading_bots", "pools", "pool_marks", "deposit_address_counters", "appointments"]);

/** The statement that goes through all accounts, a page at a time, in the order of its index. */
const PAGE_OF_ACCOUNTS = "select distinct user_id from position_events";

/** The files with statements by key, with words of each statement. */
const statementsByFile: Record<string, readonly string[]> = {
  "people/sessions/store.ts": ["left join lateral", "null::json as own", "case asked.kind when"],
  "people/identity/throttle.ts": ["insert into throttles"],
  "deposits/requests/create-deposit.ts": ["from deposit_address_counters"],
  "deposits/requests/settle-deposit.ts": ["credited_for_deposit"],
  "ledger/investors/store.ts": ["left join users u on u.id = asked.id"],
  "investing/positions/store.ts": [PAGE_OF_ACCOUNTS, "row_number() over"],
  "investing/performance/mark-history.ts": ["from bot_marks m where m.bot_id = b.id"],
  "trader/loop/store.ts": [
    "cash_at_close",
    "as m (bot_id, exit_mark)",
    "as asked (user_id, bot_id, n)|asked (user_id, bot_id, n)",
  ],
};

let database: TestDatabase;
let test: TestApp;
/** As the application reaches this project's server. */
let sql: Sql;
let owner: Sql;
let texts: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { pooled, ...direct } = database;
  // Statements are collected on direct connections, where they are prepared by name.
  test = await startTestApp(direct);
  owner = openPool(database.url, { role: null, max: 2, queryTimeoutMs: 0 });
  sql = openPool(pooled?.url ?? database.url, { directUrl: pooled?.directUrl });
  await runAll();
  texts = await readPrepared();
  await owner.unsafe(`
    create function explain_by_key(text_ text) returns text language plpgsql as $$
    declare
      plan_ text;
      count_ integer := (select count(distinct n) from regexp_matches(text_, '[$][0-9]+', 'g') as n);
    begin
      execute 'prepare by_key as ' || text_;
      execute 'explain (format json) execute by_key'
        || case when count_ > 0 then '(' || array_to_string(array_fill('null'::text, array[count_]), ', ') || ')' else '' end
        into plan_;
      execute 'deallocate by_key';
      return plan_;
    end $$`);
});
afterAll(async () => {
  await Promise.all([sql.end(), owner.end()]);
  await test.close();
  await database.drop();
});

/** Runs every statement by key once: those of sessions through calls, the others directly. */
async function runAll(): Promise<void> {
  const investor = await test.funded("1000");
  const paths = ["/api/auth/user", "/api/user/performance", "/api/user/costs", "/api/user/statement?month=2026-01"];
  const rare = ["/api/user/statement/months", "/api/user/notifications", "/api/user/sessions", "/api/user/suitability"];
  for (const path of [...paths, ...rare]) await investor.call("GET", path);
  await investor.call("POST", "/api/user/investment/transfer", { amount: "10" });
  const app = test.sql;
  await insertTries(app.byKey, [{ key: Buffer.alloc(32, 1), at: new Date() }], { limit: 1, windowMs: 1_000 });
  await readAboutUser(app.byKey, investor.userId, depositStart);
  await readAboutUser(app.byKey, investor.userId, creditStart, toCreditArgument(SOMEBODY, new Date()));
  await readInvestors(app, [SOMEBODY], 1_000);
  await readTradingFlows(app, null, 10);
  await readPositionsOf(app, [SOMEBODY], 1_000);
  const [pool] = await app<{ id: string }[]>`select bot_id as id from pools limit 1`;
  const botId = pool?.id ?? "";
  await readClosingPool(app, botId, SOMEBODY);
  await listDuePositions(app, [{ botId, exitMark: "1" }], 10);
  await readHeldPositions(app, [{ userId: SOMEBODY, botId }], 1_000);
}

/** Each connection has prepared some of them. */
async function readPrepared(): Promise<string[]> {
  const readOne = () =>
    test.sql.byKey<{ text: string }[]>`
      select statement as text, pg_sleep(0.05) from pg_prepared_statements where from_sql = false`;
  const rows = (await Promise.all(Array.from({ length: 16 }, readOne))).flat();
  return [...new Set(rows.map(({ text }) => text))].filter((text) => !text.includes("pg_prepared_statements"));
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  "Index Name"?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Read from end to end: a table, or an index without a condition, which is no better once the index has entries. */
const readsAll = (node: PlanNode, filled: ReadonlySet<string>): boolean =>
  node["Node Type"] === "Seq Scan" || (filled.has(node["Index Name"] ?? "") && node["Index Cond"] === undefined);

/** The indexes with entries, as of the last "analyze". */
async function listFilled(): Promise<Set<string>> {
  const rows = await owner<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'i' and relnamespace = 'public'::regnamespace and reltuples >= ${FILLED}`;
  return new Set(rows.map(({ name }) => name));
}

async function findScans(on: Queryable, filled: ReadonlySet<string>): Promise<{ scans: string[]; indexes: number[] }> {
  const scans: string[] = [];
  const indexes: number[] = [];
  for (const text of texts) {
    const [row] = await on<{ plan: string }[]>`select explain_by_key(${text}) as plan`;
    const [{ Plan: plan }] = JSON.parse(row?.plan ?? "") as [{ Plan: PlanNode }];
    const nodes = nodesOf(plan);
    for (const node of nodes.filter((each) => readsAll(each, filled))) {
      const table = node["Relation Name"] ?? "";
      if (SMALL_TABLES.has(table) || text.includes(PAGE_OF_ACCOUNTS)) continue;
      scans.push(`${node["Node Type"]} ${node["Index Name"] ?? table} in ${text.trim().slice(0, SHOWN_CHARACTERS)}`);
    }
    indexes.push(nodes.filter((node) => /Index/.test(node["Node Type"])).length);
  }
  return { scans, indexes };
}

describe("statements by key", () => {
  it("are all among those that are explained here", () => {
    const files = (readdirSync(SOURCES, { recursive: true }) as string[])
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("platform/db/"))
      .filter((file) => readFileSync(join(SOURCES, file), "utf8").includes("sql.byKey"));
    expect(files.toSorted()).toEqual(Object.keys(statementsByFile).toSorted());
    for (const words of Object.values(statementsByFile).flat())
      expect(
        texts.some((text) => words.split("|").some((each) => text.includes(each))),
        words,
      ).toBe(true);
  });

  it("use an index and never scan a table: new, empty, and with data of many investors", async () => {
    const expectIndexes = async (filled: ReadonlySet<string>): Promise<void> => {
      const { scans, indexes } = await findScans(sql.byKey, filled);
      expect(scans).toEqual([]);
      // A write of rows that are given finds them by their unique index, which no plan shows.
      const without = texts.filter((_, index) => indexes[index] === 0);
      expect(without.filter((text) => !text.includes("insert into throttles"))).toEqual([]);
    };
    await expectIndexes(new Set());
    await owner.unsafe("analyze");
    await expectIndexes(new Set());
    await seedInvestors(owner, INVESTORS, { hasFullHistory: true });
    await owner.unsafe("analyze");
    const filled = await listFilled();
    expect([...filled]).toEqual(
      expect.arrayContaining(["deposits_by_user", "sessions_pkey", "ledger_entries_by_account"]),
    );
    await expectIndexes(filled);
  });

  it("scan tables without their settings, so the test above can fail", async () => {
    await owner.unsafe("analyze");
    expect((await findScans(sql, new Set())).scans).not.toEqual([]);
  });
});
