import { expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { approveDeposit, createDeposit, signUp } from "../harness/http-client.ts";
import { limitCleanup } from "../harness/limit-cleanup.ts";
import { sharedDatabaseTest } from "../harness/process-test.ts";
import { adminAccount, adminOf, createDataDir, findDifferences, linesOf, startWazi } from "../harness/wazi-process.ts";

/** A PostgreSQL that allows a process fewer connections than it would open. */

const ALLOWED = 4;
const ROUNDS = 4;
const CALLS_AT_ONCE = 16;

const test = sharedDatabaseTest.extend("serving", { scope: "file" }, async ({ database }, { onCleanup }) => {
  const owner = openPool(database.url, { max: 1, role: null });
  await owner.unsafe(`create role few login password 'few' connection limit ${ALLOWED}`);
  await owner.end();
  const url = new URL(database.url);
  url.username = "few";
  url.password = "few";
  const env = {
    DATABASE_URL: url.href,
    MIGRATION_DATABASE_URL: database.url,
    ADMIN_PASSWORD: adminAccount.password,
    SIMULATED_SPEED: "60",
    LOG_LEVEL: "info",
  };
  const serving = await startWazi(createDataDir(), { env });
  onCleanup(limitCleanup("the server of a file did not stop", () => serving.stop()));
  return serving;
});

test("lets calls wait, and the trader goes on without a restart", async ({ database, serving }) => {
  const admin = await adminOf(serving);
  const investor = serving.client();
  await signUp(investor);
  await approveDeposit(admin, await createDeposit(investor, "1000"));
  for (let round = 0; round < ROUNDS; round += 1) {
    const reads = ["/api/user", "/api/bots", "/api/market/prices", "/api/user/deposits"];
    const calls = Array.from({ length: CALLS_AT_ONCE }, (_none, index) =>
      investor.call("GET", reads[index % reads.length] ?? ""),
    );
    const answers = await Promise.all(calls);
    await approveDeposit(admin, await createDeposit(investor, "100"));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
  const messages = linesOf(serving.stdout()).flatMap((line) => /"msg":"([^"]+)"/.exec(line)?.[1] ?? []);
  expect(messages.filter((message) => message === "trading started")).toHaveLength(1);
  expect(messages.filter((message) => message.includes("the trader failed"))).toEqual([]);
  expect(await findDifferences(createDataDir(), { DATABASE_URL: database.url })).toBeNull();
});
