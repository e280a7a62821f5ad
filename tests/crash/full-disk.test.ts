import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { startEmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { approveDeposit, createDeposit, signUp, type HttpAnswer, type HttpClient } from "../harness/http-client.ts";
import { limitCleanup } from "../harness/limit-cleanup.ts";
import { mpesa } from "../harness/money-forms.ts";
import { processTest } from "../harness/process-test.ts";
import { silentLog } from "../harness/silent-log.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import {
  adminAccount,
  adminOf,
  createDataDir,
  endEverything,
  eventually,
  findDifferences,
  launch,
  linesOf,
  startWazi,
  type Serving,
} from "../harness/wazi-process.ts";

/** A real disk without space: a tmpfs, which only root can mount. */

const MEBIBYTE = 1_048_576;
/** PostgreSQL's cluster and its log of changes, and space for some money to move. */
const DISK_MIB = 260;
const BACK_WITHIN_MS = 30_000;
const MOST_CALLS = 3_000;

const test = processTest
  .extend("disk", ({ folder, skip }, { onCleanup }) => {
    const disk = mkdtempSync(join(folder, "disk-"));
    skip(!mount(disk, DISK_MIB), "needs root, and a machine that lets it mount a tmpfs");
    const unmount = async (): Promise<void> => {
      await endEverything();
      spawnSync("umount", ["--lazy", disk]);
    };
    onCleanup(limitCleanup("the processes of a test did not stop", unmount));
    return disk;
  })
  .extend("database", async ({ disk, stopLater }) => {
    const lock = acquireDataDirLock(join(disk, "database"));
    const database = await startEmbeddedDatabase({ lock, log: silentLog });
    stopLater(() => database.stop());
    return database;
  });

function mount(disk: string, mebibytes: number): boolean {
  if (process.getuid?.() !== 0) return false;
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=0755`, "tmpfs", disk]);
  return status === 0;
}

/** Takes what is left of the disk. @returns how to give it back */
function fillDisk(disk: string): () => void {
  const file = join(disk, "ballast");
  const descriptor = openSync(file, "w");
  try {
    for (const chunk of [Buffer.alloc(MEBIBYTE), Buffer.alloc(4_096)]) {
      try {
        while (writeSync(descriptor, chunk) === chunk.length);
      } catch {
        // no space is left for a piece of this size
      }
    }
  } finally {
    closeSync(descriptor);
  }
  expect(statfsSync(disk).bavail).toBe(0);
  return () => rmSync(file);
}

async function moveMoney(investor: HttpClient): Promise<HttpAnswer> {
  const answer = await investor.call("POST", "/api/user/withdrawals", mpesa("10"));
  if (answer.status !== 201) return answer;
  const { id } = answer.body as { id: string };
  return investor.call("POST", `/api/user/withdrawals/${id}/cancel`);
}

async function openInvestor(serving: Serving): Promise<HttpClient> {
  const investor = serving.client();
  await signUp(investor);
  await approveDeposit(await adminOf(serving), await createDeposit(investor, "1000"));
  return investor;
}

/** Fills the disk under load, expects clear refusals, frees it, and expects that money moves again. */
async function surviveFullDisk(disk: string, serving: Serving, expectUnready: boolean): Promise<void> {
  const investor = await openInvestor(serving);
  const free = fillDisk(disk);
  const answers: HttpAnswer[] = [];
  // PostgreSQL writes on in the log file that it has, until a new one is needed.
  while (answers.every(({ status }) => status === 200) && answers.length < MOST_CALLS)
    answers.push(...(await Promise.all(Array.from({ length: 4 }, () => moveMoney(investor)))));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, body, headers, text } of refused) {
    expect([status, (body as { code?: string }).code], text).toEqual([503, "BUSY"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await serving.client().call("GET", "/healthz")).status).toBe(200);
  if (expectUnready) expect((await serving.client().call("GET", "/readyz")).status).toBe(503);
  free();
  const startedAt = performance.now();
  await eventually(async () => {
    const { status, body } = await investor.call("GET", "/api/user/withdrawals");
    if (status !== 200) return false;
    for (const { id, status: state } of body as { id: string; status: string }[])
      if (state === "pending") await investor.call("POST", `/api/user/withdrawals/${id}/cancel`);
    return (await moveMoney(investor)).status === 200;
  }, stretchBound(BACK_WITHIN_MS));
  const backMs = Math.round(performance.now() - startedAt);
  process.stdout.write(
    `${refused.length} calls refused without space; money moved again ${backMs} ms after some was free\n`,
  );
}

test("does not start on a full disk, and says so in one line", async ({ disk }) => {
  fillDisk(disk);
  const launched = launch(join(disk, "data"), { env: { ADMIN_PASSWORD: adminAccount.password } });
  expect((await launched.exited).code).toBe(1);
  const lines = linesOf(launched.stderr());
  expect(lines.at(-1)).toMatch(/No space left on device|ENOSPC/i);
  expect(lines.at(-1)).toMatch(/Free some space, then start Wazi again\.$/);
  expect(launched.stderr()).not.toMatch(/^ {4}at /m);
});

test("refuses clearly when the disk of its own database is full, and goes on when it is not", async ({ disk }) => {
  const dataDir = join(disk, "data");
  const serving = await startWazi(dataDir, { env: { ADMIN_PASSWORD: adminAccount.password, MARKET_SEED: "1" } });
  await surviveFullDisk(disk, serving, true);
  await serving.stop();
  expect(await findDifferences(dataDir)).toBeNull();
});

test("refuses clearly when the disk of an external PostgreSQL is full, and goes on when it is not", async ({
  disk,
  database,
}) => {
  const env = { DATABASE_URL: database.url, ADMIN_PASSWORD: adminAccount.password, MARKET_SEED: "1" };
  const serving = await startWazi(createDataDir(), { env });
  await surviveFullDisk(disk, serving, false);
  await serving.stop();
  expect(await findDifferences(createDataDir(), { DATABASE_URL: database.url })).toBeNull();
});
