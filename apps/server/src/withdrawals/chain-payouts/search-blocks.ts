import type { Sql } from "../../platform/db/pool.ts";
import { goBack, listOpenTransfers, storeSearch, type OpenTransfer } from "./chain-store.ts";
import type { PayingChain } from "./paying-chain.ts";

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
export async function searchBlocks(sql: Sql, chain: PayingChain, signal?: AbortSignal): Promise<number> {
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
