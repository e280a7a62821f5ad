import { createHash } from "node:crypto";

/** An operation id that the same parts always give, so that repeating the operation posts nothing more. */
export function deriveOperationId(...parts: readonly (string | number)[]): string {
  const hash = createHash("sha256").update(parts.join("\n")).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
