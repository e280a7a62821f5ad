import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@wazi/contracts";
import { computePayout, parseCents } from "@wazi/domain";
import type { BaseLogger } from "pino";
import type { Sql } from "../../platform/db/pool.ts";
import { readPositionsOf, readTradingFlows } from "./store.ts";

/** With fewer accounts, the share would reveal more about single people than about the product. */
const LEAST_ACCOUNTS = 30;
/** Accounts are read in pages, so that calls that arrive meanwhile are answered between two of them. */
const PAGE_SIZE = 100;
/** Visitors share one figure for this long. */
const LEAST_AGE_MS = MINUTE_MS;
/** With many accounts the figure is kept for this many times what it took, so that it takes 2 % of a processor at most. */
const AGE_PER_DURATION = 50;
/** The first figure of a process is waited for this long. */
const MAX_WAIT_MS = 500;

interface LosingAccountDeps {
  sql: Sql;
  maxPriceAgeMs: number;
}

/**
 * Computes the percentage of accounts with a trading loss, among all accounts that ever had a position. An account has
 * a loss when the money returned by its bots, plus what its positions would pay now, is less than the money invested.
 * Null below 30 accounts.
 */
export async function computeLosingAccountsPct(deps: LosingAccountDeps, pageSize = PAGE_SIZE): Promise<number | null> {
  let [accounts, losing] = [0, 0];
  for (let after: string | null = null; ;) {
    const page = await countLosing(deps, after, pageSize);
    accounts += page.accounts;
    losing += page.losing;
    if (page.last === null) break;
    after = page.last;
  }
  return accounts < LEAST_ACCOUNTS ? null : Math.round((losing / accounts) * 1_000) / 10;
}

/** @returns the counts of a page of accounts, and its last account when there may be more */
async function countLosing(
  { sql, maxPriceAgeMs }: LosingAccountDeps,
  after: string | null,
  pageSize: number,
): Promise<{ accounts: number; losing: number; last: string | null }> {
  const flows = await readTradingFlows(sql, after, pageSize);
  const results = new Map(flows.map(({ userId, net }) => [userId, BigInt(parseCents(net))]));
  for (const { userId, pool, position } of await readPositionsOf(sql, [...results.keys()], maxPriceAgeMs)) {
    const { toDepositFunds, toProfitFunds } = computePayout(position, pool.marks.exit);
    results.set(userId, (results.get(userId) ?? 0n) + toDepositFunds + toProfitFunds);
  }
  return {
    accounts: flows.length,
    losing: [...results.values()].filter((result) => result < 0n).length,
    last: flows.length < pageSize ? null : (flows.at(-1)?.userId ?? null),
  };
}

/**
 * Returns a function that answers with the last computed percentage, and computes it again in the background when it is
 * a minute old, or older where computing takes long. A figure of twice that age is not given while a new one may come
 * soon. Null until it is first known.
 */
export function createLosingAccountsReader(
  deps: LosingAccountDeps & { now: () => Date; log: Pick<BaseLogger, "warn"> },
): () => Promise<number | null> {
  let known: number | null = null;
  /** When the figure is computed again, and from when on a call waits for the new one. */
  let [dueAt, oldAt] = [-Infinity, -Infinity];
  let running: { done: Promise<void>; startedAt: number } | null = null;

  const refresh = async (): Promise<void> => {
    const startedAt = performance.now();
    try {
      known = await computeLosingAccountsPct(deps);
    } catch (error) {
      deps.log.warn({ err: error }, "the share of losing accounts was not computed; it is tried again in a minute");
    }
    const age = Math.max(LEAST_AGE_MS, (performance.now() - startedAt) * AGE_PER_DURATION);
    dueAt = deps.now().getTime() + age;
    oldAt = dueAt + age;
    running = null;
  };

  return async () => {
    const at = deps.now().getTime();
    if (running === null && at >= dueAt) running = { done: refresh(), startedAt: performance.now() };
    if (running !== null && at >= oldAt) {
      const leftMs = MAX_WAIT_MS - (performance.now() - running.startedAt);
      if (leftMs > 0) await Promise.race([running.done, sleep(leftMs, undefined, { ref: false })]);
    }
    return known;
  };
}
