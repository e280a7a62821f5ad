import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { trials } from "../harness/documented-commands.ts";
import { CHECKOUT } from "../harness/wazi-process.ts";

/** The scripts are plain JavaScript without types. */
const { startClone } = (await import(new URL("../../ops/scripts/first-run.mjs", import.meta.url).href)) as {
  startClone: (clone: string, options: object) => { untilReady(): Promise<string>; end(): Promise<void> };
};

const COMMAND_MS = 20 * 60_000;
const MAX_OUTPUT_BYTES = 64_000_000;
const commands = Object.entries(trials).flatMap(([shown, trial]) => ("run" in trial ? [[shown, trial.run]] : []));

let folder = "";
let clone = "";
let running: ReturnType<typeof startClone>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wazi-documented-"));
  chmodSync(folder, 0o755);
  clone = join(folder, "wazi");
  mkdirSync(join(folder, "work"));
  execFileSync("git", ["clone", "-q", CHECKOUT, clone]);
  running = startClone(clone, { env: { DATA_DIR: join(clone, ".data") } });
  await running.untilReady();
});

afterAll(async () => {
  await running.end();
  rmSync(folder, { recursive: true, force: true });
});

test.each(commands)("%s works on a clone beside a running server", async (_shown, command = "") => {
  const env = { ...process.env, FOLDER: join(folder, "work"), DATA_DIR: join(clone, ".data") };
  const options = { cwd: clone, env, timeout: COMMAND_MS, maxBuffer: MAX_OUTPUT_BYTES };
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile("bash", ["-c", command], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
    });
  });
  expect(code, output).toBe(0);
});
