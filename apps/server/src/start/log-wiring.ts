import { DAY_MS } from "@wazi/contracts";
import { divideDown, formatDecimal, parseDecimal } from "@wazi/domain";
import type { BaseLogger } from "pino";
import { computeLosingAccountsPct } from "../investing/positions/losing-accounts.ts";
import { runSnapshots } from "../proofs/liabilities/run-snapshots.ts";
import { takeSnapshot } from "../proofs/liabilities/take-snapshot.ts";
import { findLocalRate } from "../ledger/local-rates/store.ts";
import { takeReserves } from "../bank/reserves/take-reserves.ts";
import { openLogSigner } from "../proofs/log/log-signer.ts";
import { runLog } from "../proofs/log/run-log.ts";
import { createCosigner } from "../proofs/log/witnesses.ts";
import type { Sql } from "../platform/db/pool.ts";
import { findRate } from "../deposits/requests/store.ts";
import { computeMaxRateAgeMs, openReserveChains } from "./rails-wiring.ts";
import { maxPriceAgeMs } from "../trader/feeds/feed-plan.ts";
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
  log: Pick<BaseLogger, "warn" | "error">,
): Promise<{ stop(): Promise<void> }> {
  const signer = await openLogSigner(sql, settings);
  if (signer === null) log.warn(NO_KEY);
  const cosign = createCosigner(settings.witnesses ?? [], (text) => log.warn(text));
  const logging = signer === null ? undefined : runLog({ sql, signer, cosign }, log);
  const computeLosingPct = (): Promise<number | null> =>
    computeLosingAccountsPct({ sql, maxPriceAgeMs: maxPriceAgeMs(settings.marketFeed) });
  const now = (): Date => new Date();
  const reserves = {
    sql,
    now,
    isPaper: settings.mode === "demo",
    chains: openReserveChains(settings),
    findRate: (currency: string) => findDollarRate(sql, settings, currency),
  };
  const snapshots = runSnapshots(
    [
      { name: "liabilities", take: (signal) => takeSnapshot({ sql, now, computeLosingPct }, signal) },
      { name: "reserves", take: () => takeReserves(reserves) },
    ],
    log,
  );
  return {
    stop: async () => {
      await Promise.all([snapshots.stop(), logging?.stop()]);
    },
  };
}

/** A rate that an administrator entered longer ago is not used for reserves. */
const LOCAL_RATE_AGE_MS = 7 * DAY_MS;
const RATE_PLACES = 12;

/** US dollars for one coin or one unit of a currency; null without a fresh rate. */
async function findDollarRate(sql: Sql, { marketFeed }: Settings, currency: string): Promise<string | null> {
  if (currency === "USD") return "1";
  const local = await findLocalRate(sql, currency);
  if (local === null) return findRate(sql, currency, new Date(Date.now() - computeMaxRateAgeMs(marketFeed)));
  if (Date.now() - local.setAt.getTime() > LOCAL_RATE_AGE_MS) return null;
  const perDollar = parseDecimal(local.rate, RATE_PLACES);
  return formatDecimal(divideDown(10n ** BigInt(2 * RATE_PLACES), perDollar), RATE_PLACES);
}
