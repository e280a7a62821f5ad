import { sha256 } from "@noble/hashes/sha2.js";
import { base58check } from "@scure/base";
import { HDKey } from "@scure/bip32";
import type { ChainNetwork } from "./check-address.ts";

/** Depth of an account key, such as m/84'/0'/0'. Its children 0/index are the receiving addresses (BIP44, BIP84). */
const ACCOUNT_DEPTH = 3;
/** Version (4 bytes), depth (1), fingerprint (4), child number (4), chain code (32), key (33) (BIP32). */
const KEY_BYTES = 78;
const DEPTH_AT = 4;
const KEY_AT = 45;

const XPUB_VERSION = 0x0488b21e;
/** The first four bytes of an extended key (BIP32, SLIP-0132), by the prefix that wallets show for them. */
const publicVersions: Readonly<Record<string, number>> = { xpub: XPUB_VERSION, zpub: 0x04b24746, Ltub: 0x019da462 };
/** tpub, vpub, upub, ttub. */
const testVersions = new Set([0x043587cf, 0x045f1cf6, 0x044a5262, 0x0436f6e1]);
/** BTC and LTC deposits use native segwit addresses. Wallets show keys of such accounts as zpub, or simply as xpub. */
const takenOn: Readonly<Record<ChainNetwork, readonly string[]>> = {
  BTC: ["zpub", "xpub"],
  LTC: ["zpub", "Ltub", "xpub"],
  ERC20: ["xpub"],
  TRC20: ["xpub"],
};

/** Lists the accepted prefixes, such as "zpub, Ltub or xpub". */
export const listKeyForms = (network: ChainNetwork): string =>
  takenOn[network].join(", ").replace(/, (\w+)$/, " or $1");

/**
 * Reads the extended public key of an account, as a wallet shows it.
 * @returns the key, always with the version bytes of xpub; or the problem, worded to follow the setting's name. The
 * problem contains no part of the key, so that a private key cannot get into a log
 */
export function readExtendedPublicKey(network: ChainNetwork, text: string): { key: string } | { problem: string } {
  const bytes = decode(text);
  if (bytes === null) return { problem: "is not an extended key: it is incomplete or has a typing mistake" };
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  // A public key begins with 2 or 3; a private key is padded with a zero.
  if (bytes[KEY_AT] === 0) {
    return {
      problem: "is a private key, which must never be on this machine. Remove it and set the account's public key",
    };
  }
  if (testVersions.has(version)) return { problem: "is a key of a test network" };
  if (!takenOn[network].some((form) => publicVersions[form] === version)) {
    return { problem: `is an extended key for another kind of address than ${network} deposits use` };
  }
  if (bytes[DEPTH_AT] !== ACCOUNT_DEPTH) {
    return { problem: "is not the key of an account (such as m/84'/0'/0'), but of another level in the wallet" };
  }
  return asXpub(bytes);
}

function decode(text: string): Uint8Array | null {
  try {
    const bytes = base58check(sha256).decode(text);
    return bytes.length === KEY_BYTES ? bytes : null;
  } catch {
    // The decoder throws for input that is not valid base58check. Here that is a normal result.
    return null;
  }
}

function asXpub(bytes: Uint8Array): { key: string } | { problem: string } {
  const plain = Uint8Array.from(bytes);
  new DataView(plain.buffer).setUint32(0, XPUB_VERSION);
  const key = base58check(sha256).encode(plain);
  try {
    HDKey.fromExtendedKey(key);
  } catch {
    return { problem: "is not a point on the curve, so no address can be derived from it" };
  }
  return { key };
}
