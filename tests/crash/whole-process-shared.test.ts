import { describe, expect } from "vitest";
import type { EmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { approveDeposit, createDeposit, createHttpClient, signUp } from "../harness/http-client.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { sharedDatabaseTest } from "../harness/process-test.ts";
import {
  adminAccount,
  adminOf,
  createDataDir,
  eventually,
  findDifferences,
  replayEnvironment,
  startWazi,
  type Serving,
} from "../harness/wazi-process.ts";

/**
 * The lease expires after 10 s, and a waiting trader asks for it every second. On a busy machine it then takes a while to
 * open the feeds. The cluster test measures the time.
 */
const TAKE_OVER_BOUND_MS = 30_000;
/** A stopped trader gives its lease back, so nobody waits for its end. */
const HAND_OVER_BOUND_MS = 5_000;

const test = sharedDatabaseTest
  .extend("env", { scope: "file" }, ({ database }): Record<string, string> => ({
    DATABASE_URL: database.url,
    ADMIN_PASSWORD: adminAccount.password,
    // The log tells which process trades.
    LOG_LEVEL: "info",
    ...replayEnvironment(20),
  }))
  .extend("both", { scope: "file" }, ({ env }) =>
    Promise.all([startWazi(createDataDir(), { env }), startWazi(createDataDir(), { env })]),
  );

/** A process that stalls for longer than the lease lasts hands it over, so the last line about it counts. */
const LEASE_LINES =
  /"msg":"(trading started|another trader has taken the lease|standing by: another process trades|the trader failed)/g;

const isTrading = (serving: Serving): boolean =>
  [...serving.stdout().matchAll(LEASE_LINES)].at(-1)?.[1] === "trading started";

async function expectMovingPrices(serving: Serving): Promise<void> {
  const prices = async (): Promise<string> => (await serving.client().call("GET", "/api/market/prices")).text;
  const before = await prices();
  await eventually(async () => (await prices()) !== before);
}

async function count({ url }: EmbeddedDatabase, statement: string): Promise<number> {
  const sql = openPool(url, { max: 1, role: null });
  const [row] = (await sql.unsafe(statement)) as { count: number }[];
  await sql.end();
  return row?.count ?? -1;
}

describe("two processes on one database", () => {
  test("create everything once when they start together on an empty database", async ({ both, database }) => {
    expect(both.filter(({ printedAdmin }) => printedAdmin !== undefined)).toHaveLength(1);
    expect(await count(database, "select count(*)::int from users where is_admin")).toBe(1);
    expect(await count(database, "select count(*)::int from trading_bots")).toBe(11);
    expect(await count(database, "select (count(*) - count(distinct name))::int as count from schema_migrations")).toBe(
      0,
    );
  });

  test("share sessions and their changes", async ({ both }) => {
    const [here, there] = both;
    const investor = here.client();
    await signUp(investor);
    const elsewhere = createHttpClient(there.address, new Map(investor.cookies));
    const depositId = await createDeposit(elsewhere, "320.10");
    await approveDeposit(await adminOf(here), depositId);
    expect((await elsewhere.call("GET", "/api/user")).body).toMatchObject({ account: { balance: "320.10" } });
    expect((await elsewhere.call("POST", "/api/signout")).status).toBe(204);
    expect((await investor.call("GET", "/api/user")).status).toBe(401);
  });

  test("trade one at a time: the other takes over after a kill and after a stop", async ({ both, database, env }) => {
    await eventually(() => isTrading(both[0]) !== isTrading(both[1]), stretchBound(TAKE_OVER_BOUND_MS));
    const [trading, waiting] = isTrading(both[0]) ? both : [both[1], both[0]];
    const api = await startWazi(createDataDir(), { env: { ...env, ROLE: "api" } });
    await expectMovingPrices(api);

    await trading.crash();
    const killedAt = performance.now();
    await eventually(() => isTrading(waiting), stretchBound(TAKE_OVER_BOUND_MS));
    const takenOverMs = Math.round(performance.now() - killedAt);
    await expectMovingPrices(waiting);

    const next = await startWazi(createDataDir(), { env });
    await eventually(() => next.stdout().includes("standing by: another process trades"));
    expect(isTrading(next)).toBe(false);
    expect(await waiting.stop()).toMatchObject({ code: 0 });
    await eventually(() => isTrading(next), stretchBound(HAND_OVER_BOUND_MS));
    await expectMovingPrices(next);
    expect(isTrading(api)).toBe(false);
    expect(await findDifferences(createDataDir(), { DATABASE_URL: database.url })).toBeNull();
    process.stdout.write(`another took over after ${takenOverMs} ms\n`);
  });
});
