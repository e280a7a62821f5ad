import { maskSecrets } from "../../core/mask-secrets.ts";

/** The text of an error for the log, without secrets. */
export const describeChainError = (error: unknown): string =>
  maskSecrets(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
