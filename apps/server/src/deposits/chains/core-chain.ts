import { bech32 } from "@scure/base";
import { formatDecimal } from "@wazi/domain";
import { ChainError, type ChainReader, type ChainTransfer, type PendingTransfers } from "./chain-reader.ts";
import { askNode, readNodeAddress, type NodeAddress } from "./node-client.ts";

/** Our receiving addresses are all of this form: version 0, then a hash of 20 bytes (BIP141). */
const SEGWIT_SCRIPT = /^0014([0-9a-f]{40})$/;
const COIN_PLACES = 8;
const UNITS_PER_COIN = 1e8;
/** Codes of Bitcoin Core's RPC: a height out of range, and an unknown transaction. */
const OUT_OF_RANGE = -8;
const UNKNOWN = -5;
/** Transactions outside of blocks that are looked up at a time, and remembered. */
const NEW_PER_READ = 500;

interface CoreTransaction {
  txid: string;
  vout: { value: number; n: number; scriptPubKey: { hex: string } }[];
}

interface CoreBlock {
  hash: string;
  height: number;
  previousblockhash?: string;
  time: number;
  tx: CoreTransaction[];
}

/**
 * Reads Bitcoin or Litecoin through the RPC of its Core node. The node needs no wallet and no transaction index.
 * @param isTest whether our addresses have the prefix of test networks
 */
export function createCoreChain(network: "BTC" | "LTC", url: string, isTest: boolean): ChainReader {
  const node = readNodeAddress(url);
  const prefix = { BTC: isTest ? "tb" : "bc", LTC: isTest ? "tltc" : "ltc" }[network];
  const toTransfers = ({ txid, vout }: CoreTransaction): ChainTransfer[] =>
    vout.flatMap(({ value, n, scriptPubKey }) => {
      const digits = SEGWIT_SCRIPT.exec(scriptPubKey.hex)?.[1];
      if (digits === undefined || value <= 0) return [];
      const address = encodeSegwit(prefix, digits);
      const coins = formatDecimal(toCoinUnits(value), COIN_PLACES);
      return [{ transactionHash: txid, output: `output:${n}`, address, currency: network, coins, sender: null }];
    });
  const readHash = (height: number): Promise<string | null> =>
    askNode<string | null>(node, "getblockhash", [height], (code) => (code === OUT_OF_RANGE ? null : undefined));
  const waiting = new Map<string, ChainTransfer[]>();
  return {
    network,
    source: node.source,
    readTip: () => askNode<number>(node, "getblockcount", []),
    readHash,
    async readBlock(height) {
      const hash = await readHash(height);
      if (hash === null) return null;
      const block = await askNode<CoreBlock>(node, "getblock", [hash, 2]);
      if (block.height !== height) throw new ChainError("forked", `${node.source}: block ${height} has moved`);
      return {
        height,
        hash,
        parentHash: block.previousblockhash ?? "",
        time: new Date(block.time * 1_000),
        transfers: block.tx.flatMap(toTransfers),
      };
    },
    readPending: () => readWaiting(node, waiting, toTransfers),
  };
}

/** The address of a hash of 20 bytes, in hexadecimal (BIP173). */
export function encodeSegwit(prefix: string, digits: string): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(Buffer.from(digits, "hex"))]);
}

/** The mempool. Each transaction is looked up once. @throws ChainError while the node itself is still reading it */
async function readWaiting(
  node: NodeAddress,
  waiting: Map<string, ChainTransfer[]>,
  toTransfers: (transaction: CoreTransaction) => ChainTransfer[],
): Promise<PendingTransfers> {
  const { loaded } = await askNode<{ loaded?: boolean }>(node, "getmempoolinfo", []);
  if (loaded === false) throw new ChainError("unreachable", `${node.source}: the node is reading its mempool`);
  const listed = new Set(await askNode<string[]>(node, "getrawmempool", []));
  for (const id of waiting.keys()) if (!listed.has(id)) waiting.delete(id);
  const unread = [...listed].filter((id) => !waiting.has(id)).slice(0, NEW_PER_READ);
  for (const id of unread) {
    const transaction = await askNode<CoreTransaction | null>(node, "getrawtransaction", [id, true], (code) =>
      code === UNKNOWN ? null : undefined,
    );
    if (transaction) waiting.set(id, toTransfers(transaction));
  }
  return { transfers: [...waiting.values()].flat(), hashes: listed };
}

/** The node writes coins as a number with 8 places. A double holds every amount below 67 million coins exactly enough. */
export const toCoinUnits = (value: number): bigint => BigInt(Math.round(value * UNITS_PER_COIN));
