import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a bundled program and returns its output; throws when it fails. */
export async function runProgram(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return stdout.trim();
}
