import type { Door, Operation } from "../../ledger/api.ts";

/** The indexes of new addresses that calls of this process hold, by network. */
const indexesOf = new WeakMap<Door, Map<string, NetworkIndexes>>();

interface NetworkIndexes {
  /** The lowest index above all that this process has given. */
  next: number;
  held: Set<number>;
}

/**
 * Takes the index of a call's new address, in place of the one that it took before.
 * @param next the index that the database has as the next one
 */
export type TakeIndex = (network: string, next: number) => number;

/** The address of a new deposit, and what the door expects and writes for it. */
export interface ChosenAddress {
  walletAddress: string;
  expects: Pick<Operation["expects"], "depositAddresses">;
  writes: Pick<NonNullable<Operation["writes"]>, "depositAddresses">;
}

/**
 * Runs a call that may give a new address. The calls of one process hold different indexes, so that their deposits go through
 * the ledger's door together. The door refuses an address that another process has given meanwhile, and the call takes the next
 * index. The address of a call that fails was shown to no one, so its index is given again.
 */
export async function withNewIndex<T>(door: Door, run: (take: TakeIndex) => Promise<T>): Promise<T> {
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
    const indexes = findIndexes(door, network);
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

function findIndexes(door: Door, network: string): NetworkIndexes {
  const networks = indexesOf.get(door) ?? new Map<string, NetworkIndexes>();
  indexesOf.set(door, networks);
  const indexes = networks.get(network) ?? { next: 0, held: new Set() };
  networks.set(network, indexes);
  return indexes;
}

/**
 * Returns a new address with what the door expects and writes for it.
 * @param make the address of an index
 */
export function giveNewAddress(
  { userId, network, next }: { userId: string; network: string; next: number },
  take: TakeIndex,
  make: (index: number) => string,
): ChosenAddress {
  const index = take(network, next);
  const address = { network, walletAddress: make(index), userId };
  return {
    walletAddress: address.walletAddress,
    expects: { depositAddresses: [address] },
    writes: { depositAddresses: [{ ...address, addressIndex: String(index) }] },
  };
}

/** An address of the investor's own from before. */
export const giveOwnAddress = (walletAddress: string): ChosenAddress => ({ walletAddress, expects: {}, writes: {} });
