import { maskSecrets } from "../base/mask-secrets.ts";

/** The text of an error for the log, without secrets. */
export const describeChainError = (error: unknown): string =>
  maskSecrets(error instanceof Error ? `${error.name}: ${error.message}` : String(error));

const MAX_SHOWN = 200;

/** A described error for a screen and its column: one line of at most 200 characters, without the name of its class. */
export function shortenError(text: string): string {
  const line =
    text
      .replace(/^\w*Error: /, "")
      .replace(/\s+/g, " ")
      .trim() || "Unknown error";
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
}
