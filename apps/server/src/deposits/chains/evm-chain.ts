import type { DepositCurrency } from "@wazi/contracts";
import { formatDecimal } from "@wazi/domain";
import { checksumEvmAddress } from "../addresses/check-address.ts";
import { ChainError, type ChainBlock, type ChainReader, type ChainTransfer } from "./chain-reader.ts";
import { askNode, readNodeAddress, type NodeAddress } from "./node-client.ts";
import { readTokenTransfers, type TokenLog, type Tokens } from "./token-transfers.ts";

const ETHER_PLACES = 18;

interface EvmBlock {
  number: string;
  hash: string;
  parentHash: string;
  timestamp: string;
  transactions: { hash: string; from: string; to: string | null; value: string }[];
}

interface EvmReceipt {
  transactionHash: string;
  blockHash: string;
  status: string;
  logs: TokenLog[];
}

const toHex = (height: number): string => `0x${height.toString(16)}`;

/**
 * Reads Ethereum or a chain with its JSON-RPC (ethereum.github.io/execution-apis): ether sent by a transaction, and token
 * transfers by their logs. Ether that a contract sends on inside a transaction is in neither, and is not seen.
 * @param tokens the contracts of deposit currencies; other contracts' transfers are not read
 */
export function createEvmChain(url: string, tokens: Tokens): ChainReader {
  const node = readNodeAddress(url);
  const readHeader = (height: number): Promise<{ hash: string } | null> =>
    askNode<{ hash: string } | null>(node, "eth_getBlockByNumber", [toHex(height), false]);
  return {
    network: "ERC20",
    source: node.source,
    readTip: async () => Number(await askNode<string>(node, "eth_blockNumber", [])),
    readHash: async (height) => (await readHeader(height))?.hash ?? null,
    readBlock: (height) => readEvmBlock(node, height, tokens),
    // Most providers do not show all transactions that wait, and a block takes 12 seconds.
    readPending: () => Promise.resolve(null),
  };
}

async function readEvmBlock(node: NodeAddress, height: number, tokens: Tokens): Promise<ChainBlock | null> {
  const block = await askNode<EvmBlock | null>(node, "eth_getBlockByNumber", [toHex(height), true]);
  if (!block) return null;
  const receipts = await askNode<EvmReceipt[] | null>(node, "eth_getBlockReceipts", [toHex(height)]);
  const isOneFork = receipts?.every(({ blockHash }) => blockHash === block.hash) === true;
  if (!receipts || !isOneFork || receipts.length !== block.transactions.length) {
    throw new ChainError("forked", `${node.source}: block ${height} changed while it was read`);
  }
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
  const transfers = block.transactions.flatMap(({ hash, from, to, value }): ChainTransfer[] => {
    const receipt = byHash.get(hash);
    if (receipt?.status !== "0x1") return [];
    const ether = to !== null && BigInt(value) > 0n ? [toEtherTransfer(hash, { from, to }, BigInt(value))] : [];
    return [...ether, ...readTokenTransfers(hash, receipt.logs, tokens, formatEvmAddress)];
  });
  return {
    height,
    hash: block.hash,
    parentHash: block.parentHash,
    time: new Date(Number(block.timestamp) * 1_000),
    transfers,
  };
}

const toEtherTransfer = (
  transactionHash: string,
  { from, to }: { from: string; to: string },
  value: bigint,
): ChainTransfer => ({
  transactionHash,
  output: "value",
  address: formatEvmAddress(to.slice(2)),
  currency: "ETH",
  coins: formatDecimal(value, ETHER_PLACES),
  sender: formatEvmAddress(from.slice(2)),
});

const formatEvmAddress = (digits: string): string => checksumEvmAddress(digits.toLowerCase());

/** Token contracts of Ethereum's main network, as their issuers publish them (tether.to, circle.com), with their places. */
export const ethereumTokens: Readonly<Partial<Record<DepositCurrency, string>>> = {
  USDT: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
  USDC: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
};
