import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";

/** The public key of an address, and where a wallet finds its private key. */
export interface KeyOrigin {
  /** The first four bytes of the hash of the wallet's master key (BIP32). */
  fingerprint: number;
  /** From the master key; hardened steps have HARDENED added. */
  path: readonly number[];
  /** 33 bytes in hexadecimal. */
  publicKey: string;
}

export const HARDENED = 0x8000_0000;
const MAX_STEP = HARDENED - 1;
const ORIGIN = /^\[([0-9a-f]{8})((?:\/\d{1,10}[h']?){1,10})\](0[23][0-9a-f]{64})$/i;

/** Reads a key with its origin as output descriptors write it (BIP380): [d34db33f/84h/0h/0h/0/5]02…. Null for another text. */
export function parseKeyOrigin(text: string): KeyOrigin | null {
  const [, fingerprint = "", steps = "", publicKey = ""] = ORIGIN.exec(text) ?? [];
  if (publicKey === "") return null;
  const path = steps
    .slice(1)
    .split("/")
    .map((step) => ({ number: parseInt(step, 10), isHardened: /[h']$/.test(step) }));
  if (path.some(({ number }) => number > MAX_STEP)) return null;
  return {
    fingerprint: parseInt(fingerprint, 16),
    path: path.map(({ number, isHardened }) => (isHardened ? number + HARDENED : number)),
    publicKey: publicKey.toLowerCase(),
  };
}

/** True if a native segwit address is the one of this key alone (BIP84, BIP141). */
export function isKeyOfAddress({ publicKey }: KeyOrigin, address: string): boolean {
  const hash = bytesToHex(ripemd160(sha256(hexToBytes(publicKey))));
  const decoded = bech32.decodeUnsafe(address);
  if (!decoded) return false;
  const [version, ...words] = decoded.words;
  return version === 0 && bytesToHex(bech32.fromWords(words)) === hash;
}
