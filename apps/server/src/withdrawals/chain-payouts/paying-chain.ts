import type { ChainNetwork } from "../../deposits/api.ts";
import type { Cents, ConfirmationStep } from "@wazi/domain";
import type { PayoutDeps } from "../payouts/payout-rail.ts";

export type PayingNetwork = Exclude<ChainNetwork, "TRC20">;

/** One payment that waits for a transaction. */
export interface ChainPayment {
  /** The payout's reference. */
  reference: string;
  address: string;
  currency: string;
  /** A decimal in coins. */
  coins: string;
}

/**
 * A transaction as it goes to a signer. On the chain each of its slots is used once, so at most one of all transactions with the
 * same slots is ever in the chain. A payment that has slots is never prepared again with others, unless another transaction
 * has used one of them.
 */
export interface UnsignedTransfer {
  /** "nonce:17", or "<transaction>:<output>" for each input. */
  slots: string[];
  /** A transaction of type 2 (EIP-1559) in hexadecimal, or a PSBT (BIP174) in base64. */
  unsigned: string;
  /** The transaction's hash, where it does not depend on the signature; else null. */
  hash: string | null;
  payments: readonly ChainPayment[];
  /** The most that it can cost, as a decimal of the fee's currency. */
  maxFee: string;
}

/** The search in blocks for a transaction that uses the slots of a transfer. */
export interface SlotClaim {
  transferId: string;
  slots: readonly string[];
  /** Any version of it. All have the same inputs and payments. */
  unsigned: string;
  payments: readonly ChainPayment[];
}

/** A transaction in a block that uses a slot of a transfer. */
export interface SlotUse {
  transferId: string;
  hash: string;
  /** A decimal of the fee's currency; null if it cannot be told. */
  fee: string | null;
  /** References of the payments that it makes. Empty for a failed transaction and for one with other payments. */
  paid: string[];
}

export interface UsedBlock {
  hash: string;
  parentHash: string;
  uses: SlotUse[];
}

/** The result of `prepare` for the waiting payments. */
export interface PreparedTransfers {
  transfers: UnsignedTransfer[];
  /** Payments that the chain refuses, such as to a contract that takes none. */
  refused: { reference: string; reason: string }[];
}

/**
 * The port for chains that payouts leave on. Wazi holds no private key: it prepares transactions, checks what comes back signed,
 * hands it to the network, and looks for it in blocks. Each adapter passes chain-payouts.test.ts against a real node.
 */
export interface PayingChain {
  readonly network: PayingNetwork;
  /** Host of the node, without login and path. */
  readonly source: string;
  /** The currency of its fees. */
  readonly feeCurrency: string;
  readonly currencies: readonly string[];
  /** The address that pays, and gets the change. Only Wazi's transactions may use it. */
  readonly payer: string;
  /**
   * Makes transactions for payments. @param taken slots of transfers that have not ended
   * @throws ShortageError the address has too little · ChainError
   */
  prepare(payments: readonly ChainPayment[], taken: ReadonlySet<string>): Promise<PreparedTransfers>;
  /** The same transfer with a higher fee. @throws ShortageError too little change for the fee · ChainError */
  raiseFee(previous: SlotClaim): Promise<UnsignedTransfer>;
  /** The file that an operator downloads: all transactions of a batch, as wallets read them. */
  writeFile(transfers: readonly SignableTransfer[]): Promise<string>;
  /**
   * Takes the signed transactions out of a file, and checks that each is one that was asked for and nothing else.
   * @returns one for each of `asked`, in the same order
   * @throws SignedFileError
   */
  readSigned(text: string, asked: readonly SignableTransfer[]): SignedTransfer[];
  /** Asks the node whether it would take a transaction; null if it would, else the reason. @throws ChainError */
  test(raw: string): Promise<string | null>;
  /** Hands it to the network; again is allowed. @returns null, or why the node does not take it @throws ChainError */
  broadcast(raw: string): Promise<string | null>;
  /** @throws ChainError */
  readTip(): Promise<number>;
  /** Null when there is no such block. @throws ChainError */
  readHash(height: number): Promise<string | null>;
  /** Null when there is no such block. @throws ChainError */
  findUses(height: number, claims: readonly SlotClaim[]): Promise<UsedBlock | null>;
}

/** A version of a transfer that waits for its signature. */
export interface SignableTransfer {
  id: string;
  unsigned: string;
  payments: readonly ChainPayment[];
}

export interface SignedTransfer {
  id: string;
  /** In the form that wallets of the network show. */
  hash: string;
  /** As it is sent, in hexadecimal. */
  raw: string;
}

/** The paying address has too little for the payments and their fees. The message says what is missing. */
export class ShortageError extends Error {}

/** A signed file that cannot be read, or that does something else than what was asked for. The message says what. */
export class SignedFileError extends Error {}

/** Signs prepared transactions: a service of the operator's. What it answers is checked like a file. */
export interface ChainSigner {
  /** @param file as `writeFile` made it @returns a signed file @throws Error without an answer */
  sign(network: PayingNetwork, file: string): Promise<string>;
}

export interface ChainPayoutDeps extends PayoutDeps {
  chains: readonly PayingChain[];
  /** Null: an operator signs files. */
  signer: ChainSigner | null;
  /** The highest network fee of one payout without an administrator's decision. */
  maxNetworkFee: Cents;
  confirmations: Readonly<Record<PayingNetwork, readonly ConfirmationStep[]>>;
}

const ANSWER_TIMEOUT_MS = 60_000;
const MAX_ANSWER_LENGTH = 2_000_000;

/**
 * A signer behind HTTP: it gets the file of a batch at `<url>/<network>`, and answers with the signed file. Its answer is checked
 * like an operator's file, so it cannot pay anyone else.
 */
export function createSignerService(url: string, token: string | undefined): ChainSigner {
  return {
    async sign(network, file) {
      const answer = await fetch(`${url.replace(/\/+$/, "")}/${network}`, {
        method: "POST",
        headers: { "content-type": "text/plain", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
        body: file,
        redirect: "error",
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`the signer answered ${answer.status}`);
      if (text.length > MAX_ANSWER_LENGTH) throw new Error("the signer's answer is too long");
      return text;
    },
  };
}
