import type { DepositCurrency } from "@wazi/contracts";
import type { ChainNetwork } from "../addresses/check-address.ts";

/** A payment to an address, as a chain shows it. */
export interface ChainTransfer {
  /** In the form that wallets of the network show. */
  transactionHash: string;
  /** The place inside the transaction. It stays the same when the transaction moves to another block. */
  output: string;
  /** The recipient, in the form that `AddressSource` gives. */
  address: string;
  currency: DepositCurrency;
  /** A decimal in coins. Never 0. */
  coins: string;
  /** The address that sent it; null where the chain names none. */
  sender: string | null;
}

/** Payments that wait outside of blocks. */
export interface PendingTransfers {
  transfers: ChainTransfer[];
  /** All transactions that wait, also those that have not been looked up yet. */
  hashes: ReadonlySet<string>;
}

export interface ChainBlock {
  height: number;
  hash: string;
  parentHash: string;
  time: Date;
  transfers: ChainTransfer[];
}

/**
 * The port for chains. One adapter for each family; all pass chain-reader.contract.ts. Every answer is of one fork: an
 * adapter that needs several questions for a block refuses answers of different forks.
 */
export interface ChainReader {
  readonly network: ChainNetwork;
  /** Host of the node, without login and path, for messages. */
  readonly source: string;
  /** @throws ChainError */
  readTip(): Promise<number>;
  /** The hash of the block at a height; null when there is none. @throws ChainError */
  readHash(height: number): Promise<string | null>;
  /** The block at a height with all its payments in deposit currencies; null when there is none. @throws ChainError */
  readBlock(height: number): Promise<ChainBlock | null>;
  /** Payments that wait outside of blocks; null where the chain does not show them. @throws ChainError */
  readPending(): Promise<PendingTransfers | null>;
}

/** A question to a node without a usable answer. It is asked again later. The message has no secrets. */
export class ChainError extends Error {
  readonly kind: "unreachable" | "refused" | "malformed" | "forked";

  constructor(kind: ChainError["kind"], message: string) {
    super(message);
    this.name = "ChainError";
    this.kind = kind;
  }
}
