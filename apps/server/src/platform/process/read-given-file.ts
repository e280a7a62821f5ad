import { readFileSync } from "node:fs";
import { StartError } from "./start-error.ts";

/** Finds the text of a system error, without its code and the path: "no such file or directory". */
const REASON = /^[A-Z]+: ([^,]+)/;

/**
 * Reads a file that was named on the command line.
 * @param what such as "statement"
 * @throws StartError when it cannot be read
 */
export function readGivenFile(path: string, what: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const reason = REASON.exec(text)?.[1] ?? text;
    throw new StartError(
      `The ${what} ${JSON.stringify(path)} cannot be read: ${reason}. Name a file that this user may read.`,
    );
  }
}
