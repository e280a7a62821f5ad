import type { BaseLogger } from "pino";
import { computeLosingAccountsPct } from "../investing/positions/losing-accounts.ts";
import { runSnapshots } from "../proofs/liabilities/run-snapshots.ts";
import { takeSnapshot } from "../proofs/liabilities/take-snapshot.ts";
import { openLogSigner } from "../proofs/log/log-signer.ts";
import { runLog } from "../proofs/log/run-log.ts";
import { createCosigner } from "../proofs/log/witnesses.ts";
import type { Sql } from "../platform/db/pool.ts";
import { maxPriceAgeMs } from "../trader/feeds/feed-plan.ts";
import type { OpenedBank } from "../bank/module.ts";
import type { Settings } from "./settings/settings.ts";

const NO_KEY =
  "this process has no key to sign the transparency log: set the same LOG_KEY for all processes, or put the file keys/log.key of the process that began the log into DATA_DIR";

/**
 * Keeps the transparency log up to date in this process, if it has the log's key, and takes the daily snapshot of liabilities.
 * @throws StartError when LOG_KEY is not the key of this database's log
 */
export async function startLog(
  sql: Sql,
  settings: Settings,
  { takeReserves }: Pick<OpenedBank, "takeReserves">,
  log: Pick<BaseLogger, "warn" | "error">,
): Promise<{ stop(): Promise<void> }> {
  const signer = await openLogSigner(sql, settings);
  if (signer === null) log.warn(NO_KEY);
  const cosign = createCosigner(settings.witnesses ?? [], (text) => log.warn(text));
  const logging = signer === null ? undefined : runLog({ sql, signer, cosign }, log);
  const computeLosingPct = (): Promise<number | null> =>
    computeLosingAccountsPct({ sql, maxPriceAgeMs: maxPriceAgeMs(settings.marketFeed) });
  const now = (): Date => new Date();
  const snapshots = runSnapshots(
    [
      { name: "liabilities", take: (signal) => takeSnapshot({ sql, now, computeLosingPct }, signal) },
      { name: "reserves", take: takeReserves },
    ],
    log,
  );
  return {
    stop: async () => {
      await Promise.all([snapshots.stop(), logging?.stop()]);
    },
  };
}
