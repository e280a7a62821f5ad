import { randomBytes } from "node:crypto";
import { bech32 } from "@scure/base";
import { createCoreChain, encodeSegwit } from "../../../apps/server/src/deposits/chains/core-chain.ts";
import { startFakeProvider } from "../fake-provider.ts";
import type { ChainLab } from "./chain-lab.ts";

interface CoreTransaction {
  txid: string;
  address: string;
  coins: number;
}

interface CoreBlock {
  hash: string;
  previousblockhash: string;
  time: number;
  transactions: CoreTransaction[];
}

export interface FakeCore extends ChainLab {
  /** Takes a payment back before its block: its sender has paid someone else with the same coins. */
  takeBack(transactionHash: string): void;
  /** Sends again what was taken back, as a miner may who had kept the first one. */
  sendAgain(transactionHash: string): void;
  /** Blocks of the next `mine` hold none of these. */
  hold(transactionHashes: readonly string[]): void;
  /** Mines a block right before the mempool is listed for the next time. */
  mineBeforeListing(): void;
  isLoaded: boolean;
}

const newId = (): string => randomBytes(32).toString("hex");
const KEY_BYTES = 20;
/** Codes of Bitcoin Core's RPC. */
const OUT_OF_RANGE = -8;
const UNKNOWN = -5;

/** A server with the answers of Bitcoin Core's RPC that the reader asks for, over a chain and a mempool in memory. */
export async function startFakeCore(): Promise<FakeCore> {
  const blocks: CoreBlock[] = [{ hash: newId(), previousblockhash: newId(), time: toSeconds(), transactions: [] }];
  const known = new Map<string, CoreTransaction>();
  const waiting = new Set<string>();
  const held = new Set<string>();
  let beforeListing: (() => void) | undefined;
  const addBlock = (transactions: CoreTransaction[]): void => {
    blocks.push({ hash: newId(), previousblockhash: blocks.at(-1)?.hash ?? "", time: toSeconds(), transactions });
  };
  const mineWaiting = (): void => {
    const mined = [...waiting].filter((txid) => !held.has(txid));
    for (const txid of mined) waiting.delete(txid);
    addBlock(mined.map((txid) => known.get(txid)!));
  };
  const provider = await startFakeProvider(
    ({ body }) => {
      const { method, params } = JSON.parse(body) as { method: string; params: unknown[] };
      return { body: answer(method, params) };
    },
    { status: 503, body: {} },
  );
  const refuse = (code: number): object => ({ result: null, error: { code, message: "refused" } });
  function answer(method: string, [first]: unknown[]): object {
    switch (method) {
      case "getblockcount":
        return { result: blocks.length - 1, error: null };
      case "getblockhash": {
        const hash = blocks[Number(first)]?.hash;
        return hash === undefined ? refuse(OUT_OF_RANGE) : { result: hash, error: null };
      }
      case "getblock": {
        const height = blocks.findIndex(({ hash }) => hash === first);
        const { transactions, ...block } = blocks[height]!;
        return { result: { ...block, height, tx: transactions.map(toBody) }, error: null };
      }
      case "getmempoolinfo":
        return { result: { loaded: lab.isLoaded }, error: null };
      case "getrawmempool": {
        beforeListing?.();
        beforeListing = undefined;
        return { result: lab.isLoaded ? [...waiting] : [], error: null };
      }
      case "getrawtransaction": {
        const transaction = known.get(String(first));
        return transaction ? { result: toBody(transaction), error: null } : refuse(UNKNOWN);
      }
      default:
        throw new Error(`The fake does not know ${method}`);
    }
  }
  const send = (address: string, coins: string): string => {
    const txid = newId();
    known.set(txid, { txid, address, coins: Number(coins) });
    waiting.add(txid);
    return txid;
  };
  const lab: FakeCore = {
    isLoaded: true,
    reader: createCoreChain("BTC", provider.url, true),
    pays: ["coin"],
    worthless: [],
    makeAddress: () => encodeSegwit("tb", randomBytes(KEY_BYTES).toString("hex")),
    pay: (address, coins) => Promise.resolve(send(address, coins)),
    mine(count = 1) {
      for (let made = 0; made < count; made += 1) mineWaiting();
      return Promise.resolve();
    },
    replaceBlocks(depth) {
      for (const { transactions } of blocks.splice(-depth)) for (const { txid } of transactions) waiting.add(txid);
      for (let made = 0; made <= depth; made += 1) addBlock([]);
      return Promise.resolve();
    },
    replacePayment(transactionHash) {
      const { address, coins } = known.get(transactionHash)!;
      waiting.delete(transactionHash);
      return Promise.resolve(send(address, String(coins)));
    },
    takeBack: (transactionHash) => void waiting.delete(transactionHash),
    sendAgain: (transactionHash) => void waiting.add(transactionHash),
    hold(transactionHashes) {
      held.clear();
      for (const each of transactionHashes) held.add(each);
    },
    mineBeforeListing: () => void (beforeListing = mineWaiting),
    close: () => provider.close(),
  };
  return lab;
}

const toSeconds = (): number => Math.floor(Date.now() / 1_000);

/** A transaction with one output to an address of version 0 (BIP141). */
function toBody({ txid, address, coins }: CoreTransaction): object {
  const { words } = bech32.decode(address as `${string}1${string}`);
  const key = Buffer.from(bech32.fromWords(words.slice(1))).toString("hex");
  return { txid, vout: [{ value: coins, n: 0, scriptPubKey: { hex: `0014${key}` } }] };
}
