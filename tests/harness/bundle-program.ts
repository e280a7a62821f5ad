import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const ROOT = new URL("../../", import.meta.url);

/**
 * Makes a program of the harness runnable by plain Node, for tests that need a process of their own to kill. It lies
 * inside the checkout, so that it finds the installed packages.
 * @param source another program's source, by its path in the repository
 */
export async function bundleProgram(name: string, source = `tests/harness/${name}.ts`): Promise<string> {
  const file = fileURLToPath(new URL(`../dist/${name}.mjs`, import.meta.url));
  await build({
    input: fileURLToPath(new URL(source, ROOT)),
    platform: "node",
    external: ["pg"],
    output: { file, format: "esm", codeSplitting: false },
    logLevel: "warn",
  });
  return file;
}

/** Runs a bundled program and returns its output; throws when it fails. */
export async function runProgram(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return stdout.trim();
}
