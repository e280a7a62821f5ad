import { randomBytes } from "node:crypto";
import {
  createTronChain,
  formatTronAddress,
  parseTronAddress,
} from "../../../apps/server/src/deposits/chains/tron-chain.ts";
import { toTokens } from "../../../apps/server/src/deposits/chains/token-transfers.ts";
import { startFakeProvider, type FakeProvider, type ProviderAnswer } from "../fake-provider.ts";
import type { ChainLab, Paid } from "./chain-lab.ts";

const TRANSFER_TOPIC = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const WORD_DIGITS = 64;
const FIRST_HEIGHT = 1_000;
const BLOCK_MS = 3_000;
const TOKEN_PLACES = 6;
const ADDRESS_DIGITS = 40;
/** Blocks that most witnesses have not confirmed yet. */
const SOLID_BELOW = 19;

interface TronTransaction {
  id: string;
  /** 40 hexadecimal digits. */
  from: string;
  to: string;
  units: bigint;
  /** Undefined: TRX. */
  contract: string | undefined;
  isFailed: boolean;
}

interface TronBlock {
  height: number;
  id: string;
  parentId: string;
  time: number;
  transactions: TronTransaction[];
}

export interface FakeTron extends ChainLab {
  url: string;
  provider: FakeProvider;
  contracts: { USDT: string; unknown: string };
  /** The transaction is in a block, and its contract has failed. */
  payInVain(address: string, coins: string): Promise<string>;
  /** Sends USDT from an address of its own. */
  payFrom(sender: string, address: string, coins: string): Promise<string>;
  /** Replaces blocks, and mines their payments again in other blocks and another order. */
  shuffleBlocks(depth: number): void;
  /** Replaces blocks, and their payments are never mined again: their sender has paid someone else. */
  loseBlocks(depth: number): void;
}

const newId = (): string => randomBytes(32).toString("hex");
const newAddress = (): string => formatTronAddress(randomBytes(20).toString("hex"));
const word = (digits: string): string => digits.padStart(WORD_DIGITS, "0");

/**
 * A server with the answers that developers.tron.network documents for getnowblock, getblockbynum,
 * gettransactioninfobyblocknum, and of solidified blocks getnowblock, getaccount and triggerconstantcontract, over a chain in
 * memory. It is a fake: no node of Tron can run in a test.
 */
export async function startFakeTron(apiKey?: string): Promise<FakeTron> {
  const contracts = { USDT: newAddress(), unknown: newAddress() };
  const genesis = { height: FIRST_HEIGHT, id: newId(), parentId: newId(), time: Date.now(), transactions: [] };
  const blocks: TronBlock[] = [genesis];
  let waiting: TronTransaction[] = [];
  const tip = (): TronBlock => blocks.at(-1) ?? genesis;
  const addBlock = (transactions: TronTransaction[]): void => {
    const { height, id, time } = tip();
    blocks.push({ height: height + 1, id: newId(), parentId: id, time: Math.max(time + 1, Date.now()), transactions });
  };
  const send = (
    address: string,
    coins: string,
    what: Paid,
    { isFailed = false, from = SENDER } = {},
  ): Promise<string> => {
    const contract = what === "coin" ? undefined : contracts[what as keyof typeof contracts];
    const [whole = "0", fraction = ""] = coins.split(".");
    const units = BigInt(`${whole}${fraction.padEnd(TOKEN_PLACES, "0")}`);
    const transaction = { id: newId(), from, to: parseTronAddress(address), units, contract, isFailed };
    waiting.push(transaction);
    return Promise.resolve(transaction.id);
  };
  const provider = await startFakeProvider(
    ({ path, body, headers }) => {
      if (apiKey !== undefined && headers["tron-pro-api-key"] !== apiKey)
        return { status: 401, body: { Error: "ApiKey not exists" } };
      const asked = JSON.parse(body === "" ? "{}" : body) as Asked;
      return path.startsWith("/walletsolidity/")
        ? answerSolid(path, asked, blocks.slice(0, -SOLID_BELOW))
        : answer(path, asked.num ?? 0, blocks);
    },
    { status: 429, body: { Error: "request rate exceeded the allowed_rps" } },
  );
  return {
    url: provider.url,
    provider,
    contracts,
    reader: createTronChain(provider.url, toTokens({ USDT: parseTronAddress(contracts.USDT) }), apiKey),
    pays: ["USDT"],
    worthless: ["coin", "unknown"],
    makeAddress: newAddress,
    pay: (address, coins, what) => send(address, coins, what),
    payInVain: (address, coins) => send(address, coins, "USDT", { isFailed: true }),
    payFrom: (sender, address, coins) => send(address, coins, "USDT", { from: parseTronAddress(sender) }),
    mine(count = 1) {
      for (let made = 0; made < count; made += 1) {
        addBlock(waiting);
        waiting = [];
      }
      return Promise.resolve();
    },
    replaceBlocks(depth) {
      const removed = blocks.splice(-depth);
      waiting = [...removed.flatMap(({ transactions }) => transactions), ...waiting];
      for (let made = 0; made <= depth; made += 1) addBlock([]);
      return Promise.resolve();
    },
    shuffleBlocks(depth) {
      const removed = blocks.splice(-Math.min(depth, blocks.length - 1));
      const moved = removed.flatMap(({ transactions }) => transactions).reverse();
      removed.forEach((_, index) => addBlock(moved.filter((__, place) => place % removed.length === index)));
      addBlock([]);
    },
    loseBlocks(depth) {
      blocks.splice(-depth);
      for (let made = 0; made <= depth; made += 1) addBlock([]);
    },
    close: () => provider.close(),
  };
}

interface Asked {
  num?: number;
  address?: string;
  owner_address?: string;
  contract_address?: string;
  parameter?: string;
}

/** Answers about the blocks that cannot be taken back. */
function answerSolid(path: string, asked: Asked, blocks: readonly TronBlock[]): ProviderAnswer {
  const paid = blocks.flatMap(({ transactions }) => transactions).filter(({ isFailed }) => !isFailed);
  const sum = (to: string, contract: string | undefined): bigint =>
    paid.filter((each) => each.to === to && each.contract === contract).reduce((all, { units }) => all + units, 0n);
  const last = blocks.at(-1);
  switch (path) {
    case "/walletsolidity/getnowblock":
      return { body: last ? toBlockBody(last) : {} };
    case "/walletsolidity/getaccount": {
      // An account that was never paid in TRX is not there; one without TRX has no balance.
      const balance = Number(sum(parseTronAddress(asked.address ?? ""), undefined));
      return { body: balance === 0 ? {} : { address: asked.address, balance } };
    }
    case "/walletsolidity/triggerconstantcontract": {
      const to = (asked.parameter ?? "").slice(-ADDRESS_DIGITS);
      const held = word(sum(to, asked.contract_address).toString(16));
      return { body: { result: { result: true }, energy_used: 935, constant_result: [held] } };
    }
    default:
      return { status: 404, body: { Error: "not found" } };
  }
}

function answer(path: string, height: number, blocks: readonly TronBlock[]): ProviderAnswer {
  const block = path === "/wallet/getnowblock" ? blocks.at(-1) : blocks.find((each) => each.height === height);
  switch (path) {
    case "/wallet/getnowblock":
    case "/wallet/getblockbynum":
      return { body: block ? toBlockBody(block) : {} };
    case "/wallet/gettransactioninfobyblocknum":
      return { body: block?.transactions.map((transaction) => toReceiptBody(transaction, block)) ?? [] };
    default:
      return { status: 404, body: { Error: "not found" } };
  }
}

const SENDER = "a7d8a35b260395c14aa456297662092ba3b76fc0";

function toBlockBody({ height, id, parentId, time, transactions }: TronBlock): object {
  const header = {
    number: height,
    txTrieRoot: "00",
    witness_address: `41${SENDER}`,
    parentHash: parentId,
    version: 30,
    timestamp: time,
  };
  return {
    blockID: id,
    block_header: { raw_data: header, witness_signature: "00" },
    ...(transactions.length === 0 ? {} : { transactions: transactions.map(toTransactionBody) }),
  };
}

function toTransactionBody({ id, from, to, units, contract, isFailed }: TronTransaction): object {
  const value =
    contract === undefined
      ? { amount: Number(units), owner_address: `41${from}`, to_address: `41${to}` }
      : {
          data: `a9059cbb${word(to)}${word(units.toString(16))}`,
          owner_address: `41${from}`,
          contract_address: `41${parseTronAddress(contract)}`,
        };
  const type = contract === undefined ? "TransferContract" : "TriggerSmartContract";
  return {
    ret: [{ contractRet: isFailed ? "REVERT" : "SUCCESS" }],
    signature: ["00"],
    txID: id,
    raw_data: {
      contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
      timestamp: Date.now(),
    },
  };
}

function toReceiptBody(
  { id, from, to, units, contract, isFailed }: TronTransaction,
  { height, time }: TronBlock,
): object {
  const topics = [TRANSFER_TOPIC, word(from), word(to)];
  const isLogged = contract !== undefined && !isFailed;
  return {
    id,
    blockNumber: height,
    blockTimeStamp: time - (time % BLOCK_MS),
    contractResult: [""],
    receipt: { result: isFailed ? "REVERT" : "SUCCESS" },
    ...(isLogged ? { log: [{ address: parseTronAddress(contract), topics, data: word(units.toString(16)) }] } : {}),
  };
}
