import { sha256 } from "@noble/hashes/sha2.js";
import { base58check, bech32, bech32m } from "@scure/base";
import { checksumEvmAddress } from "./evm-checksum.ts";

/** Networks that money comes and goes on. */
export type ChainNetwork = "TRC20" | "ERC20" | "BTC" | "LTC";

/** How addresses of a coin of Bitcoin's kind begin: version bytes of base58 (P2PKH, P2SH) and prefixes of segwit. */
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
/** A version byte and a hash of 20 bytes. */
const BASE58_BYTES = 21;

const mainStarts = {
  BTC: "bc1, 1 or 3",
  LTC: "ltc1, L, M or 3",
  ERC20: "0x, with 40 digits from 0 to f after it",
  TRC20: "T",
};
const testStarts: Partial<Record<ChainNetwork, string>> = { BTC: "tb1, m, n or 2", LTC: "tltc1, m, n, Q or 2" };

/**
 * Whether an address can be paid on a network: its form, the network that it belongs to, and its checksum.
 * BTC and LTC: segwit version 0 and 1 (BIP173, BIP350), P2PKH and P2SH · ERC20: EIP-55 where the letters are of both
 * cases · TRC20: base58 with checksum. TRC20 and ERC20 addresses are the same on test networks.
 * @param takesTestNetworks whether addresses of the test networks of BTC and LTC are good as well
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

/** What is asked of who gave another address. */
export function formatPayableMessage(network: ChainNetwork, takesTestNetworks: boolean): string {
  const tests = takesTestNetworks ? testStarts[network] : undefined;
  const also = tests === undefined ? "" : ` (in the demo also ${tests})`;
  return `Please check the wallet address: on ${network} it starts with ${mainStarts[network]}${also}, and it must be complete and without a typing mistake`;
}

function isOfForms({ versions, prefixes }: CoinForms, address: string): boolean {
  const version = base58Version(address);
  if (version !== null) return versions.includes(version);
  return prefixes.some((prefix) => isSegwit(prefix, address));
}

/** The version byte of an address in base58 with a right checksum; null for anything else. */
function base58Version(address: string): number | null {
  try {
    const bytes = base58check(sha256).decode(address);
    return bytes.length === BASE58_BYTES ? (bytes[0] ?? null) : null;
  } catch {
    // The decoder throws at whatever is not base58 with its checksum: here that is an answer like any other.
    return null;
  }
}

/** Version 0: a hash of a key or of a script, with bech32. Version 1: a taproot key, with bech32m. */
function isSegwit(prefix: string, address: string): boolean {
  const hashBytes = programBytes(bech32, 0, prefix, address);
  return hashBytes === 20 || hashBytes === 32 || programBytes(bech32m, 1, prefix, address) === 32;
}

/** How long the witness program of an address of this kind is; undefined for any other address. */
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
