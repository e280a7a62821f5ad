import { maskSecrets } from "../base/mask-secrets.ts";

/** The fields of an error that are logged: never other properties, which may hold a request. */
export function describeError(error: unknown): { type: string; message: string; stack: string; code?: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: maskSecrets(String(error)), stack: "" };
  const { name: type } = error;
  const [message, stack] = [maskSecrets(error.message), maskSecrets(error.stack ?? "")];
  return "code" in error ? { type, code: String(error.code), message, stack } : { type, message, stack };
}
