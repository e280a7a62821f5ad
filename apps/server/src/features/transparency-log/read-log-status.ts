import { parseCheckpoint } from "@wazi/checker";
import type { LogStatus } from "@wazi/contracts";
import { listRenewals } from "../../core/transparency-log/renewals.ts";
import { readLogState } from "../../core/transparency-log/store.ts";
import type { Queryable } from "../../db/pool.ts";

/** Reads the state of the transparency log. */
export async function readLogStatus(sql: Queryable, witnessKeys: readonly string[]): Promise<LogStatus> {
  const state = await readLogState(sql);
  const renewals = await listRenewals(sql);
  const checkpoint = state?.checkpoint ? parseCheckpoint(state.checkpoint) : null;
  const signers = checkpoint?.signatures.map((line) => line.split(" ")[1] ?? "") ?? [];
  return {
    publicKey: state?.publicKey ?? null,
    size: checkpoint?.size ?? 0,
    signedAt: state?.signedAt?.toISOString() ?? null,
    witnesses: signers.filter((name) => name !== checkpoint?.origin),
    witnessKeys: [...witnessKeys],
    stopped: state?.stopped ?? null,
    renewals: renewals.map(({ at, reason, oldKey }) => ({ at, reason, oldKey })),
  };
}
