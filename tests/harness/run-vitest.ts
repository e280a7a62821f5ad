import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A run that hangs ends then, and has no status. */
const RUN_LIMIT_MS = 280_000;

/** Runs vitest on test files in a new folder, by their names and texts, with a reporter of this folder in place of its own. */
export function runVitest(
  files: Readonly<Record<string, string>>,
  { reporter, env = {} }: { reporter?: string; env?: Record<string, string> } = {},
): { status: number | null; stdout: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), "wazi-vitest-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const reporting = reporter === undefined ? [] : [`--reporter=${resolve("tests/harness", reporter)}`];
    return spawnSync(
      process.execPath,
      [resolve("node_modules/vitest/vitest.mjs"), "run", "--globals", "--no-color", `--root=${folder}`, ...reporting],
      { env: { ...process.env, ...env }, encoding: "utf8", timeout: RUN_LIMIT_MS },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
