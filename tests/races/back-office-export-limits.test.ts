import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { errorOf } from "../harness/money-calls.ts";
import { adminAccount, startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

let test: TestApp;
let owner: Sql;
let admins: TestClient[];
let origin: string;
let cookie: string;

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { role: null, max: 2 });
  admins = [test.admin, await test.administrator("read-only"), await test.administrator("money")];
  await test.app.listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
  const signedIn = await fetch(`${origin}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(adminAccount),
  });
  cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
});
afterAll(async () => {
  await owner.end();
  test.app.server.closeAllConnections();
  await test.close();
});

/** Counts the statements that wait for the locked table. */
async function countWaitingReads(): Promise<number> {
  const rows = await owner`
    select distinct pid from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`;
  return rows.length;
}

/** Locks deposits and withdrawals against reading while the work runs. */
const withLockedTables = (work: () => Promise<void>): Promise<void> =>
  owner.begin(async (tx) => {
    await tx`lock table deposits, withdrawals in access exclusive mode`;
    await work();
  });

const waitForReads = (count: number): Promise<void> => expect.poll(countWaitingReads, { interval: 10 }).toBe(count);

/** Repeats the request, because the server notices a closed connection a moment later. */
async function repeatUntilAccepted(ask: () => Promise<Response>): Promise<{ asked: Promise<Response> }> {
  for (;;) {
    let isRefused = false;
    const asked = ask().then((answer) => {
      isRefused = answer.status === 429;
      return answer;
    });
    await expect.poll(async () => isRefused || (await countWaitingReads()) === 2, { interval: 10 }).toBe(true);
    if (!isRefused) return { asked };
  }
}

beforeEach(async () => {
  for (const admin of admins) expect((await admin.call("GET", "/api/admin/deposits.csv")).status).toBe(200);
});

describe("concurrent exports", () => {
  it("are limited to one per administrator and two in total; others get a time to retry", async () => {
    const [first, second, third] = admins as [TestClient, TestClient, TestClient];
    const taken: Promise<{ status: number }>[] = [];
    await withLockedTables(async () => {
      taken.push(first.call("GET", "/api/admin/deposits.csv?search=a&sort=-user"));
      await waitForReads(1);
      const more = await first.call("GET", "/api/admin/users.csv");
      expect([more.status, errorOf(more).code, more.headers["retry-after"]]).toEqual([429, "RATE_LIMITED", "5"]);
      taken.push(second.call("GET", "/api/admin/withdrawals.csv"));
      await waitForReads(2);
      const other = await third.call("GET", "/api/admin/verifications.csv");
      expect([other.status, errorOf(other).code, other.headers["retry-after"]]).toEqual([503, "BUSY", "5"]);
    });
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200]);
    const files = await owner`select from audit_log where action = 'verifications.export'`;
    expect(files).toHaveLength(0);
  });

  it("free their place after an error", async () => {
    await owner`alter table verifications rename to verifications_gone`;
    try {
      expect((await test.admin.call("GET", "/api/admin/verifications.csv")).status).toBe(500);
    } finally {
      await owner`alter table verifications_gone rename to verifications`;
    }
    expect((await test.admin.call("GET", "/api/admin/verifications.csv")).status).toBe(200);
  });

  it("end when the client disconnects, which can request again at once", async () => {
    const ask = (signal?: AbortSignal): Promise<Response> =>
      fetch(`${origin}/api/admin/deposits.csv`, { headers: { cookie }, ...(signal ? { signal } : {}) });
    let again: { asked: Promise<Response> } | undefined;
    await withLockedTables(async () => {
      const leaving = new AbortController();
      const left = ask(leaving.signal).catch((error: unknown) => error);
      await waitForReads(1);
      expect((await ask()).status).toBe(429);
      leaving.abort();
      expect(await left).toMatchObject({ name: "AbortError" });
      again = await repeatUntilAccepted(ask);
      // The read of the closed connection still waits for the table, beside the new one. A third would be too many.
      const other = await admins[1]!.call("GET", "/api/admin/users.csv");
      expect([other.status, errorOf(other).code]).toEqual([503, "BUSY"]);
    });
    const answer = await again?.asked;
    expect([answer?.status, (await answer?.text())?.includes("ID")]).toEqual([200, true]);
  });
});
