import type { AddressSource, DepositNetwork } from "./address-source.ts";

/** The indexes of new addresses that calls of this process hold, by the source that makes the addresses. */
const indexesOf = new WeakMap<AddressSource, Map<DepositNetwork, NetworkIndexes>>();

interface NetworkIndexes {
  /** The lowest index above all that this process has given. */
  next: number;
  held: Set<number>;
}

/**
 * Takes the index of a call's new address, in place of the one that it took before.
 * @param next the index that the database has as the next one
 */
export type TakeIndex = (network: DepositNetwork, next: number) => number;

/**
 * Runs a call that may give a new address. The calls of one process hold different indexes, so that their deposits go through
 * the ledger's door together. The door refuses an address that another process has given meanwhile, and the call takes the next
 * index. The address of a call that fails was shown to no one, so its index is given again.
 */
export async function withNewIndex<T>(source: AddressSource, run: (take: TakeIndex) => Promise<T>): Promise<T> {
  let held: { indexes: NetworkIndexes; index: number } | null = null;
  const release = (isGiven: boolean): void => {
    if (held === null) return;
    const { indexes, index } = held;
    indexes.held.delete(index);
    if (isGiven) indexes.next = Math.max(indexes.next, index + 1);
    held = null;
  };
  const take: TakeIndex = (network, next) => {
    release(false);
    const indexes = findIndexes(source, network);
    let index = Math.max(next, indexes.next);
    while (indexes.held.has(index)) index += 1;
    indexes.held.add(index);
    held = { indexes, index };
    return index;
  };
  try {
    const result = await run(take);
    release(true);
    return result;
  } finally {
    release(false);
  }
}

function findIndexes(source: AddressSource, network: DepositNetwork): NetworkIndexes {
  const networks = indexesOf.get(source) ?? new Map<DepositNetwork, NetworkIndexes>();
  indexesOf.set(source, networks);
  const indexes = networks.get(network) ?? { next: 0, held: new Set() };
  networks.set(network, indexes);
  return indexes;
}
