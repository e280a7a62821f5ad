import { sha256 } from "@noble/hashes/sha2.js";
import { base58check, bech32 } from "@scure/base";
import { formatDecimal } from "@wazi/domain";
import type { ReserveChain } from "./take-reserves.ts";
import { toCoinUnits, askNode, readNodeAddress } from "../../deposits/api.ts";

const COIN_PLACES = 8;
/** A coin in a newer block may still be taken back. */
const LEAST_CONFIRMATIONS = 6;
/** The search of all unspent outputs takes a minute and more on the main networks. Node's fetch waits five minutes at most. */
const SCAN_TIMEOUT_MS = 300_000;

interface Scan {
  height: number;
  bestblock: string;
  unspents: { scriptPubKey: string; amount: number; height: number }[];
}

/**
 * Reads balances from the unspent outputs that Bitcoin Core or Litecoin Core has at its newest block. The node needs no wallet and no
 * index, and may be pruned.
 */
export function createCoreBalances(network: "BTC" | "LTC", url: string): ReserveChain {
  const node = readNodeAddress(url);
  return {
    network,
    readBalances: async (addresses) => {
      const scripts = addresses.map(toScript);
      const searched = scripts.map((script) => `raw(${script})`);
      const scan = await askNode<Scan>(node, "scantxoutset", ["start", searched], undefined, SCAN_TIMEOUT_MS);
      const coins = scan.unspents.filter(({ height }) => scan.height - height + 1 >= LEAST_CONFIRMATIONS);
      const balances = scripts.map((script) => {
        const units = coins
          .filter(({ scriptPubKey }) => scriptPubKey === script)
          .reduce((sum, { amount }) => sum + toCoinUnits(amount), 0n);
        return [{ currency: network, amount: formatDecimal(units, COIN_PLACES) }];
      });
      return { block: { height: scan.height, hash: scan.bestblock }, balances };
    },
  };
}

/** The script of an address of one key, in hexadecimal: P2WPKH (BIP-141) or P2PKH. @throws Error for another text */
function toScript(address: string): string {
  const segwit = bech32.decodeUnsafe(address);
  const hash = segwit ? bech32.fromWords(segwit.words.slice(1)) : base58check(sha256).decode(address).slice(1);
  const digits = Buffer.from(hash).toString("hex");
  return segwit ? `0014${digits}` : `76a914${digits}88ac`;
}
