/**
 * A problem at start that the operator can fix. The message says what is wrong and what to do; the entry point prints it
 * without a stack and exits with 1.
 */
export class StartError extends Error {
  override readonly name = "StartError";
}

const NO_SPACE = "No space left on device";
const DISK_ADVICE = "The disk is full. Free some space, then start Wazi again.";

/** Adds what to do to the last line of PostgreSQL's log. */
export function explainLastWords(line: string): string {
  const words = line.replace(/\s+/g, " ");
  return words.includes(NO_SPACE) ? `${words}. ${DISK_ADVICE}` : words;
}

/** Describes a failure as the server and the commands print it: a stack only for what the operator cannot correct. */
export function describeFailure(error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (error instanceof Error && "code" in error && error.code === "ENOSPC") return `${error.message}. ${DISK_ADVICE}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
