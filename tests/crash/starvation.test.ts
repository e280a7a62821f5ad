import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { approveDeposit, createDeposit, signUp, type HttpAnswer, type HttpClient } from "../harness/http-client.ts";
import { mpesa } from "../harness/money-forms.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { startTcpProxy } from "../harness/tcp-proxy.ts";
import { limitCleanup } from "../harness/limit-cleanup.ts";
import { sharedDatabaseTest } from "../harness/process-test.ts";
import {
  adminAccount,
  adminOf,
  createDataDir,
  eventually,
  findDifferences,
  startWazi,
} from "../harness/wazi-process.ts";

/** A statement ends after 15 s, and after 20 s when the server does not answer. */
const ANSWER_BOUND_MS = 28_000;
const RECOVERY_BOUND_MS = 10_000;
/** One statement waits for its time-out, and closes the other connections that are dead too. */
const RECOVERY_AFTER_SILENCE_BOUND_MS = 10_000;
const STOPPED_MS = 3_000;

const test = sharedDatabaseTest
  .extend("proxy", { scope: "file" }, async ({ database }, { onCleanup }) => {
    const proxy = await startTcpProxy(database.url);
    onCleanup(() => proxy.close());
    return proxy;
  })
  .extend("serving", { scope: "file" }, async ({ proxy }, { onCleanup }) => {
    const env = { DATABASE_URL: proxy.url, ADMIN_PASSWORD: adminAccount.password };
    const serving = await startWazi(createDataDir(), { env });
    onCleanup(limitCleanup("the server of a file did not stop", () => serving.stop()));
    return serving;
  })
  .extend("investor", { scope: "file" }, async ({ serving }) => {
    const investor = serving.client();
    await signUp(investor);
    await approveDeposit(await adminOf(serving), await createDeposit(investor, "1000"));
    return investor;
  });

/** Requests a withdrawal and cancels it. */
async function moveMoney(investor: HttpClient): Promise<HttpAnswer> {
  const answer = await investor.call("POST", "/api/user/withdrawals", mpesa("10"));
  if (answer.status !== 201) return answer;
  const { id } = answer.body as { id: string };
  return investor.call("POST", `/api/user/withdrawals/${id}/cancel`);
}

const read = (investor: HttpClient): Promise<HttpAnswer> => investor.call("GET", "/api/user");

/** A refusal that says what happened, and when to try again. */
function expectClearRefusal(answer: HttpAnswer): void {
  expect(answer.status, answer.text).toBe(503);
  expect(answer.body).toMatchObject({ code: "BUSY" });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answer.afterMs).toBeLessThan(stretchBound(ANSWER_BOUND_MS));
}

async function expectRecovery(investor: HttpClient, boundMs = RECOVERY_BOUND_MS): Promise<void> {
  const startedAt = performance.now();
  const isBack = async (): Promise<boolean> => {
    if ((await read(investor)).status !== 200) return false;
    await endPendingWithdrawal(investor);
    return (await moveMoney(investor)).status === 200;
  };
  // A call that meets several dead connections, one after the other, may take longer than a client waits.
  await eventually(() => isBack().catch(() => false), stretchBound(boundMs));
  process.stdout.write(`moves money again after ${Math.round(performance.now() - startedAt)} ms\n`);
}

/** The answer of a withdrawal may have been lost. */
async function endPendingWithdrawal(investor: HttpClient): Promise<void> {
  const { status: found, body } = await investor.call("GET", "/api/user/withdrawals");
  if (found !== 200) return;
  for (const { id, status } of body as { id: string; status: string }[])
    if (status === "pending") await investor.call("POST", `/api/user/withdrawals/${id}/cancel`);
}

describe("a process without its database", () => {
  test.for([
    ["refused", RECOVERY_BOUND_MS],
    // Connections that were cut without a sign are found by the time-out of the next statement on each of them.
    ["silent", RECOVERY_AFTER_SILENCE_BOUND_MS],
  ] as const)(
    "refuses clearly while the network is %s, and recovers",
    async ([state, boundMs], { proxy, serving, investor }) => {
      proxy.set(state);
      const answers = await Promise.all([moveMoney(investor), read(investor)]);
      answers.forEach(expectClearRefusal);
      expect((await serving.client().call("GET", "/healthz")).status).toBe(200);
      proxy.set("open");
      await expectRecovery(investor, boundMs);
    },
  );

  test("goes on when the network is slow", async ({ proxy, investor }) => {
    proxy.delay(100);
    expect((await moveMoney(investor)).status).toBe(200);
    expect((await read(investor)).status).toBe(200);
    proxy.delay(0);
    await expectRecovery(investor);
  });

  test("refuses clearly while locks keep every connection busy, answers reads, and recovers", async ({
    database,
    investor,
  }) => {
    const owner = openPool(database.url, { max: 1, role: null });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let report: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => (report = resolve));
    const holding = owner.begin("isolation level read committed", async (tx) => {
      await tx.unsafe("set local idle_in_transaction_session_timeout = 0");
      await tx`select from ledger_accounts for update`;
      report();
      await released;
    });
    try {
      await locked;
      const waiting = Array.from({ length: 20 }, () => moveMoney(investor));
      expect((await read(investor)).status).toBe(200);
      for (const answer of await Promise.all(waiting)) expectClearRefusal(answer);
    } finally {
      release();
      await holding;
    }
    await owner.end();
    await expectRecovery(investor);
  });

  test("answers what arrived while it was stopped, and has moved money once", async ({
    database,
    serving,
    investor,
  }) => {
    serving.kill("SIGSTOP");
    const waiting = moveMoney(investor);
    // oxlint-disable-next-line wazi/no-fixed-sleeps -- the length of the stop is what is tested
    await sleep(STOPPED_MS);
    serving.kill("SIGCONT");
    expect((await waiting).status).toBe(200);
    await expectRecovery(investor);
    expect(await findDifferences(createDataDir(), { DATABASE_URL: database.url })).toBeNull();
  });
});
