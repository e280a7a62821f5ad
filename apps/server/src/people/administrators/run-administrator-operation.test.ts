import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { createOperationId, type Operation, type PostingOutcome } from "../../ledger/door/operation.ts";
import type { Door } from "../../ledger/door/post.ts";
import { runAdministratorOperation } from "./run-administrator-operation.ts";

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

/** A user; an administrator if there is a role. */
async function newUser(role: string | null): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into users (email, hashed_password, first_name, last_name, phone, country, referral_code, is_admin, admin_role)
    values (${`${randomUUID()}@example.com`}, 'x', 'Jane', 'Otieno', '+254700000000', 'Kenya', ${randomUUID()},
      ${role !== null}, ${role ?? "full"}) returning id`;
  if (!row) throw new Error("no user");
  return row.id;
}

/** Runs an operation for an administrator at a door that answers with these outcomes in turn. */
async function run(administratorId: string, outcomes: readonly PostingOutcome[], expects: Operation["expects"] = {}) {
  const posted: Operation[] = [];
  let reads = 0;
  const door: Door = {
    post: (operation) => {
      posted.push(operation);
      return Promise.resolve(outcomes[posted.length - 1] ?? "posted");
    },
  };
  const operation: Operation = { operationId: createOperationId(), locks: { pools: {}, accounts: [] }, expects };
  const result = await runAdministratorOperation({ sql, door }, administratorId, null, {
    read: () => Promise.resolve((reads += 1)),
    decide: () => ({ operation, answer: { status: 200, body: "done" } }),
  }).catch((error: unknown) => error);
  return { result, reads, posted: posted.map((each) => each.expects) };
}

it("is posted only if the administrator may still move money, beside all else that it expects", async () => {
  const id = await newUser("money");
  const expects = { openRails: ["bank"], moneyAdministrators: ["other"] };
  expect((await run(id, ["posted"])).posted).toEqual([{ moneyAdministrators: [id] }]);
  const { posted } = await run(id, ["posted"], expects);
  expect(posted).toEqual([{ openRails: ["bank"], moneyAdministrators: ["other", id] }]);
});

it("reads the role again only for another attempt", async () => {
  const done = { status: 200, body: "done" };
  expect(await run(await newUser("money"), ["moved", "posted"])).toMatchObject({ result: done, reads: 2 });
  expect(await run(await newUser(null), ["posted"])).toMatchObject({ result: done, reads: 1 });
});

it("is refused on another attempt when the role was revoked or does not allow it", async () => {
  const forbidden = { result: { code: "FORBIDDEN" }, reads: 1 };
  for (const id of [await newUser(null), await newUser("read-only"), randomUUID()]) {
    expect(await run(id, ["moved", "posted"])).toMatchObject(forbidden);
  }
});
