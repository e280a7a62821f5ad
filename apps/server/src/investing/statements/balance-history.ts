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
  type Units,
} from "@wazi/domain";
import type { ClosingNav, ClosingNavs } from "../bots/closing-navs.ts";
import type { HistoryParts, PoolState } from "./store.ts";

/** The units held of one bot, their series, and the place of the day's closing unit price. */
interface Held {
  units: Units;
  series: number;
  closings: readonly ClosingNav[];
  /** The number of closings up to the day. */
  passed: number;
  pool: PoolState | undefined;
  /** The value of the units at the unit price of which it was computed last. Most days have no other one. */
  valued: { at: Nav; value: bigint } | null;
}

/** A change on a day: of a figure, and of units when a bot is named. */
interface DayChange {
  day: number;
  figure: string;
  amount: Cents;
  bot?: { id: string; units: Units; series: number };
}

/**
 * Computes an investor's balances at the end of each of the last `days` days (UTC) since sign-up; today shows the current
 * state. The figures come from the ledger and the bots' trades. Positions are valued at the unit price of closed trades.
 * @returns the points as JSON, because formatting a year of figures took longer as objects
 */
export async function computeBalanceHistory(
  deps: { closingNavs: ClosingNavs; now: () => Date },
  parts: HistoryParts,
  days: number,
): Promise<string> {
  const today = Math.floor(deps.now().getTime() / DAY_MS);
  const first = Math.min(today, Math.max(today - days + 1, Math.floor(parts.signedUpAt.getTime() / DAY_MS)));
  const changes = listChanges(parts);
  const botIds = new Set(parts.units.map(({ botId }) => botId));
  const closings = await deps.closingNavs.read(
    new Map([...botIds].map((botId) => [botId, parts.pools[botId] ?? NO_CHANGES])),
  );
  const figures = new Map<string, Cents>();
  const held = new Map<string, Held>();
  const points: string[] = [];
  let passed = 0;
  let formatted: string | null = null;
  /** The value of the last point, and all of that point after its day. */
  let valueBefore: Cents | undefined;
  let text = "";
  for (let day = first; day <= today; day += 1) {
    for (let next = changes[passed]; next && next.day <= day; next = changes[passed]) {
      passed += 1;
      formatted = null;
      figures.set(next.figure, add(figures.get(next.figure) ?? ZERO_CENTS, next.amount));
      if (!next.bot) continue;
      const { id, units: delta, series } = next.bot;
      const before = held.get(id) ?? { units: 0n, closings: closings.get(id) ?? [], passed: 0, pool: parts.pools[id] };
      held.set(id, { ...before, units: units(before.units + delta), series, valued: null });
    }
    const value = computeValue(held.values(), day, today);
    if (formatted === null || value !== valueBefore) {
      formatted ??= formatFigures(figures);
      text = `${formatted},"value":"${formatCents(value)}"}`;
      valueBefore = value;
    }
    points.push(`{"day":"${formatDay(day)}",${text}`);
  }
  return `{"points":[${points.join(",")}]}`;
}

/** Merges the changes of accounts and of units, oldest day first. */
function listChanges({ accounts, units: flows }: HistoryParts): DayChange[] {
  const ofAccounts = accounts.map(({ day, account, amount }) => {
    return { day, figure: account, amount: parseCents(amount) };
  });
  const ofUnits = flows.map(({ day, botId, units: delta, series, ownMoney }) => {
    const bot = { id: botId, units: parseUnits(delta), series };
    return { day, figure: "invested", amount: parseCents(ownMoney), bot };
  });
  return [...ofAccounts, ...ofUnits].sort((one, other) => one.day - other.day);
}

const NO_CHANGES = { closedTrades: 0, interestDay: null };

const dayTexts = new Map<number, string>();

function formatDay(day: number): string {
  const known = dayTexts.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
  dayTexts.set(day, text);
  return text;
}

/** The fields of a point between its day and its value. */
function formatFigures(figures: ReadonlyMap<string, Cents>): string {
  const figure = (name: string): Cents => figures.get(name) ?? ZERO_CENTS;
  const fields: Omit<BalancePoint, "day" | "value"> = {
    balance: formatCents(add(figure("deposit_funds"), figure("profit_funds"))),
    onHold: formatCents(figure("withdrawal_hold")),
    runningProfit: formatCents(figure("running_profit")),
    invested: formatCents(figure("invested")),
  };
  return JSON.stringify(fields).slice(1, -1);
}

function computeValue(held: Iterable<Held>, day: number, today: number): Cents {
  let value = 0n;
  for (const each of held) {
    if (each.units === 0n) continue;
    const at = navOf(each, day, today);
    if (each.valued?.at !== at) each.valued = { at, value: valueDown(each.units, at) };
    value += each.valued.value;
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
