import { DAY_MS, HOUR_MS } from "@wazi/contracts";
import type { BaseLogger } from "pino";
import { type Door, toDay } from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import type { RateSource } from "../interest/cash-interest.ts";
import { buildInterestOperation } from "./interest-operation.ts";
import { storeRateDays } from "./store-rate-days.ts";
import { listDueInvestors } from "./store.ts";

interface Deps {
  sql: Sql;
  door: Door;
  now: () => Date;
  /** Undefined where balances earn nothing. */
  source: RateSource | undefined;
}

/** Investors of one page, and those that the ledger's door gets at once. */
const PAGE = 500;
const AT_ONCE = 50;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
/** Later than every day. */
const NO_DAY = "9999-12-31";
const EVERY_MS = HOUR_MS;

/**
 * Posts what the balances have earned, once the month is over; a balance that moved since is posted already. Where interest is not
 * offered any more, it is posted and turned off for everyone. It goes by pages, and after an interruption the same call continues:
 * each posting is one commit that names the day until which it is.
 */
export async function postMonths(deps: Deps, signal?: AbortSignal): Promise<void> {
  const isEnded = deps.source === undefined;
  const now = deps.now();
  const settled = isEnded ? NO_DAY : toDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - DAY_MS));
  const choice = isEnded ? { isOn: false, actorId: null, legalBasis: null, address: null } : null;
  for (let after = FIRST_ID; ;) {
    const page = await listDueInvestors(deps.sql, { settled, after, limit: PAGE });
    for (let start = 0; start < page.length; start += AT_ONCE) {
      signal?.throwIfAborted();
      const group = page.slice(start, start + AT_ONCE);
      await Promise.all(group.map((userId) => deps.door.post(buildInterestOperation(userId, choice))));
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last;
  }
}

/** Stores the rates of days, the first of them before anything is served, and then goes on each hour. */
export async function runRateDays(deps: Omit<Deps, "door">, log: Pick<BaseLogger, "warn">): Promise<Running> {
  const store = async (): Promise<void> => {
    if (deps.source !== undefined) await storeRateDays(deps, deps.source);
  };
  await store();
  return runEvery({
    everyMs: EVERY_MS,
    firstAfterMs: EVERY_MS,
    run: store,
    failed: (error) => log.warn({ err: error }, "storing the rate of balances failed; it runs again in an hour"),
  });
}

/** Posts the interest of each month soon after its end. */
export function runMonths(deps: Deps, log: Pick<BaseLogger, "warn">): Running {
  let posted = "";
  return runEvery({
    everyMs: EVERY_MS,
    run: async (signal) => {
      const month = toDay(deps.now()).slice(0, "YYYY-MM".length);
      if (month === posted) return;
      await postMonths(deps, signal);
      posted = month;
    },
    failed: (error) => log.warn({ err: error }, "posting interest on balances failed; it runs again in an hour"),
  });
}
