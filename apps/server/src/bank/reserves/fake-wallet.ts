import { randomBytes } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58check, bech32 } from "@scure/base";
import { checksumEvmAddress } from "../../deposits/api.ts";
import type { SignedAddress } from "./store.ts";

/** Wallets add 27 to the recovery number, and a number for the form of the address (BIP-137). */
const RECOVERY_BASE = 27;
const COMPRESSED = 4;
const SEGWIT = 12;
const VERSIONS = { TRC20: 0x41, LTC: 0x30 } as const;

/** A wallet of tests, with a key that nobody else has. */
export interface FakeWallet {
  address: string;
  /** Signs a text as wallets of the network do. */
  sign: (text: string) => string;
}

type Network = SignedAddress["network"];

/** A wallet with an address of the network: on Bitcoin native segwit, on Litecoin an older one. */
export function createFakeWallet(key: Uint8Array = randomBytes(32), network: Network = "ERC20"): FakeWallet {
  const account = keccak_256(secp256k1.getPublicKey(key, false).slice(1)).slice(12);
  const keyHash = ripemd160(sha256(secp256k1.getPublicKey(key, true)));
  switch (network) {
    case "ERC20": {
      const address = checksumEvmAddress(Buffer.from(account).toString("hex"));
      return { address, sign: (text) => signLast(key, "Ethereum", text) };
    }
    case "TRC20":
      return { address: encodeBase58(VERSIONS.TRC20, account), sign: (text) => signLast(key, "TRON", text) };
    case "BTC": {
      const address = bech32.encode("bc", [0, ...bech32.toWords(keyHash)]);
      return { address, sign: (text) => signFirst(key, "Bitcoin", text, SEGWIT) };
    }
    case "LTC":
      return {
        address: encodeBase58(VERSIONS.LTC, keyHash),
        sign: (text) => signFirst(key, "Litecoin", text, COMPRESSED),
      };
  }
}

const encodeBase58 = (version: number, payload: Uint8Array): string =>
  base58check(sha256).encode(Uint8Array.of(version, ...payload));

const sign = (digest: Uint8Array, key: Uint8Array): Uint8Array =>
  secp256k1.sign(digest, key, { prehash: false, format: "recovered" });

/** EIP-191, and Tron's form of it: 65 bytes in hexadecimal after 0x. */
function signLast(key: Uint8Array, title: string, text: string): string {
  const prefix = `\x19${title} Signed Message:\n${Buffer.byteLength(text)}`;
  const [recovery = 0, ...rest] = sign(keccak_256(Buffer.from(prefix + text)), key);
  return `0x${Buffer.from([...rest, recovery + RECOVERY_BASE]).toString("hex")}`;
}

/** Core's "signmessage": 65 bytes in Base64. */
function signFirst(key: Uint8Array, title: string, text: string, form: number): string {
  const parts = [`${title} Signed Message:\n`, text].map((part) => Buffer.from(part));
  const measured = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), part]));
  const [recovery = 0, ...rest] = sign(sha256(sha256(measured)), key);
  return Buffer.from([recovery + RECOVERY_BASE + form, ...rest]).toString("base64");
}
