import type { ChainReader } from "../../../apps/server/src/deposits/chains/chain-reader.ts";

/** The currencies that a chain can pay: its coin, its known tokens, or a token that is no deposit currency. */
export type Paid = "coin" | "USDT" | "USDC" | "unknown";

/** A chain that a test controls: a real node of a test network, or a server with documented answers. */
export interface ChainLab {
  reader: ChainReader;
  pays: readonly Paid[];
  /** Tokens and coins that can be sent and are no deposit currency. */
  worthless: readonly Paid[];
  /** An address that belongs to nobody. */
  makeAddress(): string;
  /** Sends a payment, which waits for a block. */
  pay(address: string, coins: string, what: Paid): Promise<string>;
  /** Makes blocks. The first one holds all payments that wait. */
  mine(count?: number): Promise<void>;
  /** Replaces the last blocks by as many empty ones and one more. */
  replaceBlocks(depth: number): Promise<void>;
  /** Replaces a payment that waits by another one to the same address; undefined where nothing waits visibly. */
  replacePayment?(transactionHash: string): Promise<string>;
  close(): Promise<void>;
}
