import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { base58check } from "@scure/base";
import type { DepositCurrency } from "@wazi/contracts";
import { ChainError, type ChainBlock, type ChainReader, type ChainTransfer } from "./chain-reader.ts";
import { postToNode, readNodeAddress, type NodeAddress } from "./node-client.ts";
import { readTokenTransfers, toTokens, type TokenLog, type Tokens } from "./token-transfers.ts";

/** The first byte of Tron's addresses. */
const ADDRESS_VERSION = "41";

interface TronBlock {
  blockID: string;
  header: { number: number; parentHash: string; timestamp: number };
  transactions: { txID: string; ret?: { contractRet?: string }[] }[];
}

interface TronReceipt {
  id: string;
  log?: TokenLog[];
}

/**
 * Reads Tron through the HTTP API of a full node or of TronGrid (developers.tron.network). TRX itself is no deposit
 * currency, so it is not read.
 * @param apiKey of TronGrid; undefined for a node of one's own
 */
export function createTronChain(url: string, tokens: Tokens, apiKey?: string): ChainReader {
  const node = openTronNode(url, apiKey);
  const readHeight = async (height: number): Promise<TronBlock | null> =>
    parseTronBlock(await askTron(node, "/wallet/getblockbynum", { num: height }));
  return {
    network: "TRC20",
    source: node.source,
    readTip: async () => {
      const block = parseTronBlock(await askTron(node, "/wallet/getnowblock", {}));
      if (!block) throw new ChainError("malformed", `${node.source}: no latest block`);
      return block.header.number;
    },
    readHash: async (height) => (await readHeight(height))?.blockID ?? null,
    async readBlock(height): Promise<ChainBlock | null> {
      const block = await readHeight(height);
      if (!block) return null;
      const receipts = await askTron(node, "/wallet/gettransactioninfobyblocknum", { num: height });
      return toChainBlock(node, block, Array.isArray(receipts) ? (receipts as TronReceipt[]) : [], tokens);
    },
    readPending: () => Promise.resolve(null),
  };
}

/** @param apiKey of TronGrid; undefined for a node of one's own */
export function openTronNode(url: string, apiKey: string | undefined): NodeAddress {
  const { headers, ...address } = readNodeAddress(url);
  return { ...address, headers: { ...headers, ...(apiKey === undefined ? {} : { "TRON-PRO-API-KEY": apiKey }) } };
}

function toChainBlock(
  node: NodeAddress,
  block: TronBlock,
  receipts: readonly TronReceipt[],
  tokens: Tokens,
): ChainBlock {
  const { header, blockID, transactions } = block;
  const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]));
  // Receipts do not name their block. Those of another fork belong to other transactions.
  if (receipts.length !== transactions.length || !transactions.every(({ txID }) => byId.has(txID))) {
    throw new ChainError("forked", `${node.source}: block ${header.number} changed while it was read`);
  }
  const transfers = transactions.flatMap(({ txID, ret }): ChainTransfer[] => {
    if (ret?.[0]?.contractRet !== "SUCCESS") return [];
    return readTokenTransfers(txID, byId.get(txID)?.log ?? [], tokens, formatTronAddress);
  });
  return {
    height: header.number,
    hash: blockID,
    parentHash: header.parentHash,
    time: new Date(header.timestamp),
    transfers,
  };
}

/** Asks a node of Tron. @throws ChainError */
export async function askTron(node: NodeAddress, path: string, body: object): Promise<unknown> {
  const { status, answer } = await postToNode(node, path, body);
  const said = (answer as { Error?: unknown } | null)?.Error;
  if (status >= 400 || said !== undefined) {
    throw new ChainError(
      status >= 500 || status === 429 ? "unreachable" : "refused",
      `${node.source}: ${path}: ${status}`,
    );
  }
  return answer;
}

/** Tron's own names of fields. An answer without a block is an empty object. */
const FIELDS = { header: "block_header", data: "raw_data" } as const;

type Raw = Record<string, unknown>;
const rawOf = (value: unknown, field: string): Raw => ((value as Raw | undefined)?.[field] ?? {}) as Raw;

/** A block of an answer; null for an answer without one. */
export function parseTronBlock(answer: unknown): TronBlock | null {
  const { blockID, transactions = [] } = (answer ?? {}) as { blockID?: string; transactions?: Raw[] };
  if (blockID === undefined) return null;
  const {
    number = 0,
    parentHash,
    timestamp,
  } = rawOf(rawOf(answer, FIELDS.header), FIELDS.data) as {
    number?: number;
    parentHash?: string;
    timestamp?: number;
  };
  if (parentHash === undefined) return null;
  return {
    blockID,
    header: { number, parentHash, timestamp: timestamp ?? 0 },
    transactions: transactions.map((transaction) => ({
      txID: String(transaction["txID"]),
      ret: (transaction["ret"] ?? []) as { contractRet?: string }[],
    })),
  };
}

/** @param digits 40 hexadecimal digits */
export const formatTronAddress = (digits: string): string =>
  base58check(sha256).encode(hexToBytes(`${ADDRESS_VERSION}${digits}`));

/** Reads an address of Tron as 40 hexadecimal digits. @throws Error for an invalid one */
export function parseTronAddress(address: string): string {
  return Buffer.from(base58check(sha256).decode(address)).toString("hex").slice(2);
}

/** The contracts of deposit currencies on Tron by their addresses. */
export function toTronTokens(contracts: Readonly<Partial<Record<DepositCurrency, string>>>): Tokens {
  return toTokens(Object.fromEntries(Object.entries(contracts).map(([name, at]) => [name, parseTronAddress(at)])));
}

/** Tether's contract on Tron's main network (tether.to). */
export const tronTokens: Readonly<Partial<Record<DepositCurrency, string>>> = {
  USDT: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
};
