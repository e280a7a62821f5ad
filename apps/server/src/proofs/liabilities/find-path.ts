import type { Queryable } from "../../platform/db/pool.ts";
import { joinPair, NODE_BYTES } from "./build-sum-tree.ts";
import { readNodes } from "./store.ts";
import { LEVELS_IN_ROW, NODES_IN_ROW } from "./take-snapshot.ts";

const DIGEST_BYTES = 32;

/** A node beside the way from a leaf to the root: its digest in Base64, its value in cents. */
interface BesideNode {
  digest: string;
  value: string;
}

/** The nodes beside the way from a leaf to the root, the lowest first. `leaves` is the number of leaves of the tree. */
export async function findPath(sql: Queryable, day: string, leaves: number, index: number): Promise<BesideNode[]> {
  const path: BesideNode[] = [];
  let place = index;
  for (let level = 0, count = leaves; count > 1; level += LEVELS_IN_ROW) {
    let nodes = await readNodes(sql, day, level, Math.floor(place / NODES_IN_ROW));
    let at = place % NODES_IN_ROW;
    for (; nodes.length > NODE_BYTES; nodes = joinRow(nodes)) {
      path.push(readNode(nodes, at % 2 === 0 ? at + 1 : at - 1));
      at = Math.floor(at / 2);
    }
    place = Math.floor(place / NODES_IN_ROW);
    count = Math.ceil(count / NODES_IN_ROW);
  }
  return path;
}

function joinRow(nodes: Buffer): Buffer {
  const pairs = nodes.length / (2 * NODE_BYTES);
  return Buffer.concat(Array.from({ length: pairs }, (_, index) => joinPair(nodes, index * 2 * NODE_BYTES)));
}

function readNode(nodes: Buffer, index: number): BesideNode {
  const at = index * NODE_BYTES;
  return {
    digest: nodes.subarray(at, at + DIGEST_BYTES).toString("base64"),
    value: String(nodes.readBigUInt64LE(at + DIGEST_BYTES)),
  };
}
