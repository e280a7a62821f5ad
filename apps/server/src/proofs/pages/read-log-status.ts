import { parseCheckpoint } from "@wazi/proofs";
import type { LoggedRelease, LogStatus } from "@wazi/contracts";
import { listRenewals, findNewestLeaf, readLogState } from "../../record/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** Reads the state of the transparency log. */
export async function readLogStatus(sql: Queryable, witnessKeys: readonly string[]): Promise<LogStatus> {
  const state = await readLogState(sql);
  const renewals = await listRenewals(sql);
  const checkpoint = state?.checkpoint ? parseCheckpoint(state.checkpoint) : null;
  const size = checkpoint?.size ?? 0;
  const signers = checkpoint?.signatures.map((line) => line.split(" ")[1] ?? "") ?? [];
  return {
    publicKey: state?.publicKey ?? null,
    size,
    signedAt: state?.signedAt?.toISOString() ?? null,
    witnesses: signers.filter((name) => name !== checkpoint?.origin),
    witnessKeys: [...witnessKeys],
    stopped: state?.stopped ?? null,
    renewals: renewals.map(({ at, reason, oldKey }) => ({ at, reason, oldKey })),
    release: await readRelease(sql, size),
  };
}

/** Only from what is signed, so that anybody finds it in the log's files. */
async function readRelease(sql: Queryable, size: number): Promise<LoggedRelease | null> {
  const placed = await findNewestLeaf(sql, "release", size);
  if (placed === undefined) return null;
  const { at, document } = JSON.parse(placed.leaf) as { at: string; document: Omit<LoggedRelease, "since" | "index"> };
  const { kind, version, commit, isDirty, manifest } = document;
  return { kind, version, commit, isDirty, manifest, since: at, index: placed.position };
}
