import { DAY_MS, type BalancePoint } from "@wazi/contracts";
import {
  add,
  cents,
  formatCents,
  ONE_NAV,
  parseCents,
  parseNav,
  parseUnits,
  valueDown,
  units,
  ZERO_CENTS,
  type Cents,
  type Nav,
} from "@wazi/domain";
import type { ClosingNav, ClosingNavs } from "../../core/bots/closing-navs.ts";
import type { BalanceName } from "../../core/movements/movement.ts";
import type { HistoryParts, PoolState } from "./store.ts";

/** The units held of one bot, their series, and the place of the day's closing unit price. */
interface Held {
  units: bigint;
  series: number;
  closings: readonly ClosingNav[];
  /** The number of closings up to the day. */
  passed: number;
  pool: PoolState | undefined;
}

/**
 * Computes an investor's balances at the end of each of the last `days` days (UTC) since sign-up; today shows the current
 * state. The figures come from the ledger and the bots' trades. Positions are valued at the unit price of closed trades.
 */
export async function computeBalanceHistory(
  deps: { closingNavs: ClosingNavs; now: () => Date },
  parts: HistoryParts,
  days: number,
): Promise<BalancePoint[]> {
  const today = Math.floor(deps.now().getTime() / DAY_MS);
  const first = Math.min(today, Math.max(today - days + 1, Math.floor(parts.signedUpAt.getTime() / DAY_MS)));
  const botIds = new Set(parts.units.map(([, botId]) => botId));
  const closings = await deps.closingNavs.read(
    new Map([...botIds].map((botId) => [botId, parts.pools[botId]?.closedTrades ?? 0])),
  );
  const figures = new Map<BalanceName, Cents>();
  const held = new Map<string, Held>();
  const points: BalancePoint[] = [];
  let [change, flow] = [0, 0];
  let formatted: ReturnType<typeof formatFigures> | null = null;
  for (let day = first; day <= today; day += 1) {
    for (let next = parts.changes[change]; next && next[0] <= day; next = parts.changes[++change]) {
      const [, account, amount] = next;
      figures.set(account, add(figures.get(account) ?? ZERO_CENTS, parseCents(amount)));
      formatted = null;
    }
    for (let next = parts.units[flow]; next && next[0] <= day; next = parts.units[++flow]) {
      const [, botId, delta, series] = next;
      const before = held.get(botId);
      const kept = before ?? { closings: closings.get(botId) ?? [], passed: 0, pool: parts.pools[botId] };
      held.set(botId, { ...kept, units: (before?.units ?? 0n) + parseUnits(delta), series });
    }
    formatted ??= formatFigures(figures);
    points.push({ day: formatDay(day), ...formatted, value: formatCents(computeValue(held.values(), day, today)) });
  }
  return points;
}

const formatDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

function formatFigures(figures: ReadonlyMap<BalanceName, Cents>): Omit<BalancePoint, "day" | "value"> {
  const figure = (account: BalanceName): Cents => figures.get(account) ?? ZERO_CENTS;
  return {
    balance: formatCents(add(figure("deposit_funds"), figure("profit_funds"))),
    onHold: formatCents(figure("withdrawal_hold")),
    runningProfit: formatCents(figure("running_profit")),
    invested: formatCents(figure("invested")),
  };
}

function computeValue(held: Iterable<Held>, day: number, today: number): Cents {
  let value = 0n;
  for (const each of held) {
    if (each.units !== 0n) value += valueDown(units(each.units), navOf(each, day, today));
  }
  return cents(value);
}

/** The unit price at the end of a day; now, for today. Before its first trade, a series has a unit price of 1. */
function navOf(held: Held, day: number, today: number): Nav {
  const { closings, series, pool } = held;
  if (day === today) return pool && pool.series >= series ? parseNav(pool.nav) : ONE_NAV;
  while ((closings[held.passed]?.day ?? Infinity) <= day) held.passed += 1;
  const closing = closings[held.passed - 1];
  return closing && closing.series >= series ? closing.nav : ONE_NAV;
}
