import type { BaseLogger } from "pino";
import type { Sql } from "../../platform/db/pool.ts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import { appendHashes } from "./append-hashes.ts";
import type { LogSigner } from "./log-signer.ts";
import { LogRenewed, LogStopped, signCheckpoint, type Cosign } from "./sign-checkpoint.ts";
import { countLeaves, lockLog, readHashes, saveStopped, saveTiles, takeLeaves } from "../../record/api.ts";

/** A leaf is in a signed checkpoint within 5 s: at most one round late, and a round takes less. */
const EVERY_MS = 1_000;
const LEAVES_AT_ONCE = 4_096;

/**
 * Gives waiting leaves their places and adds them to the tree, in one commit.
 * @returns how many; 0 also when another process is doing it
 */
export async function integrateLeaves(sql: Sql, most = LEAVES_AT_ONCE): Promise<number> {
  return sql.begin(async (tx) => {
    if (!(await lockLog(tx))) return 0;
    const size = await countLeaves(tx);
    const leaves = await takeLeaves(tx, size, most);
    if (leaves.length === 0) return 0;
    await saveTiles(tx, await appendHashes(size, leaves, (level, number) => readHashes(tx, level, number)));
    return leaves.length;
  });
}

/**
 * Integrates all waiting leaves, then signs.
 * @param signal ends it between two parts of a backlog, before anything is signed
 * @throws LogStopped
 */
export async function updateLog(sql: Sql, signer: LogSigner, cosign: Cosign, signal?: AbortSignal): Promise<void> {
  let isBehind = true;
  while (isBehind && signal?.aborted !== true) isBehind = (await integrateLeaves(sql)) === LEAVES_AT_ONCE;
  if (signal?.aborted !== true) await signCheckpoint(sql, signer, cosign);
}

/**
 * Keeps the log up to date until it is stopped. When what it would sign contradicts what was signed, it ends for good, and
 * says so in the log lines and on the status page.
 */
export function runLog(
  { sql, signer, cosign }: { sql: Sql; signer: LogSigner; cosign: Cosign },
  log: Pick<BaseLogger, "warn" | "error">,
): Running {
  return runEvery({
    everyMs: EVERY_MS,
    run: async (signal) => {
      try {
        await updateLog(sql, signer, cosign, signal);
        return;
      } catch (error) {
        if (!(error instanceof LogStopped)) throw error;
        log.error(`the transparency log has stopped: ${error.message} (docs/explanation/proofs.md)`);
        if (!(error instanceof LogRenewed)) await saveStopped(sql, error.message).catch(() => undefined);
        return "never";
      }
    },
    failed: (error) => log.warn({ err: error }, "the transparency log could not be updated; it is tried again"),
  });
}
