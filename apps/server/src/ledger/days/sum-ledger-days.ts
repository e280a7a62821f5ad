import { DAY_MS } from "@wazi/contracts";
import { formatNav, formatUnits, ONE_NAV, parseUnits, units, ZERO_UNITS } from "@wazi/domain";
import type { Queryable } from "../../platform/db/pool.ts";
import {
  findBounds,
  listStoredPools,
  listLastNavs,
  listNavsBefore,
  sumDays,
  sumUnits,
  type DayFlows,
  type DayPool,
} from "./store.ts";

export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
export const toDay = (moment: Date): string => moment.toISOString().slice(0, 10);
export const nextDay = (day: string): string => toDay(new Date(startOfDay(day).getTime() + DAY_MS));

/** Lists the days from `first` to `last`, both included, as YYYY-MM-DD. */
function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = nextDay(day)) days.push(day);
  return days;
}

export interface SummedDays {
  flows: DayFlows[];
  /** Each bot at the end of each day, if it had units or a trade by then. */
  pools: DayPool[];
}

/**
 * Adds up each day from `first` to `last` from the ledger's entries, the position events and the trades. Days without
 * movements are included.
 * @param lastKept the day before `first`, which is stored; null when `first` is the day of the first movement
 */
export async function sumLedgerDays(
  tx: Queryable,
  { first, last, lastKept }: { first: string; last: string; lastKept: string | null },
): Promise<SummedDays> {
  const before = lastKept === null ? await poolsBefore(tx, first) : await listStoredPools(tx, lastKept);
  const days = daysBetween(first, last);
  const [from, until] = [startOfDay(first), startOfDay(nextDay(last))];
  const bounds = await findBounds(tx, from, until);
  const flows = bounds ? await sumDays(tx, bounds, from, until) : [];
  const changes = bounds ? await sumUnits(tx, bounds, from, until) : [];
  const navs = bounds ? await listLastNavs(tx, from, until) : [];
  const flowsOf = new Map(flows.map((each) => [each.day, each]));
  const ends = new Map(before.map((end) => [end.botId, end]));
  const pools: DayPool[] = [];
  for (const day of days) {
    for (const { botId, nav, series } of navs.filter((each) => each.day === day)) {
      ends.set(botId, { ...(ends.get(botId) ?? unusedPool(botId)), nav, navSeries: series });
    }
    for (const { botId, units: change, series } of changes.filter((each) => each.day === day)) {
      const end = ends.get(botId) ?? unusedPool(botId);
      const held = formatUnits(units(parseUnits(end.units) + parseUnits(change)));
      ends.set(botId, { ...end, units: held, unitsSeries: series });
    }
    pools.push(...[...ends.values()].map((end) => ({ ...end, day })));
  }
  return { flows: days.map((day) => flowsOf.get(day) ?? stillDay(day)), pools };
}

/** Bots trade from the first minute, so a bot's nav may have changed before the first investment. */
async function poolsBefore(tx: Queryable, first: string): Promise<DayPool[]> {
  const navs = await listNavsBefore(tx, startOfDay(first));
  return navs.map(({ botId, nav, series }) => ({ ...unusedPool(botId), nav, navSeries: series }));
}

/** Returns the pool of a bot without investors and trades. */
function unusedPool(botId: string): DayPool {
  return { day: "", botId, units: formatUnits(ZERO_UNITS), unitsSeries: 1, nav: formatNav(ONE_NAV), navSeries: 1 };
}

function stillDay(day: string): DayFlows {
  const nothing = "0.00";
  return {
    day,
    moneyIn: nothing,
    moneyOut: nothing,
    traded: nothing,
    adjusted: nothing,
    platformIncome: nothing,
    platformOther: nothing,
    balances: nothing,
    onHold: nothing,
    runningProfit: nothing,
    pools: nothing,
  };
}
