import { sha256 } from "@noble/hashes/sha2.js";
import { base58check, bech32, bech32m } from "@scure/base";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import * as texts from "../../messages/deposits.ts";

/** Networks for crypto deposits and withdrawals. */
export type ChainNetwork = "TRC20" | "ERC20" | "BTC" | "LTC";

/** Address prefixes of a coin derived from Bitcoin: base58 version bytes (P2PKH, P2SH) and segwit prefixes. */
interface CoinForms {
  versions: readonly number[];
  prefixes: readonly string[];
}

const mainForms = {
  BTC: { versions: [0x00, 0x05], prefixes: ["bc"] },
  LTC: { versions: [0x30, 0x32, 0x05], prefixes: ["ltc"] },
} as const satisfies Record<string, CoinForms>;

const testForms = {
  BTC: { versions: [0x6f, 0xc4], prefixes: ["tb"] },
  LTC: { versions: [0x6f, 0x3a, 0xc4], prefixes: ["tltc"] },
} as const satisfies Record<string, CoinForms>;

const TRON_VERSION = 0x41;
/** One version byte and a 20-byte hash. */
const BASE58_BYTES = 21;

const mainStarts = {
  BTC: texts.addressStartOfBtc,
  LTC: texts.addressStartOfLtc,
  ERC20: texts.addressStartOfErc20,
  TRC20: "T",
};
const testStarts: Partial<Record<ChainNetwork, string>> = {
  BTC: texts.testAddressStartOfBtc,
  LTC: texts.testAddressStartOfLtc,
};

/**
 * Checks the format, the network and the checksum of an address.
 * BTC and LTC: segwit version 0 and 1 (BIP173, BIP350), P2PKH and P2SH · ERC20: EIP-55 when upper and lower case are
 * mixed · TRC20: base58 with checksum. TRC20 and ERC20 addresses are the same on test networks.
 * @param takesTestNetworks true to also accept addresses of the test networks of BTC and LTC
 */
export function isPayable(network: ChainNetwork, address: string, takesTestNetworks: boolean): boolean {
  switch (network) {
    case "BTC":
    case "LTC":
      return isOfForms(mainForms[network], address) || (takesTestNetworks && isOfForms(testForms[network], address));
    case "ERC20":
      return isEvmAddress(address);
    case "TRC20":
      return base58Version(address) === TRON_VERSION;
  }
}

/** Builds the error message for an address that is not payable on the network. */
export function formatPayableMessage(network: ChainNetwork, takesTestNetworks: boolean): string {
  const tests = takesTestNetworks ? testStarts[network] : undefined;
  const hasTests = tests === undefined ? "no" : "yes";
  return texts.addressInvalid({ network, start: mainStarts[network], hasTests, tests: tests ?? "" });
}

function isOfForms({ versions, prefixes }: CoinForms, address: string): boolean {
  const version = base58Version(address);
  if (version !== null) return versions.includes(version);
  return prefixes.some((prefix) => isSegwit(prefix, address));
}

/** Returns the version byte of a base58 address with a valid checksum; null for anything else. */
function base58Version(address: string): number | null {
  try {
    const bytes = base58check(sha256).decode(address);
    return bytes.length === BASE58_BYTES ? (bytes[0] ?? null) : null;
  } catch {
    // The decoder throws for input that is not valid base58check. Here that is a normal result.
    return null;
  }
}

/** Version 0 is the hash of a key or script in bech32. Version 1 is a taproot key in bech32m. */
function isSegwit(prefix: string, address: string): boolean {
  const hashBytes = programBytes(bech32, 0, prefix, address);
  return hashBytes === 20 || hashBytes === 32 || programBytes(bech32m, 1, prefix, address) === 32;
}

/** Returns the length of the witness program of such an address; undefined for any other address. */
function programBytes(coder: typeof bech32, version: number, prefix: string, address: string): number | undefined {
  const decoded = coder.decodeUnsafe(address);
  if (decoded?.prefix !== prefix || decoded.words[0] !== version) return undefined;
  return coder.fromWordsUnsafe(decoded.words.slice(1))?.length;
}

function isEvmAddress(address: string): boolean {
  const digits = /^0x([\da-f]{40})$/i.exec(address)?.[1];
  if (digits === undefined) return false;
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || checksumEvmAddress(digits) === address;
}

/** Adds the EIP-55 checksum to an Ethereum address by the case of its letters. @param hex 40 digits in any case */
export function checksumEvmAddress(hex: string): string {
  const plain = hex.toLowerCase();
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(plain)));
  const letters = [...plain].map((letter, index) =>
    parseInt(hash[index] ?? "0", 16) >= 8 ? letter.toUpperCase() : letter,
  );
  return `0x${letters.join("")}`;
}
