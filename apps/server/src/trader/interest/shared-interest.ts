import { DAY_MS } from "@wazi/contracts";
import { accrual, computeDayGrowth, computeDayPart, computeIdleCash, computePoolGrowth, sumDay } from "@wazi/domain";
import { listArrivals, lockInterestDays } from "../../bank/api.ts";
import type { Sql, Tx } from "../../platform/db/pool.ts";
import { findIdleCash } from "../loop/open-trade.ts";
import {
  type CashInterestSettings,
  HIGHEST_RATE_PCT,
  openBillGrowth,
  type SharedInterest,
  splitGrowth,
  toDailyGrowth,
} from "./cash-interest.ts";
import { findShare, insertDay, isDayFixed, listSharingPools, sumTaken } from "./store.ts";

/** Idle cash earns at most this in a day. What has arrived beyond it is for later days. */
const HIGHEST_GROWTH = toDailyGrowth(HIGHEST_RATE_PCT);

/**
 * Shares the interest that has arrived: a day's part is fixed once for all pools, by their idle cash after the day has ended. All
 * get the same rate, before the operator's margin.
 */
export function openSharedInterest(sql: Sql, settings: CashInterestSettings): SharedInterest {
  const { marginPct } = settings;
  return {
    name: "statements",
    findBillGrowth: openBillGrowth(settings),
    async findShare(day, botId) {
      if (!(await isDayFixed(sql, day))) await sql.begin((tx) => fixDay(tx, day));
      const share = await findShare(sql, day, botId);
      return share && ((idle) => splitGrowth(computePoolGrowth(share, idle), marginPct));
    },
  };
}

async function fixDay(tx: Tx, day: string): Promise<void> {
  await lockInterestDays(tx);
  if (await isDayFixed(tx, day)) return;
  const sum = sumDay(await listArrivals(tx), Date.parse(day) / DAY_MS, await sumTaken(tx));
  const pools = (await listSharingPools(tx, day))
    .map(({ botId, nav, units, openTrades }) => ({
      botId,
      idle: computeIdleCash(units, findIdleCash(nav, openTrades)),
    }))
    .filter(({ idle }) => idle > 0n);
  const idle = accrual(pools.reduce((total, each) => total + each.idle, 0n));
  const growth = computeDayGrowth(sum, idle, HIGHEST_GROWTH);
  const shares = growth > 0n ? pools.map((each) => ({ ...each, part: computeDayPart(each.idle, growth) })) : [];
  await insertDay(tx, day, { ...sum, idle, growth }, shares);
}
