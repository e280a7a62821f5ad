import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "../../platform/db/pool.ts";
import type { Broker } from "./broker.ts";
import { readFillsWithoutFee, recordFee } from "./store.ts";
import type { VenueSyncDeps } from "./venue-sync.ts";

const LOOKUP_INTERVAL_MS = 5_000;
/** A fee is looked up when its fill is this old, and again whenever the age has doubled. */
const FIRST_LOOKUP_MS = 10_000;
const MAX_LOOKED_UP = 20;

/** Finds the fees that the venue reports later than the fills. */
export interface FeeLookup {
  /** Stops between two questions when aborted. */
  lookUp(signal?: AbortSignal): Promise<void>;
}

/** Fees are looked up apart from the sync, so that orders never wait for them. After 23 hours a missing fee stays unknown. */
export function createFeeLookup({ sql, broker }: { sql: Sql; broker: Broker }): FeeLookup {
  let nextAgesMs = new Map<string, number>();
  return {
    async lookUp(signal) {
      const fills = await readFillsWithoutFee(sql, broker.name, MAX_LOOKED_UP);
      const agesMs = new Map<string, number>();
      for (const { clientOrderId, symbol, ageMs } of fills) {
        const dueAgeMs = nextAgesMs.get(clientOrderId) ?? FIRST_LOOKUP_MS;
        const isDue = ageMs >= dueAgeMs;
        agesMs.set(clientOrderId, isDue ? 2 * ageMs : dueAgeMs);
        if (!isDue || signal?.aborted) continue;
        const found = await broker.find(clientOrderId, symbol);
        if (found.status === "filled" && found.fee !== null) await recordFee(sql, clientOrderId, found.fee);
      }
      nextAgesMs = agesMs;
    },
  };
}

/** Runs until aborted. After a failure of the database it tries again. */
export async function runFeeLookup(lookup: FeeLookup, log: VenueSyncDeps["log"], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await lookup.lookUp(signal).catch((error: unknown) => {
      log.error({ err: error }, "looking up missing fees failed; it is tried again");
    });
    await sleep(LOOKUP_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
