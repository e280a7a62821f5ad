import type { ReservesFile } from "@wazi/contracts";
import { findLoggedReserveDay } from "../../bank/api.ts";
import { proveLeaves, readSignedLog } from "../log/prove-leaves.ts";
import { listRenewals, listLeavesAbout } from "../../record/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** Reads the newest day's reserves beside its liabilities, as a file for the checker; null before the first day in the log. */
export async function readReserves(sql: Queryable): Promise<ReservesFile | null> {
  const log = await readSignedLog(sql);
  // Signed messages name the log's key, so those from before it was begun anew cannot be checked with it.
  const begun = log && (await listRenewals(sql, log.size)).at(-1)?.position;
  const day = log && (await findLoggedReserveDay(sql, log.size, begun ?? 0));
  if (!log || day === null) return null;
  const leaves = [
    ...(await listLeavesAbout(sql, day, ["reserves"], log.size)),
    ...(await listLeavesAbout(sql, day, ["liabilities"], log.size)),
  ];
  const proven = await proveLeaves(sql, log.size, leaves);
  return { format: "wazi-reserves-1", key: log.key, checkpoint: log.checkpoint, ...proven };
}
