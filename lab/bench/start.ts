import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { startEmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { findMedian, readNumber, roundTo } from "./money-load/options.ts";

/**
 * Measures the time from the start of the process until `/readyz` answers 200, with data that exists already: with a
 * PostgreSQL that runs, and with the embedded one. The first start of each kind creates the data and is not counted.
 */
const ROUNDS = readNumber("rounds", 7);
const POLL_MS = 5;

/** Starts the server, waits until it is ready, and stops it. Returns the milliseconds until it was ready. */
async function timeStart(env: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.js")], {
    env: { ...process.env, PORT: "0", LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        const [, address] = /Wazi is at (\S+)/.exec(text) ?? [];
        if (address !== undefined) resolve(address);
      });
      child.once("exit", (code) => reject(new Error(`The server exited with code ${code}`)));
    });
    while (!(await fetch(`${origin}/readyz`)).ok) await sleep(POLL_MS);
    return performance.now() - startedAt;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

async function timeStarts(env: Record<string, string>): Promise<number[]> {
  await timeStart(env);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeStart(env));
  return times;
}

const createFolder = (): string => mkdtempSync(join(tmpdir(), "wazi-bench-"));
const [OWN_DIR, EMBEDDED_DIR, DATABASE_DIR] = [createFolder(), createFolder(), createFolder()];
try {
  const embedded = await timeStarts({ DATA_DIR: EMBEDDED_DIR });
  const lock = acquireDataDirLock(DATABASE_DIR, "command");
  const database = await startEmbeddedDatabase({ lock, log: pino({ level: "fatal" }) });
  const external = await timeStarts({ DATA_DIR: OWN_DIR, DATABASE_URL: database.url });
  await database.stop();
  lock.release();
  const seconds = (times: readonly number[]): number => roundTo(findMedian(times) / 1_000, 2);
  const result = {
    name: "start",
    value: seconds(external),
    unit: "s until ready, external database",
    floor: null,
    ratio: null,
    embedded: seconds(embedded),
    slowest: roundTo(Math.max(...external) / 1_000, 2),
    slowestEmbedded: roundTo(Math.max(...embedded) / 1_000, 2),
    rounds: ROUNDS,
  };
  process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
} finally {
  for (const folder of [OWN_DIR, EMBEDDED_DIR, DATABASE_DIR]) rmSync(folder, { recursive: true, force: true });
}
