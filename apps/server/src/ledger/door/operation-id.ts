import { createHash, randomUUID } from "node:crypto";

/** Digits of a UUID's time in hexadecimal: 48 bits of milliseconds. */
const TIME_DIGITS = 12;
/** Where the version of a UUID stands, before random digits. */
const VERSION_PLACE = "xxxxxxxx-xxxx-".length;

/**
 * A new operation id that begins with the time: a UUID of version 7 (RFC 9562). New ids stand side by side in the ledger's
 * index, so the door finds their place in memory, however many operations there are. Random ones are all over the index.
 */
export function createOperationId(): string {
  const time = Date.now().toString(16).padStart(TIME_DIGITS, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(VERSION_PLACE + 1)}`;
}

/** An operation id that the same parts always give, so that repeating the operation posts nothing more. */
export function deriveOperationId(...parts: readonly (string | number)[]): string {
  const hash = createHash("sha256").update(parts.join("\n")).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
