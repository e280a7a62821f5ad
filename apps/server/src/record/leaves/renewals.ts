import { parseKey } from "@wazi/proofs";
import type { RenewalLeaf } from "@wazi/proofs/renewals";
import type { Queryable } from "../../platform/db/pool.ts";
import { countLeaves, listLeavesAbout, readLogState } from "./store.ts";

/** A leaf that says that the log was begun anew, with its place. */
export interface RenewalRow extends RenewalLeaf {
  position: number;
}

/** Where the log was begun anew with another key, oldest first. @param size leaves after it are left out */
export async function listRenewals(sql: Queryable, size?: number): Promise<RenewalRow[]> {
  const leaves = await listLeavesAbout(sql, "log", ["renewal"], size ?? (await countLeaves(sql)));
  return leaves.map(({ position, leaf }) => ({ ...(JSON.parse(leaf) as RenewalLeaf), position }));
}

/** The name of the log in its checkpoints, which changes with its key; null before its first start. */
export async function readLogName(sql: Queryable): Promise<string | null> {
  const state = await readLogState(sql);
  return state && parseKey(state.publicKey).name;
}
