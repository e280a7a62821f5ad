import { MINUTE_MS } from "@wazi/contracts";
import { countConfirmationsNeeded, parseCents } from "@wazi/domain";
import type { BaseLogger } from "pino";
import { type Lease, releaseLease, takeLease } from "../../platform/jobs/store.ts";
import { applyReport } from "../payouts/apply-report.ts";
import { isClosed } from "../payouts/store.ts";
import { repeatRounds } from "../../platform/jobs/repeat-rounds.ts";
import type { ChainPayoutDeps, PayingChain } from "./paying-chain.ts";
import { railOfNetwork, reportChainPayout } from "./chain-rail.ts";
import {
  countWaitingPayments,
  endTransfer,
  findChainPayout,
  findDecisionState,
  goBack,
  listBatchVersions,
  listOpenTransfers,
  listUnreported,
  listUnsignedBatches,
  lockUnfrozen,
  markSent,
  noteRefusal,
  type OpenTransfer,
  storeSearch,
} from "./store.ts";
import { discardBatch } from "./decide-batch.ts";
import { prepareBatch, raiseFee } from "./prepare-batch.ts";
import { exportBatch, importSigned } from "./signed-batch.ts";
import type { Sql } from "../../platform/db/pool.ts";

const ROUND_MS = 5_000;
/** A transaction that is in no block after this is stuck. */
export const STUCK_MS = 30 * MINUTE_MS;
/** How often a stuck transaction gets a higher fee without a person. */
const MAX_AUTOMATIC_VERSIONS = 5;

/**
 * One round for one chain. What it decides is read from the database and the chain each time, so it does not matter where an
 * earlier round died, or whether two run at once.
 */
export async function runChainRound(deps: ChainPayoutDeps, chain: PayingChain, signal?: AbortSignal): Promise<void> {
  if (deps.signer !== null) await signByService(deps, chain);
  signal?.throwIfAborted();
  await broadcastSigned(deps, chain);
  const tip = await searchBlocks(deps.sql, chain, signal);
  await endConfirmed(deps, chain, tip);
  await reportEnded(deps, chain);
}

/** With a signer service: prepares what waits, raises the fee of what is stuck, and has it signed. */
async function signByService(deps: ChainPayoutDeps, chain: PayingChain): Promise<void> {
  const { sql, signer, now } = deps;
  const { network } = chain;
  if (signer === null || (await isClosed(sql, railOfNetwork[network]))) return;
  for (const transfer of await listOpenTransfers(sql, network)) {
    const { transferId, isToSign, versions, minedHeight } = transfer;
    if (isToSign || minedHeight !== null || versions >= MAX_AUTOMATIC_VERSIONS || !isStuck(transfer, now())) continue;
    await raiseFee(deps, transferId, null);
  }
  if ((await countWaitingPayments(sql, network)) > 0) await prepareBatch(deps, chain, null);
  for (const batchId of await listUnsignedBatches(sql, network)) {
    const endsAt = await sql.begin(async (tx) =>
      lockUnfrozen(
        tx,
        (await listBatchVersions(tx, batchId)).flatMap(({ payments }) => payments),
      ),
    );
    if (endsAt !== null) {
      await discardUnseen(deps, batchId);
      continue;
    }
    const { content } = await exportBatch(deps, batchId, null);
    await importSigned(deps, batchId, await signer.sign(network, content), null);
  }
}

/** A payment of a frozen account must not keep the others of its batch waiting. What may have been signed waits for its end. */
async function discardUnseen(deps: ChainPayoutDeps, batchId: string): Promise<void> {
  const state = await findDecisionState(deps.sql, batchId);
  if (state?.exportedAt === null) await discardBatch(deps, batchId, null);
}

function isStuck({ signed }: Pick<OpenTransfer, "signed">, now: Date): boolean {
  const sentAt = signed?.sentAt ?? null;
  return sentAt !== null && now.getTime() - sentAt.getTime() > STUCK_MS;
}

/** Hands the latest signed version of each transfer to the network, again and again until it is in a block: nodes forget. */
async function broadcastSigned({ sql, now }: ChainPayoutDeps, chain: PayingChain): Promise<void> {
  const isRailStopped = await isClosed(sql, railOfNetwork[chain.network]);
  for (const { signed, minedHeight, payments } of await listOpenTransfers(sql, chain.network)) {
    if (!signed || minedHeight !== null || (isRailStopped && signed.sentAt === null)) continue;
    const isFrozen = await sql.begin(async (tx) => {
      if ((await lockUnfrozen(tx, payments)) !== null) return true;
      await markSent(tx, signed.id, now());
      return false;
    });
    if (isFrozen) continue;
    await noteRefusal(sql, signed.id, await chain.broadcast(signed.raw));
  }
}

async function endConfirmed(
  { sql, now, confirmations }: ChainPayoutDeps,
  chain: PayingChain,
  tip: number,
): Promise<void> {
  for (const { transferId, minedHeight, checkedHeight, amount } of await listOpenTransfers(sql, chain.network)) {
    if (minedHeight === null) continue;
    const needed = countConfirmationsNeeded(parseCents(amount), confirmations[chain.network]);
    const has = Math.min(tip, checkedHeight) - minedHeight + 1;
    if (has >= needed) await endTransfer(sql, transferId, minedHeight, now());
  }
}

async function reportEnded(deps: ChainPayoutDeps, chain: PayingChain): Promise<void> {
  for (const { reference } of await listUnreported(deps.sql, chain.network)) {
    const row = await findChainPayout(deps.sql, reference);
    if (!row) continue;
    const report = await reportChainPayout(deps.sql, reference, chain.feeCurrency);
    await applyReport(deps, row.payoutId, report);
  }
}

export interface ChainRoundDeps extends ChainPayoutDeps {
  log: Pick<BaseLogger, "info" | "warn">;
  holder: string;
  /** True when this process has the lock of the data folder, so that any other holder of the lease is dead. */
  isAloneOnDatabase: boolean;
}

/** Runs rounds for each chain until it is stopped, in one process at a time. */
export function runChainRounds(deps: ChainRoundDeps): { stop(): Promise<void> } {
  const { sql, holder, isAloneOnDatabase, log } = deps;
  const rounds = deps.chains.map((chain) => {
    const { network, source } = chain;
    let lease: Lease | null = null;
    return {
      network,
      source,
      everyMs: ROUND_MS,
      async run(signal: AbortSignal) {
        lease = await takeLease(sql, `${holder} ${network}`, isAloneOnDatabase, `chain-${network}`);
        if (lease) await runChainRound(deps, chain, signal);
        return { isBehind: false };
      },
      async end() {
        if (lease) await releaseLease(sql, lease).catch(() => undefined);
      },
    };
  });
  return repeatRounds(rounds, log, "payouts on the chain failed");
}

const BLOCKS_PER_ROUND = 200;
/** After a reorganisation this many blocks are searched again. */
const BLOCKS_BACK = 100;

/**
 * Searches the blocks after the last searched one for whoever uses the slots of open transfers. A block that is no longer in the
 * chain takes what was found above it with it.
 * @returns the node's tip
 * @param signal ends it before the next block, with its reason
 * @throws ChainError
 */
async function searchBlocks(sql: Sql, chain: PayingChain, signal?: AbortSignal): Promise<number> {
  const tip = await chain.readTip();
  for (let searched = 0; searched < BLOCKS_PER_ROUND; searched += 1) {
    signal?.throwIfAborted();
    const behind = await findLowest(sql, chain, tip);
    if (behind === null || !(await searchNext(sql, chain, behind))) break;
  }
  return tip;
}

/** Transfers that were searched up to the same block. */
interface Group {
  height: number;
  hash: string | null;
  transfers: OpenTransfer[];
}

/** The transfers with the lowest searched block, while that is below the tip or no longer in the chain. */
async function findLowest(sql: Sql, chain: PayingChain, tip: number): Promise<Group | null> {
  const groups = new Map<string, Group>();
  for (const transfer of await listOpenTransfers(sql, chain.network)) {
    const { checkedHeight: height, checkedHash: hash } = transfer;
    const key = `${height} ${hash}`;
    const group = groups.get(key) ?? { height, hash, transfers: [] };
    group.transfers.push(transfer);
    groups.set(key, group);
  }
  const sorted = [...groups.values()].sort((one, two) => one.height - two.height);
  for (const group of sorted) {
    if (group.height < tip) return group;
    if (group.hash !== null && (await chain.readHash(group.height)) !== group.hash) return group;
  }
  return null;
}

/** @returns false if there is no block to search now */
async function searchNext(sql: Sql, chain: PayingChain, { height, hash, transfers }: Group): Promise<boolean> {
  const ids = transfers.map(({ transferId }) => transferId);
  const block = await chain.findUses(height + 1, transfers);
  const isOnChain = hash === null || (block ? block.parentHash : await chain.readHash(height)) === hash;
  if (!isOnChain) {
    await goBack(sql, ids, { height, hash }, Math.max(0, height - BLOCKS_BACK));
    return true;
  }
  if (!block) return false;
  await storeSearch(sql, ids, { height, hash }, { height: height + 1, hash: block.hash }, block.uses);
  return true;
}
