import type { Queryable } from "../../platform/db/pool.ts";
import type { Check } from "../../platform/health/readiness.ts";
import { hasPrices, readTraderState, type TraderState } from "./store.ts";

/** Real-time prices come every few seconds, and crypto markets never close. Prices of a replay do not count. */
const OLDEST_PRICE_SECONDS = 120;

/** The work of this process: it trades, waits to take over, or does not trade. */
type ProcessWork = "trading" | "standby" | "none";

export interface TraderHealth {
  status: "trading";
  thisProcess: ProcessWork;
  newestPriceAgeSeconds: number | null;
}

/** Returns the health of the trader, whichever process it is, or why no bot trades now. */
export async function readTraderHealth(
  sql: Queryable,
  ownHolder: string | undefined,
): Promise<{ problem: string } | TraderHealth> {
  const state = await readTraderState(sql);
  const problem = findTraderProblem(state);
  if (problem !== null) return { problem };
  const { holder, newestPriceAgeSeconds } = state;
  const work = ownHolder === undefined ? "none" : ownHolder === holder ? "trading" : "standby";
  return { status: "trading", thisProcess: work, newestPriceAgeSeconds };
}

/** Why no bot trades now, in one sentence; null when they do. */
export function findTraderProblem({
  isAlive,
  newestPriceAgeSeconds: age,
  waitsUntil,
}: Omit<TraderState, "holder">): string | null {
  if (!isAlive) return "No process trades.";
  if (waitsUntil !== null) return `The clock was set back. Trading waits until ${formatTime(waitsUntil)} UTC.`;
  if (age !== null && age > OLDEST_PRICE_SECONDS) return `The newest price is ${Math.round(age)} s old.`;
  return null;
}

/** Hours and minutes in UTC. */
export function formatTime(at: Date): string {
  return at.toISOString().slice(11, 16);
}

/** Without prices no account has a value. The trader writes the first ones at the first start. */
export const createPriceCheck = (sql: Queryable): Check => ({
  name: "prices",
  findProblem: async () => ((await hasPrices(sql)) ? null : "There are no prices yet."),
});
