import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** What a program of the harness printed; throws when it failed. */
export async function runProgram(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return stdout.trim();
}
