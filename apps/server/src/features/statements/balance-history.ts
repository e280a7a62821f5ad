import { DAY_MS } from "@wazi/contracts";
import type { BalancePoint } from "@wazi/contracts";
import {
  add,
  cents,
  formatCents,
  ONE_NAV,
  parseCents,
  parseNav,
  parseUnits,
  units,
  valueDown,
  ZERO_CENTS,
} from "@wazi/domain";
import type { Cents, Nav, Units } from "@wazi/domain";
import type { BalanceName } from "../../core/movements/movement.ts";
import type { Sql } from "../../db/pool.ts";
import { findSignUpTime, listClosingNavs, sumByDay, sumUnitsByDay } from "./store.ts";

/** The units held of one bot and their series. */
interface Held {
  units: Units;
  series: number;
}

/**
 * Computes an investor's balances at the end of each of the last `days` days (UTC) since sign-up; today shows the current
 * state. The figures come from the ledger and the bots' trades. Positions are valued at the unit price of closed trades.
 */
export async function readBalanceHistory(
  deps: { sql: Sql; now: () => Date },
  userId: string,
  days: number,
): Promise<BalancePoint[]> {
  return deps.sql.begin("isolation level repeatable read read only", async (tx) => {
    const signedUpAt = (await findSignUpTime(tx, userId)) ?? deps.now();
    const shown = listDays(deps.now(), signedUpAt, days);
    const changes = await sumByDay(tx, userId);
    const flows = await sumUnitsByDay(tx, userId);
    const botIds = [...new Set(flows.map(({ botId }) => botId))];
    const navs = await listClosingNavs(tx, botIds, shown);
    const navAt = new Map(navs.map(({ botId, day, nav, series }) => [`${botId} ${day}`, { nav, series }]));
    const navOf = (botId: string, day: string, series: number): Nav => {
      const closing = navAt.get(`${botId} ${day}`);
      // Before its first trade, a series has a unit price of 1.
      return closing && closing.series >= series ? parseNav(closing.nav) : ONE_NAV;
    };
    return shown.map((day) => toBalancePoint(day, changes, flows, navOf));
  });
}

/** Lists the days to show as YYYY-MM-DD, oldest first. */
function listDays(now: Date, signedUpAt: Date, days: number): string[] {
  const today = Math.floor(now.getTime() / DAY_MS);
  const first = Math.min(today, Math.max(today - days + 1, Math.floor(signedUpAt.getTime() / DAY_MS)));
  return Array.from({ length: today - first + 1 }, (_, index) =>
    new Date((first + index) * DAY_MS).toISOString().slice(0, 10),
  );
}

function toBalancePoint(
  day: string,
  changes: Awaited<ReturnType<typeof sumByDay>>,
  flows: Awaited<ReturnType<typeof sumUnitsByDay>>,
  navOf: (botId: string, day: string, series: number) => Nav,
): BalancePoint {
  const figures = new Map<BalanceName, Cents>();
  for (const { account, amount } of changes.filter((each) => each.day <= day)) {
    figures.set(account, add(figures.get(account) ?? ZERO_CENTS, parseCents(amount)));
  }
  const held = new Map<string, Held>();
  for (const flow of flows.filter((each) => each.day <= day)) {
    const before = held.get(flow.botId)?.units ?? 0n;
    held.set(flow.botId, { units: units(before + parseUnits(flow.units)), series: flow.series });
  }
  const values = [...held].map(([botId, each]) => valueDown(each.units, navOf(botId, day, each.series)));
  const figure = (account: BalanceName): Cents => figures.get(account) ?? ZERO_CENTS;
  return {
    day,
    balance: formatCents(add(figure("deposit_funds"), figure("profit_funds"))),
    onHold: formatCents(figure("withdrawal_hold")),
    runningProfit: formatCents(figure("running_profit")),
    invested: formatCents(figure("invested")),
    value: formatCents(cents(values.reduce((sum, value) => sum + value, 0n))),
  };
}
