import { openLogSigner, type LogSigner } from "../../apps/server/src/proofs/log/log-signer.ts";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";

/** Opens the log's key for tests of a process that has it. */
export async function openOwnSigner(
  sql: Sql,
  { dataDir, logKey, publicOrigin }: { dataDir: string; logKey?: string; publicOrigin?: string },
): Promise<LogSigner> {
  const signer = await openLogSigner(sql, { dataDir, logKey, publicOrigin });
  if (signer === null) throw new Error("the log of this database belongs to another process");
  return signer;
}
