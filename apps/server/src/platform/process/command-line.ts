import { parseArgs, type ParseArgsConfig } from "node:util";
import { describeFailure, StartError } from "./start-error.ts";

const FAILED = 1;
const WRONG_CALL = 2;

/** A command was called in a wrong way. The message is one sentence. */
export class UsageError extends StartError {}

/**
 * Reads the arguments of a command as `parseArgs` of node:util does.
 * @throws UsageError for an argument that the command does not take
 */
export function readOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(/[.\n]/);
    throw new UsageError(`${sentence}. --help says what is allowed.`);
  }
}

/** Prints the help text and returns true if `--help` is among the arguments. */
export function answerHelp(usage: string, args: readonly string[] = process.argv.slice(2)): boolean {
  if (!args.includes("--help") && !args.includes("-h")) return false;
  process.stdout.write(`${usage}\n`);
  return true;
}

/** Prints why a command failed, and sets the exit code: 2 when it was called in a wrong way. */
export function reportFailure(error: unknown, code = FAILED): void {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = error instanceof UsageError ? WRONG_CALL : code;
}
