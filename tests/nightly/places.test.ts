import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect } from "vitest";
import { signUp } from "../harness/http-client.ts";
import { processTest as test } from "../harness/process-test.ts";
import { CHECKOUT, createDataDir, findPostgres, startWazi, type Serving } from "../harness/wazi-process.ts";

const IS_ROOT = process.getuid?.() === 0;
const NEEDS_ROOT = "needs root, to act as several users";
const NOBODY = 65_534;
/** Not part of a fresh clone, or linked instead of copied. */
const notCopied = new Set([".git", ".data", "node_modules", "coverage"]);

function canRead(uid: number): boolean {
  const script = "require('node:fs').readFileSync('ops/scripts/start.mjs')";
  return spawnSync(process.execPath, ["-e", script], { cwd: CHECKOUT, uid, gid: uid }).status === 0;
}

async function expectToWork(serving: Serving, dataDir: string): Promise<void> {
  expect(
    serving
      .stderr()
      .split("\n")
      .filter((line) => !line.startsWith("npm ")),
  ).toEqual([""]);
  await signUp(serving.client());
  expect(await serving.stop()).toMatchObject({ code: 0 });
  expect(findPostgres(dataDir)).toBeUndefined();
}

function copy(args: string[]): void {
  const { status, stderr } = spawnSync("cp", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** Copies the checkout below a folder that only its owner may enter. */
function copyCheckout(home: string): string {
  const checkout = join(home, "wazi");
  mkdirSync(checkout, { recursive: true });
  const entries = readdirSync(CHECKOUT).filter((name) => !notCopied.has(name));
  copy(["-a", ...entries.map((name) => join(CHECKOUT, name)), checkout]);
  try {
    copy(["-al", join(CHECKOUT, "node_modules"), checkout]);
  } catch {
    copy(["-a", join(CHECKOUT, "node_modules"), checkout]); // on another file system
  }
  chmodSync(home, 0o700);
  return checkout;
}

describe("starting, serving and stopping", () => {
  test("as an ordinary user", async ({ skip }) => {
    skip(!IS_ROOT, NEEDS_ROOT);
    skip(!canRead(NOBODY), "another user can't run Node or read the checkout here");
    const dataDir = createDataDir();
    const home = dirname(dataDir);
    chownSync(home, NOBODY, NOBODY);
    const serving = await startWazi(dataDir, { uid: NOBODY, env: { HOME: home } });
    expect(statSync(join(dataDir, "postgres")).uid).toBe(NOBODY);
    await expectToWork(serving, dataDir);
  });

  test("works as root over a data folder with mode 0700 below another such folder", async ({ skip }) => {
    skip(!IS_ROOT, NEEDS_ROOT);
    const dataDir = createDataDir();
    mkdirSync(dataDir, { mode: 0o700 });
    const serving = await startWazi(dataDir);
    expect(statSync(dirname(dataDir)).mode & 0o777).toBe(0o700);
    await expectToWork(serving, dataDir);
  });

  test("works by npm start from a checkout and a data folder below a closed home", async () => {
    const home = join(dirname(createDataDir()), "home");
    const checkout = copyCheckout(home);
    const dataDir = join(checkout, ".data");
    const serving = await startWazi(dataDir, {
      command: ["npm", "start"],
      cwd: checkout,
      env: { DATA_DIR: undefined },
    });
    expect(findPostgres(dataDir)).toBeDefined();
    await expectToWork(serving, dataDir);
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });
});
