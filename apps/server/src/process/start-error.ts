/**
 * A problem at start that the operator can fix. The message says what is wrong and what to do; the entry point prints it
 * without a stack and exits with 1.
 */
export class StartError extends Error {
  override readonly name = "StartError";
}
