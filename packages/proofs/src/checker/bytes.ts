import { numberToBytesLE } from "@noble/curves/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";

export { bytesToHex as toHex, equalBytes as isEqual, hexToBytes as fromHex } from "@noble/curves/utils.js";
export { concatBytes, utf8ToBytes as toBytes } from "@noble/hashes/utils.js";

const LE64_BYTES = 8;

/** SHA-256 of the parts, one after the other. */
export const hash = (...parts: Uint8Array[]): Uint8Array => sha256(concatBytes(...parts));

/** A whole number in 8 bytes, the lowest first. */
export const le64 = (value: bigint): Uint8Array => numberToBytesLE(value, LE64_BYTES);

export const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));

/** @throws Error when the text is not Base64 as it is written by `toBase64` */
export function fromBase64(text: string): Uint8Array {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  if (toBase64(bytes) !== text) throw new Error("not in Base64");
  return bytes;
}
