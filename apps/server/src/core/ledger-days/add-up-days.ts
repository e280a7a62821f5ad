import { DAY_MS } from "@wazi/contracts";
import { formatNav, formatUnits, ONE_NAV, parseUnits, units, ZERO_UNITS } from "@wazi/domain";
import type { Queryable } from "../../db/pool.ts";
import {
  findBounds,
  listKeptPools,
  listLastNavs,
  listNavsBefore,
  sumDays,
  sumUnits,
  type DayFlows,
  type DayPool,
} from "./store.ts";

export const dayStart = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
export const dayAfter = (day: string): string => dayOf(new Date(dayStart(day).getTime() + DAY_MS));

/** The days from one to another, both of them, as YYYY-MM-DD. */
function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

export interface AddedUpDays {
  flows: DayFlows[];
  /** The end of every day for every bot that had units or a trade by then. */
  pools: DayPool[];
}

/**
 * Adds up days from the ledger's entries, the position events and the trades: from `first` to `last`, each of them, with
 * or without movements.
 * @param lastKept the day before `first`, which is kept; null where `first` is the day of the first movement
 */
export async function addUpDays(
  tx: Queryable,
  { first, last, lastKept }: { first: string; last: string; lastKept: string | null },
): Promise<AddedUpDays> {
  const before = lastKept === null ? await poolsBefore(tx, first) : await listKeptPools(tx, lastKept);
  const days = daysBetween(first, last);
  const [from, until] = [dayStart(first), dayStart(dayAfter(last))];
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

/** Bots trade from the first minute on: one may have a nav of its own before anybody puts money in. */
async function poolsBefore(tx: Queryable, first: string): Promise<DayPool[]> {
  const navs = await listNavsBefore(tx, dayStart(first));
  return navs.map(({ botId, nav, series }) => ({ ...unusedPool(botId), nav, navSeries: series }));
}

/** Of a bot that nobody has been in and that has not traded. */
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
