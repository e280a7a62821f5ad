import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { identifyProcess } from "../../apps/server/src/platform/process/process-identity.ts";
import { bundleProgram, runProgram } from "../harness/bundle-program.ts";
import { byDepth } from "../harness/test-depth.ts";

const ROUNDS = byDepth({ ci: 2, long: 5 });
const STARTERS = 6;

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "wazi-lock-"));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

test("a second start gets the process that holds the folder, and its address", () => {
  const lock = acquireDataDirLock(dataDir);
  const refusal = (where: string): string =>
    `Another Wazi process is using this data folder (process ${process.pid}${where}). Stop it, or set another DATA_DIR.`;
  expect(() => acquireDataDirLock(dataDir)).toThrow(refusal(""));
  lock.announce("http://127.0.0.1:3000");
  expect(() => acquireDataDirLock(dataDir)).toThrow(refusal(", http://127.0.0.1:3000"));
  lock.release();
  acquireDataDirLock(dataDir).release();
});

test("a missing folder is created for its owner only", () => {
  const lock = acquireDataDirLock(join(dataDir, "not", "yet"));
  expect(lock.dataDir).toMatch(/not\/yet$/);
  lock.release();
});

test("a folder that cannot be created gives one line with the solution", () => {
  writeFileSync(join(dataDir, "file"), "");
  expect(() => acquireDataDirLock(join(dataDir, "file", "below"))).toThrow(
    /^The data folder .*below cannot be used \(ENOTDIR\)\. Set DATA_DIR to a folder that you can write to\.$/,
  );
});

test.each([
  ["its process is gone", { pid: spawnSync("true").pid, startedAs: "some boot:1" }],
  ["its pid is another program's by now", { pid: process.pid, startedAs: "an earlier boot:17" }],
  ["it was released", { pid: process.pid, startedAs: identifyProcess(process.pid), released: true }],
])("a lock is ignored when %s", (_why, record) => {
  const folder = join(dataDir, "lock");
  mkdirSync(folder);
  writeFileSync(join(folder, "0000000041.json"), JSON.stringify(record));
  const lock = acquireDataDirLock(dataDir);
  expect(readdirSync(folder)).toEqual(["0000000042.json"]);
  lock.release();
});

test("exactly one of many processes that start at once takes over a stale lock", async () => {
  const program = await bundleProgram("lock-contender");
  for (let round = 0; round < ROUNDS; round += 1) {
    const startAt = String(Date.now() + 400);
    const endFile = join(dataDir, `end-${round}`);
    let ended = 0;
    const contend = async (): Promise<string> => {
      const answer = await runProgram(program, [dataDir, startAt, endFile]);
      ended += 1;
      if (ended === STARTERS - 1) writeFileSync(endFile, "");
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: STARTERS }, contend));
    expect(answers.sort()).toEqual(["got it", ...Array.from({ length: STARTERS - 1 }, () => "refused")]);
  }
});
