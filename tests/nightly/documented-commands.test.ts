import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { trials } from "../harness/documented-commands.ts";
import { sharedProcessTest } from "../harness/process-test.ts";
import { CHECKOUT } from "../harness/wazi-process.ts";

/** The scripts are plain JavaScript without types. */
const { startClone } = (await import(new URL("../../ops/scripts/first-run.mjs", import.meta.url).href)) as {
  startClone: (clone: string, options: object) => { untilReady(): Promise<string>; end(): Promise<void> };
};

const COMMAND_MS = 20 * 60_000;
const MAX_OUTPUT_BYTES = 64_000_000;
const commands = Object.entries(trials).flatMap(([shown, trial]) => ("run" in trial ? [[shown, trial.run]] : []));

const test = sharedProcessTest.extend("clone", { scope: "file" }, async ({ folder, stopLater }) => {
  chmodSync(folder, 0o755);
  const clone = join(folder, "wazi");
  mkdirSync(join(folder, "work"));
  execFileSync("git", ["clone", "-q", CHECKOUT, clone]);
  const running = startClone(clone, { env: { DATA_DIR: join(clone, ".data") } });
  stopLater(() => running.end());
  await running.untilReady();
  return clone;
});

test.for(commands)("%s works on a clone beside a running server", async ([, command = ""], { folder, clone }) => {
  const env = { ...process.env, FOLDER: join(folder, "work"), DATA_DIR: join(clone, ".data") };
  const options = { cwd: clone, env, timeout: COMMAND_MS, maxBuffer: MAX_OUTPUT_BYTES };
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile("bash", ["-c", command], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
    });
  });
  expect(code, output).toBe(0);
});
