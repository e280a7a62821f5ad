/**
 * Something that keeps the program from starting and that the person at the keyboard can put right. The message is one
 * complete line for them, what is wrong and what to do; the entry point prints it without a stack and exits with 1.
 */
export class StartError extends Error {
  override readonly name = "StartError";
}
