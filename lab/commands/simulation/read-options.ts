import { parseArgs, type ParseArgsConfig } from "node:util";
import { UsageError } from "../backtest/read-arguments.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** @throws UsageError for an unknown option or a missing value */
export function readOptions<Known extends Options>(args: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`${error.message}.`) : error;
  }
}

/** A whole number from 1 to `most`; `absent` when the option was not given. */
export function readCount(name: string, text: string | undefined, absent: number, most: number): number {
  if (text === undefined) return absent;
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= most) return count;
  throw new UsageError(`--${name} is "${text}", but must be a whole number from 1 to ${most}.`);
}
