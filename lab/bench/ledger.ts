import { investorAccount } from "@wazi/domain";
import { createOperationId, type Operation } from "../../apps/server/src/ledger/door/operation.ts";
import { openDoor } from "../../apps/server/src/ledger/door/post.ts";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import { withDatabase } from "./serving/with-database.ts";

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
    operationId: createOperationId(),
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

const result = await withDatabase(async ({ sql }) => {
  await sql`create table bench_rows (n integer)`;
  const { value, floor } = await measure(sql);
  return {
    name: "ledger",
    value: Math.round(value),
    unit: "operations/s",
    floor: Math.round(floor),
    ratio: value / floor,
  };
});
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
