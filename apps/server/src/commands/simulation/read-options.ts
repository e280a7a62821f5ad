import { parseArgs, type ParseArgsConfig } from "node:util";
import { UsageError } from "../backtest/read-arguments.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** The options given, where each is known and has a value if it needs one; else a UsageError. */
export function readOptions<Known extends Options>(args: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`${error.message}.`) : error;
  }
}

/** A whole number from 1 to `most`, `absent` where none was given. */
export function readCount(name: string, text: string | undefined, absent: number, most: number): number {
  if (text === undefined) return absent;
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= most) return count;
  throw new UsageError(`--${name} is "${text}", it must be a whole number from 1 to ${most}.`);
}
