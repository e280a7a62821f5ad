import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { approveDeposit, createDeposit, signUp, type HttpAnswer, type HttpClient } from "../harness/http-client.ts";
import { mpesa } from "../harness/money-forms.ts";
import { silentLog } from "../harness/silent-log.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { startTcpProxy, type TcpProxy } from "../harness/tcp-proxy.ts";
import {
  adminAccount,
  adminOf,
  createDataDir,
  endEverything,
  eventually,
  findDifferences,
  startWazi,
  type Serving,
} from "../harness/wazi-process.ts";

/** A statement ends after 15 s, and after 20 s when the server does not answer. */
const ANSWER_BOUND_MS = 28_000;
const RECOVERY_BOUND_MS = 10_000;
/** One statement waits for its time-out, and closes the other connections that are dead too. */
const RECOVERY_AFTER_SILENCE_BOUND_MS = 10_000;
const STOPPED_MS = 3_000;

let database: EmbeddedDatabase;
let proxy: TcpProxy;
let serving: Serving;
let investor: HttpClient;

beforeAll(async () => {
  const lock = acquireDataDirLock(createDataDir());
  database = await startEmbeddedDatabase({ lock, log: silentLog, durable: false });
  proxy = await startTcpProxy(database.url);
  const env = { DATABASE_URL: proxy.url, ADMIN_PASSWORD: adminAccount.password };
  serving = await startWazi(createDataDir(), { env });
  investor = serving.client();
  await signUp(investor);
  await approveDeposit(await adminOf(serving), await createDeposit(investor, "1000"));
});

afterAll(async () => {
  await serving.stop();
  await proxy.close();
  await database.stop();
  await endEverything();
});

/** Requests a withdrawal and cancels it. */
async function moveMoney(): Promise<HttpAnswer> {
  const answer = await investor.call("POST", "/api/user/withdrawals", mpesa("10"));
  if (answer.status !== 201) return answer;
  const { id } = answer.body as { id: string };
  return investor.call("POST", `/api/user/withdrawals/${id}/cancel`);
}

const read = (): Promise<HttpAnswer> => investor.call("GET", "/api/user");

/** A refusal that says what happened, and when to try again. */
function expectClearRefusal(answer: HttpAnswer): void {
  expect(answer.status, answer.text).toBe(503);
  expect(answer.body).toMatchObject({ code: "BUSY" });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answer.afterMs).toBeLessThan(stretchBound(ANSWER_BOUND_MS));
}

async function expectRecovery(boundMs = RECOVERY_BOUND_MS): Promise<void> {
  const startedAt = performance.now();
  const isBack = async (): Promise<boolean> => {
    if ((await read()).status !== 200) return false;
    await endPendingWithdrawal();
    return (await moveMoney()).status === 200;
  };
  // A call that meets several dead connections, one after the other, may take longer than a client waits.
  await eventually(() => isBack().catch(() => false), stretchBound(boundMs));
  process.stdout.write(`moves money again after ${Math.round(performance.now() - startedAt)} ms\n`);
}

/** The answer of a withdrawal may have been lost. */
async function endPendingWithdrawal(): Promise<void> {
  const { status: found, body } = await investor.call("GET", "/api/user/withdrawals");
  if (found !== 200) return;
  for (const { id, status } of body as { id: string; status: string }[])
    if (status === "pending") await investor.call("POST", `/api/user/withdrawals/${id}/cancel`);
}

describe("a process without its database", () => {
  test.each([
    ["refused", RECOVERY_BOUND_MS],
    // Connections that were cut without a sign are found by the time-out of the next statement on each of them.
    ["silent", RECOVERY_AFTER_SILENCE_BOUND_MS],
  ] as const)("refuses clearly while the network is %s, and recovers", async (state, boundMs) => {
    proxy.set(state);
    const answers = await Promise.all([moveMoney(), read()]);
    answers.forEach(expectClearRefusal);
    expect((await serving.client().call("GET", "/healthz")).status).toBe(200);
    proxy.set("open");
    await expectRecovery(boundMs);
  });

  test("goes on when the network is slow", async () => {
    proxy.delay(100);
    expect((await moveMoney()).status).toBe(200);
    expect((await read()).status).toBe(200);
    proxy.delay(0);
    await expectRecovery();
  });

  test("refuses clearly while locks keep every connection busy, answers reads, and recovers", async () => {
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
      const waiting = Array.from({ length: 20 }, moveMoney);
      expect((await read()).status).toBe(200);
      for (const answer of await Promise.all(waiting)) expectClearRefusal(answer);
    } finally {
      release();
      await holding;
    }
    await owner.end();
    await expectRecovery();
  });

  test("answers what arrived while it was stopped, and has moved money once", async () => {
    serving.kill("SIGSTOP");
    const waiting = moveMoney();
    // oxlint-disable-next-line wazi/no-fixed-sleeps -- the length of the stop is what is tested
    await sleep(STOPPED_MS);
    serving.kill("SIGCONT");
    expect((await waiting).status).toBe(200);
    await expectRecovery();
    expect(await findDifferences(createDataDir(), { DATABASE_URL: database.url })).toBeNull();
  });
});
