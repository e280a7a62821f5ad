import { hash, randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";

/** An account with what it is owed in cents. */
export interface OwedAccount {
  account: bigint;
  nonce: Uint8Array;
  owed: bigint;
}

/** A level of the tree: 40 bytes a node, its digest and its value in cents (8 bytes, the lowest first). */
type SumLevel = Buffer;

export interface SumTree {
  /** From the leaves to the root. Empty without any balance. */
  levels: SumLevel[];
  /** The leaves of each account, in the order of the accounts given. */
  leavesOf: { index: number; value: bigint }[][];
  total: bigint;
  /** SHA-256, in hexadecimal. */
  root: string;
}

export const NODE_BYTES = 40;
const DIGEST_BYTES = 32;
const VALUE_BYTES = 8;
const BYTES_OF_CHANCE = 6;
/** Between two rests, so that calls are answered while a large tree is made. */
const NODES_AT_ONCE = 2_048;

const sha256 = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer");

const CHANCES_AT_ONCE = 1_024;
let chances = Buffer.alloc(0);
let spent = 0;

/** A whole number from 0 to below `most`, from the system's generator; with 48 bits, no number is noticeably likelier. */
function pick(most: bigint): bigint {
  if (spent === chances.length) {
    chances = randomBytes(CHANCES_AT_ONCE * BYTES_OF_CHANCE);
    spent = 0;
  }
  spent += BYTES_OF_CHANCE;
  return BigInt(chances.readUIntLE(spent - BYTES_OF_CHANCE, BYTES_OF_CHANCE)) % most;
}

/** Two random parts of at least one cent; one part of a single cent, none of nothing. */
export function splitBalance(owed: bigint): bigint[] {
  if (owed <= 0n) return [];
  if (owed === 1n) return [1n];
  const first = 1n + pick(owed - 1n);
  return [first, owed - first];
}

/** The places of leaves in random order (Fisher and Yates). */
function shufflePlaces(count: number): Uint32Array {
  const places = Uint32Array.from({ length: count }, (_, index) => index);
  const chance = randomBytes(count * BYTES_OF_CHANCE);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = chance.readUIntLE(at * BYTES_OF_CHANCE, BYTES_OF_CHANCE) % (at + 1);
    [places[at], places[other]] = [places[other] ?? 0, places[at] ?? 0];
  }
  return places;
}

/**
 * Makes the leaves of the tree of all balances: a Merkle-sum tree whose nodes bind both sums below them. Balances are split and their parts
 * shuffled among all places, so that the tree shows neither who has how much nor how many accounts there are.
 *   leaf = HMAC-SHA256(SHA256(nonce ‖ snapshot ‖ account), value ‖ place)
 *   node = SHA256(left digest ‖ left value ‖ right digest ‖ right value)
 * Numbers are 8 bytes, the lowest first. Source: BitMEX's proof of liabilities, with the node form that ePrint 2018/1139 asks for.
 */
export async function placeLeaves(
  accounts: readonly OwedAccount[],
  snapshot: bigint,
): Promise<{ leaves: SumLevel; leavesOf: SumTree["leavesOf"] }> {
  const parts = accounts.map(({ owed }) => splitBalance(owed));
  const needed = parts.reduce((sum, each) => sum + each.length, 0);
  let count = 1;
  while (count < needed) count *= 2;
  const places = shufflePlaces(count);
  // Places without a balance have a random digest and the value 0, so they cannot be told from others by their digest.
  const leaves = Buffer.alloc(count * NODE_BYTES);
  let used = 0;
  const leavesOf: SumTree["leavesOf"] = [];
  for (const [number, { account, nonce }] of accounts.entries()) {
    const derived = deriveNonce(nonce, snapshot, account);
    const own = (parts[number] ?? []).map((value) => {
      const index = places[used++] ?? 0;
      writeLeaf(leaves, derived, index, value);
      return { index, value };
    });
    leavesOf.push(own);
    if (number % NODES_AT_ONCE === 0) await setImmediate();
  }
  for (; used < count; used += 1) randomBytes(DIGEST_BYTES).copy(leaves, (places[used] ?? 0) * NODE_BYTES);
  return { leaves, leavesOf };
}

/** The levels above the leaves, which are the first of them. */
export async function joinLevels(leaves: SumLevel): Promise<Omit<SumTree, "leavesOf">> {
  const levels: SumLevel[] = [leaves];
  for (let level: SumLevel = leaves; level.length > NODE_BYTES; levels.push(level)) level = await joinLevel(level);
  const top = levels.at(-1) ?? leaves;
  const root = top.subarray(0, DIGEST_BYTES).toString("hex");
  return { levels, total: top.readBigUInt64LE(DIGEST_BYTES), root };
}

const nonceMessage = Buffer.alloc(DIGEST_BYTES + 2 * VALUE_BYTES);

function deriveNonce(nonce: Uint8Array, snapshot: bigint, account: bigint): Buffer {
  nonceMessage.set(nonce);
  nonceMessage.writeBigUInt64LE(snapshot, DIGEST_BYTES);
  nonceMessage.writeBigUInt64LE(account, DIGEST_BYTES + VALUE_BYTES);
  return sha256(nonceMessage);
}

/** The block of SHA-256 and the two pads of HMAC (RFC 2104). */
const BLOCK_BYTES = 64;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
const inner = Buffer.alloc(BLOCK_BYTES + 2 * VALUE_BYTES);
const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);

/** HMAC-SHA256 of value ‖ place with two plain hashes, because an HMAC object for each of two million leaves takes three times as long. */
function writeLeaf(leaves: Buffer, derived: Buffer, index: number, value: bigint): void {
  inner.fill(INNER_PAD, DIGEST_BYTES, BLOCK_BYTES);
  outer.fill(OUTER_PAD, DIGEST_BYTES, BLOCK_BYTES);
  for (let at = 0; at < DIGEST_BYTES; at += 1) {
    const byte = derived[at] ?? 0;
    inner[at] = byte ^ INNER_PAD;
    outer[at] = byte ^ OUTER_PAD;
  }
  inner.writeBigUInt64LE(value, BLOCK_BYTES);
  inner.writeBigUInt64LE(BigInt(index), BLOCK_BYTES + VALUE_BYTES);
  outer.set(sha256(inner), BLOCK_BYTES);
  leaves.set(sha256(outer), index * NODE_BYTES);
  leaves.writeBigUInt64LE(value, index * NODE_BYTES + DIGEST_BYTES);
}

/** Joins pairs of nodes. A node is its digest followed by its value, so the bytes of a pair are what is hashed. */
async function joinLevel(below: SumLevel): Promise<SumLevel> {
  const level = Buffer.alloc(below.length / 2);
  for (let at = 0; at < level.length; at += NODE_BYTES) {
    writeJoined(level, at, below, 2 * at);
    if (at % (NODE_BYTES * NODES_AT_ONCE) === 0) await setImmediate();
  }
  return level;
}

function writeJoined(level: Buffer, at: number, below: Buffer, from: number): void {
  level.set(sha256(below.subarray(from, from + 2 * NODE_BYTES)), at);
  const left = below.readBigUInt64LE(from + DIGEST_BYTES);
  level.writeBigUInt64LE(left + below.readBigUInt64LE(from + NODE_BYTES + DIGEST_BYTES), at + DIGEST_BYTES);
}

/** The node above the pair that begins at a byte. */
export function joinPair(below: Buffer, at: number): Buffer {
  const node = Buffer.alloc(NODE_BYTES);
  writeJoined(node, 0, below, at);
  return node;
}
