import type { FeedKind, BotMarket } from "@wazi/contracts";
import {
  type DayLoss,
  type EntryLimits,
  fitExposure,
  formatCents,
  formatDecimal,
  isDayLossReached,
} from "@wazi/domain";
import { type BotConfig, type BotState, findOrder, type PendingOrder, type Side, toScaled } from "@wazi/trading";
import { readPlatformRisk, toDay } from "../entry-limits/platform-risk.ts";
import {
  type EntryRefusal,
  type FeedDay,
  listEntryStops,
  saveEntryRefusal,
  saveEntryStops,
} from "../entry-limits/store.ts";
import type { Sql } from "../../platform/db/pool.ts";

export interface EntryLimitDeps {
  sql: Sql;
  now: () => Date;
  limits: EntryLimits;
  log: Record<"warn" | "error", (fields: object, message: string) => void>;
}

/** An order to open a trade. `exposure` is a decimal string of four places, `barTime` the bar that it would fill on (epoch ms). */
export interface LimitedEntry {
  botId: string;
  botName: string;
  feed: FeedKind;
  market: BotMarket;
  symbol: string;
  exposure: string;
  barTime: number;
}

const EXPOSURE_PLACES = 4;
const EXPOSURE_STEP = 10n ** 8n;

/**
 * Decides on an entry by the platform's limits, from what is committed in the database: refused when the day's loss has reached
 * its limit, otherwise reduced or refused when its market's room is too small. Each refusal is recorded and logged.
 */
export async function decideLimitedEntry(deps: EntryLimitDeps, entry: LimitedEntry): Promise<EntryDecision> {
  const { sql, limits } = deps;
  const current = { feed: entry.feed, day: toDay(new Date(entry.barTime)) };
  const risk = await readPlatformRisk(sql, deps.now(), current);
  await stopEntriesIfDue(deps, risk.days, risk.dayLoss);
  if ((await listEntryStops(sql, [current])).length > 0) {
    await reportRefusal(deps, entry, "daily-loss", "0");
    return false;
  }
  // The limit keeps one market from ruining all. A portfolio is in several, fully paid.
  if (entry.market === "portfolio") return true;
  const asked = toScaled(entry.exposure);
  const fits = fitExposure(risk.pools, { ...entry, exposure: asked }, limits);
  if (fits === asked) return true;
  const exposure = formatDecimal(fits / EXPOSURE_STEP, EXPOSURE_PLACES);
  await reportRefusal(deps, entry, "market-exposure", exposure);
  return fits === 0n ? false : { exposure };
}

/** Stops entries for the day when its loss has reached the limit, also between entries. */
export async function watchDayLoss(deps: EntryLimitDeps): Promise<void> {
  const { days, dayLoss } = await readPlatformRisk(deps.sql, deps.now());
  await stopEntriesIfDue(deps, days, dayLoss);
}

async function stopEntriesIfDue(
  { sql, limits, log }: EntryLimitDeps,
  days: readonly FeedDay[],
  dayLoss: DayLoss,
): Promise<void> {
  if (!isDayLossReached(dayLoss, limits)) return;
  const [loss, base, limitPct] = [
    formatCents(dayLoss.loss),
    formatCents(dayLoss.base),
    formatDecimal(limits.maxDailyLoss, 2),
  ];
  if (!(await saveEntryStops(sql, days, { loss, base, limitPct }))) return;
  log.error(
    { loss, base, limitPct, days },
    "the daily loss has reached its limit; no bot opens a trade until the next day",
  );
}

async function reportRefusal(
  { sql, log }: EntryLimitDeps,
  { botId, botName, symbol, barTime, exposure: asked }: LimitedEntry,
  reason: EntryRefusal["reason"],
  allowed: string,
): Promise<void> {
  const isNew = await saveEntryRefusal(sql, { botId, symbol, barTime: new Date(barTime), reason, asked, allowed });
  if (!isNew) return;
  const outcome = allowed === "0" || allowed === "0.0000" ? "refused" : "reduced";
  log.warn({ bot: botName, symbol, reason, asked, allowed }, `an entry was ${outcome} by a limit`);
}

/** True when a bot may open its trade, false when not, or the smaller exposure that it may open it with. */
type EntryDecision = boolean | { exposure: string };

/** An order to open a trade: `exposure`, a decimal string of four places, is what the bot has in the market after it, and `barTime` the time of the bar that it would fill on (epoch ms). */
interface EntryOrder {
  symbol: string;
  side: Side;
  exposure: string;
  barTime: number;
}

/** Decides whether a bot may open a new trade now. Closing is always allowed. */
export type EntryGate = (bot: EntryBot, order: EntryOrder) => EntryDecision | Promise<EntryDecision>;

interface EntryBot {
  botId: string;
  feed: FeedKind;
  config: BotConfig;
}

interface GatedBot extends EntryBot {
  state: BotState;
  pool: { openTrades: readonly { exposure: string }[] };
}

interface LimitedState {
  state: BotState;
  /** An order to rebalance that may not buy now. It is not in `state` and waits for a later bar. */
  waiting: PendingOrder | null;
}

/**
 * Removes the order to open a trade from a bot's state when the gate does not allow it, or reduces it. The gate is asked only
 * when there is such an order. An order to rebalance is never reduced or dropped, because the rule decides again only in a month: it
 * waits. When a crash came after the opening was recorded, the event is played again and the order stays with the recorded
 * exposure, whatever the gate says: the trade is open, and the bot's state must include it.
 */
export async function limitEntry(
  bot: GatedBot,
  { symbol, barTime }: Pick<EntryOrder, "symbol" | "barTime">,
  mayEnter: EntryGate,
): Promise<LimitedState> {
  const { state, pool } = bot;
  const order = findOrder(state, symbol);
  if (order === undefined || order.action.kind === "close") return { state, waiting: null };
  const without = { ...state, orders: state.orders.filter((each) => each !== order) };
  if (order.action.kind === "rebalance") {
    const { entry } = order.action;
    if (entry === null) return { state, waiting: null };
    const exposure = sumExposure(state, Number(entry.amount)).toFixed(EXPOSURE_PLACES);
    const isAllowed = (await mayEnter(bot, { symbol, side: entry.side, barTime, exposure })) === true;
    return isAllowed ? { state, waiting: null } : { state: without, waiting: order };
  }
  const [recorded] = pool.openTrades;
  if (recorded !== undefined && state.openTrades.length === 0) {
    return { state: setExposure(state, order, recorded.exposure), waiting: null };
  }
  const { side, exposure } = order.action;
  const decision = await mayEnter(bot, { symbol, side, barTime, exposure });
  if (decision === true) return { state, waiting: null };
  return { state: decision === false ? without : setExposure(state, order, decision.exposure), waiting: null };
}

/** The part of its nav that a bot has in trades after another of this amount, at most 1. */
function sumExposure({ nav, openTrades }: BotState, amount: number): number {
  const held = openTrades.reduce((sum, { baseNav, exposure }) => sum + Number(baseNav) * Number(exposure), 0);
  return Math.min(1, (held + amount) / Number(nav));
}

function setExposure(state: BotState, order: PendingOrder, exposure: string): BotState {
  const { action } = order;
  if (action.kind !== "enter" || action.exposure === exposure) return state;
  const reduced = { ...order, action: { ...action, exposure } };
  return { ...state, orders: state.orders.map((each) => (each === order ? reduced : each)) };
}
