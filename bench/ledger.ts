import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { investorAccount } from "@wazi/domain";
import { pino } from "pino";
import type { Operation } from "../apps/server/src/core/ledger/operation.ts";
import { openDoor } from "../apps/server/src/core/ledger/post.ts";
import { startEmbeddedDatabase } from "../apps/server/src/db/embedded/supervisor.ts";
import { migrate } from "../apps/server/src/db/migrate.ts";
import { openPool, type Sql } from "../apps/server/src/db/pool.ts";
import { acquireDataDirLock } from "../apps/server/src/process/data-dir-lock.ts";

/** Compares operations through the ledger's door to the minimal durable write: a one-row insert with its own commit. */
const INVESTORS = 500;
const CONCURRENCY = 64;
const SECONDS = 5;

async function makeInvestors(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into users (email, hashed_password, first_name, last_name, phone, country, referral_code)
    select 'bench' || n || '@example.com', 'x', 'Bench', 'Bench', '+254700000000', 'Kenya', 'bench' || n
    from generate_series(1, ${INVESTORS}) n returning id`;
  for (const { id } of rows) await sql`select open_user_accounts(${id}::uuid)`;
  return rows.map(({ id }) => id);
}

function deposit(userId: string): Operation {
  const account = investorAccount(userId, "deposit_funds");
  const entries = [
    { account: "external:crypto" as const, amount: "-1.00" },
    { account, amount: "1.00" },
  ];
  return {
    operationId: randomUUID(),
    locks: { pools: {}, accounts: [account] },
    expects: {},
    transaction: { kind: "deposit", actorId: null, reason: null, entries },
  };
}

/** Runs `once` from many concurrent callers and returns the completed runs per second. */
async function rate(once: (caller: number, round: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1_000;
  let done = 0;
  const started = performance.now();
  const callers = Array.from({ length: CONCURRENCY }, async (_, caller) => {
    for (let round = 0; performance.now() < until; round += 1) {
      await once(caller, round);
      done += 1;
    }
  });
  await Promise.all(callers);
  return (done / (performance.now() - started)) * 1_000;
}

async function measure(sql: Sql): Promise<{ value: number; floor: number }> {
  const investors = await makeInvestors(sql);
  const owner = (caller: number, round: number): string => investors[(caller * 7 + round) % investors.length] ?? "";
  const door = openDoor(sql);
  await rate((caller, round) => door.post(deposit(owner(caller, round))));
  const floor = await rate(() => sql`insert into bench_rows (n) values (1)`);
  const value = await rate((caller, round) => door.post(deposit(owner(caller, round))));
  return { value, floor };
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-bench-"));
  const lock = acquireDataDirLock(dataDir, "command");
  const database = await startEmbeddedDatabase({ lock, log: pino({ level: "fatal" }) });
  try {
    await migrate(database.url);
    const sql = openPool(database.url, { role: null });
    await sql`create table bench_rows (n integer)`;
    const { value, floor } = await measure(sql);
    await sql.end();
    const result = {
      name: "ledger",
      value: Math.round(value),
      unit: "operations/s",
      floor: Math.round(floor),
      ratio: value / floor,
    };
    const text = `Money operations through the ledger's door: ${result.value}/s. One-row commits: ${result.floor}/s. Ratio ${result.ratio.toFixed(2)}.`;
    process.stdout.write(`${process.argv.includes("--json") ? JSON.stringify(result) : text}\n`);
  } finally {
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
