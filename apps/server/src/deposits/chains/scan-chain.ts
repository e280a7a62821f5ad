import { COIN_PLACES, formatDecimal, parseDecimal, type ConfirmationStep } from "@wazi/domain";
import type { Announcer } from "../../platform/hints/announcer.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { ChainBlock, ChainReader, ChainTransfer } from "./chain-reader.ts";
import { judgeSeen } from "./judge-seen.ts";
import {
  type AddressDeposit,
  type Cursor,
  findOwners,
  listAddressDeposits,
  listBlocks,
  listUnblocked,
  listUnrated,
  listWaitingOwners,
  markMissing,
  type PaymentNetwork,
  readCursor,
  saveBlock,
  savePending,
  type SeenPayment,
  setArrivalRate,
  startCursor,
  stepBack,
} from "./store.ts";

/** Blocks that are read before the next payments are credited. */
const BLOCKS_PER_ROUND = 50;
/** A reorganisation below these is found as well, but all of them are read again then. */
const KEPT_BLOCKS = 1_000;

export interface ScanDeps {
  sql: Sql;
  announcer: Announcer;
  now: () => Date;
  /** US dollars per coin, or null without a fresh price. */
  findRate: (currency: string) => Promise<string | null>;
  /** Confirmations by value, for one network. */
  steps: readonly ConfirmationStep[];
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/** The new cursor; null when another process moved it; "end" when there are no more blocks. */
type NextBlock = Cursor | null | "end";

export interface ScanResult {
  /** The height up to which confirmations count: never above what was read, nor above the node's tip. */
  tip: number;
  /** The latest block of the node. */
  nodeTip: number;
  /** True when there are more blocks to read at once. */
  isBehind: boolean;
}

/**
 * Reads the blocks since the last one that was recorded, and records the payments to investors' addresses. Each block is one
 * commit with the new cursor, so a process that dies at any point reads the block again and finds what it stored: payments
 * are known by network, transaction and output. When the chain has changed, it goes back to the last block that both have.
 * @param signal ends it before the next block, with its reason
 * @throws ChainError when the node does not answer; everything recorded before stays
 */
export async function scanChain(deps: ScanDeps, chain: ChainReader, signal?: AbortSignal): Promise<ScanResult> {
  const { network } = chain;
  const tip = await chain.readTip();
  let cursor = (await readCursor(deps.sql, network)) ?? (await startAtTip(deps, chain, tip));
  for (let read = 0; read < BLOCKS_PER_ROUND && cursor !== null && cursor.height <= tip; read += 1) {
    signal?.throwIfAborted();
    const next: NextBlock = await readNext(deps, chain, cursor, tip);
    if (next === "end") {
      await recordWaiting(deps, chain, cursor);
      return { tip: Math.min(tip, cursor.height), nodeTip: tip, isBehind: false };
    }
    cursor = next;
  }
  if (cursor === null) return { tip: 0, nodeTip: tip, isBehind: false };
  if (cursor.height > tip) return waitForNode(deps, chain, cursor, tip);
  return { tip: cursor.height, nodeTip: tip, isBehind: true };
}

/** The first start: payments from the latest block on. */
async function startAtTip({ sql }: ScanDeps, chain: ChainReader, tip: number): Promise<Cursor | null> {
  const block = await chain.readBlock(tip);
  if (!block) return null;
  await startCursor(sql, chain.network, { height: tip - 1, hash: block.parentHash });
  return readCursor(sql, chain.network);
}

/** Reads the block after the cursor, or goes back when the chain has changed below it. */
async function readNext(deps: ScanDeps, chain: ChainReader, cursor: Cursor, tip: number): Promise<NextBlock> {
  if (cursor.height === tip) {
    const hash = await chain.readHash(tip);
    return hash === cursor.hash || cursor.hash === "" ? "end" : goBack(deps, chain, cursor, tip);
  }
  const block = await chain.readBlock(cursor.height + 1);
  if (!block) return goBack(deps, chain, cursor, tip);
  if (cursor.hash !== "" && block.parentHash !== cursor.hash) return goBack(deps, chain, cursor, tip);
  const to = { height: block.height, hash: block.hash };
  const payments = await toPayments(deps, chain.network, block.transfers, block);
  const isSaved = await deps.sql.begin((tx) =>
    saveBlock(tx, chain.network, { from: cursor, to, payments, keptBlocks: KEPT_BLOCKS }),
  );
  if (!isSaved) return null;
  await announce(deps, chain.network);
  return to;
}

/** The node is behind what was read. Only another block in place of one of ours is a reorganisation. */
async function waitForNode(deps: ScanDeps, chain: ChainReader, cursor: Cursor, tip: number): Promise<ScanResult> {
  const [ours] = await listBlocks(deps.sql, chain.network, tip);
  if (ours && (await chain.readHash(ours.height)) !== ours.hash) await goBack(deps, chain, cursor, tip);
  return { tip, nodeTip: tip, isBehind: false };
}

/** Goes back to the newest of the kept blocks that is still on the chain. */
async function goBack(deps: ScanDeps, chain: ChainReader, cursor: Cursor, tip: number): Promise<Cursor | null> {
  const { sql, log } = deps;
  const kept = await listBlocks(sql, chain.network, Math.min(cursor.height, tip));
  let to: Cursor = { height: (kept.at(-1)?.height ?? cursor.height) - 1, hash: "" };
  for (const block of kept) {
    if ((await chain.readHash(block.height)) !== block.hash) continue;
    to = block;
    break;
  }
  const isMoved = await sql.begin((tx) => stepBack(tx, chain.network, cursor, to));
  if (!isMoved) return null;
  log.info({ network: chain.network, from: cursor.height, to: to.height }, "the chain was reorganised");
  await announce(deps, chain.network);
  return to;
}

/** Records what waits outside of blocks, and marks what is nowhere any more. */
async function recordWaiting(deps: ScanDeps, chain: ChainReader, cursor: Cursor): Promise<void> {
  const { sql, announcer } = deps;
  const { network } = chain;
  const pending = await chain.readPending();
  const found = await savePending(sql, await toPayments(deps, network, pending?.transfers ?? [], null));
  const unblocked = await listUnblocked(sql, network);
  const missing = unblocked.filter(({ transactionHash }) => pending?.hashes.has(transactionHash) !== true);
  // A block that was made meanwhile may have taken them out of the mempool.
  const isMissing = missing.length > 0 && (await isTip(chain, cursor));
  const ids = isMissing ? missing.map(({ id }) => id) : [];
  const lost = await markMissing(sql, ids, pending !== null);
  announcer.add([...found, ...lost].map((userId) => ({ type: "deposit", userId })));
  await fillRates(deps, network);
}

async function isTip(chain: ChainReader, { height, hash }: Cursor): Promise<boolean> {
  if ((await chain.readTip()) !== height) return false;
  return hash === "" || (await chain.readHash(height)) === hash;
}

/** Gives payments that arrived without a fresh price the first one. */
async function fillRates({ sql, findRate }: Pick<ScanDeps, "sql" | "findRate">, network: PaymentNetwork) {
  for (const currency of await listUnrated(sql, network)) {
    const rate = await findRate(currency);
    if (rate !== null) await setArrivalRate(sql, network, currency, rate);
  }
}

async function announce({ sql, announcer }: ScanDeps, network: PaymentNetwork): Promise<void> {
  const owners = await listWaitingOwners(sql, network);
  announcer.add(owners.map((userId) => ({ type: "deposit", userId })));
}

/** Keeps the payments to investors' addresses, each with the deposit that it is judged by. */
async function toPayments(
  deps: ScanDeps,
  network: PaymentNetwork,
  transfers: readonly ChainTransfer[],
  block: ChainBlock | null,
): Promise<SeenPayment[]> {
  const owners = await findOwners(deps.sql, network, [...new Set(transfers.map(({ address }) => address))]);
  const ours = transfers.filter(({ address }) => owners.has(address));
  if (ours.length === 0) return [];
  const hashes = ours.map(({ transactionHash }) => transactionHash);
  const deposits = await listAddressDeposits(deps.sql, network, [...owners.keys()], hashes);
  const currencies = new Set(ours.map(({ currency }) => currency));
  const rates = new Map<string, string | null>();
  for (const currency of currencies) rates.set(currency, await deps.findRate(currency));
  return ours.map((transfer) => {
    const payment = judgeSeen(transfer, {
      network,
      now: deps.now(),
      block,
      userId: owners.get(transfer.address) ?? "",
      deposits: deposits.filter(({ walletAddress }) => walletAddress === transfer.address),
      arrivalRate: rates.get(transfer.currency) ?? null,
      steps: deps.steps,
    });
    countReceived(deposits, payment);
    return payment;
  });
}

/** The next payments of the same block come on top of this one. */
function countReceived(deposits: readonly AddressDeposit[], { depositId, currency, coins }: SeenPayment): void {
  const deposit = deposits.find((each) => each.id === depositId && each.currency === currency);
  if (!deposit) return;
  const received = parseDecimal(deposit.receivedCoins, COIN_PLACES) + parseDecimal(coins, COIN_PLACES);
  deposit.receivedCoins = formatDecimal(received, COIN_PLACES);
}
