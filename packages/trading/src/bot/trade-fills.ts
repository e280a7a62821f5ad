import type { Candle } from "../candle.ts";
import { computeEntryPrice, computeExitPrice } from "../pricing/fill-price.ts";
import { computeCloseFactor } from "../pricing/nav-factor.ts";
import { isGainConverted } from "../pricing/quote-currency.ts";
import { divideDown, formatScaled, SCALE, toScaled } from "../pricing/scaled-decimal.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import type { BotEffect, CloseReason, StepResult, TradeClosed, TradeOpened } from "./bot-event.ts";
import {
  type BotState,
  findLastPrice,
  type OpenTrade,
  type PendingOrder,
  type RestingEntry,
  type SymbolState,
} from "./bot-state.ts";

/** Exposures have four places. */
export const EXPOSURE_STEPS = 10_000;
const STEPS = BigInt(EXPOSURE_STEPS);

export const NO_EFFECTS: readonly BotEffect[] = [];

/** A point at which orders can fill: the mid price and its bar. */
export interface FillPoint {
  readonly midPrice: number;
  readonly barTime: number;
  readonly barSequence: number;
}

/** Fills a symbol's order at the open of a bar: first its trades close, then the entry. */
export function fillOrder(
  state: BotState,
  order: PendingOrder,
  costs: TradingCosts,
  open: FillPoint,
): StepResult<BotState> {
  const { action } = order;
  const closed = closeForOrder(state, order, open);
  // After a loss of everything no order is left.
  if (!closed.state.orders.includes(order)) return closed;
  const filled: BotState = { ...closed.state, orders: state.orders.filter((each) => each !== order) };
  const before = closed.effects;
  if (action.kind === "close") return { state: filled, effects: before };
  if (action.kind === "enter") return openTrade(filled, order, action, { costs, at: open, before });
  const exposure = action.entry === null ? null : toExposure(toScaled(action.entry.amount), toScaled(filled.nav));
  if (action.entry === null || exposure === null) return { state: filled, effects: before };
  const entry = { kind: "enter", side: action.entry.side, exposure, stopPrice: null, targetPrice: null } as const;
  return openTrade(filled, order, entry, { costs, at: open, before });
}

/** Closes a symbol's trades for an order at the open of a bar: the part of a rebalance, else all. */
function closeForOrder(state: BotState, { symbol, action }: PendingOrder, open: FillPoint): StepResult<BotState> {
  if (action.kind === "rebalance" && Number(action.closedPart) === 0) return { state, effects: NO_EFFECTS };
  const findExit =
    action.kind === "rebalance" ? sellPart(state, symbol, action.closedPart) : (trade: OpenTrade) => trade;
  return closeTrades(state, symbol, (trade) => {
    const sold = findExit(trade);
    return sold === null ? null : { at: open, reason: "signal", exposure: sold.exposure };
  });
}

/** Sells a part (0 to 1) of what the bot holds in a symbol, the oldest trades first. Call it with each trade once, in order. */
function sellPart(
  { openTrades }: BotState,
  symbol: string,
  part: string,
): (trade: OpenTrade) => { readonly exposure: string } | null {
  const sold = toScaled(part);
  const held = openTrades.filter((trade) => trade.symbol === symbol).map(computeQuantity);
  let left = (held.reduce((sum, quantity) => sum + quantity, 0n) * sold) / SCALE;
  let next = 0;
  return (trade) => {
    const quantity = held[next++] ?? 0n;
    if (left >= quantity) {
      left -= quantity;
      return trade;
    }
    const exposure = quantity === 0n ? null : toExposure(toScaled(trade.exposure) * left, quantity * SCALE);
    left = 0n;
    return exposure === null ? null : { exposure };
  };
}

/** The units of the symbol that a unit of nav holds, scaled; of a pair such as USD/JPY, the dollars. */
function computeQuantity(trade: OpenTrade): bigint {
  const known = quantities.get(trade);
  if (known !== undefined) return known;
  const { symbol, exposure, baseNav, entryPrice } = trade;
  const amount = toScaled(exposure) * toScaled(baseNav);
  const quantity = isGainConverted(symbol) ? amount / SCALE : amount / toScaled(entryPrice);
  quantities.set(trade, quantity);
  return quantity;
}

/** A trade never changes, and each order of its symbol asks for its quantity. */
const quantities = new WeakMap<OpenTrade, bigint>();

/** A quotient as an exposure of four places, at most 1, rounded down; `null` when nothing is left of it. */
function toExposure(part: bigint, whole: bigint): string | null {
  if (whole <= 0n) return null;
  const steps = (part * STEPS) / whole;
  if (steps <= 0n) return null;
  return formatExposure(steps > STEPS ? STEPS : steps);
}

function formatExposure(steps: bigint): string {
  const digits = String(steps).padStart(5, "0");
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** How a trade closes; with an `exposure` below its own, only that part of it. */
interface Exit {
  readonly at: FillPoint;
  readonly reason: CloseReason;
  readonly exposure?: string;
}

interface Close {
  readonly trade: OpenTrade;
  readonly closed: TradeClosed;
  /** The change of the nav, scaled and rounded down. */
  readonly gain: bigint;
}

/**
 * Closes those of a symbol's trades for which `findExit` gives a price, the oldest first, and moves the nav by what they
 * gained: nav' = max(0, nav + sum of floor(baseNav × (factor − 1))).
 *
 * When they lose everything, the bot's other trades close in the same step, each at the last price of its symbol, and its orders
 * are dropped: the nav after all closes decides what is left. Wherever the nav would be 0 on the way, the closes are in the order of their gains, so that a
 * record that takes one after the other, each with that floor, comes to the same.
 */
export function closeTrades(
  state: BotState,
  symbol: string,
  findExit: (trade: OpenTrade) => Exit | null,
): StepResult<BotState> {
  const { openTrades } = state;
  const exits = new Map<OpenTrade, Exit>();
  for (const trade of openTrades) {
    if (trade.symbol !== symbol) continue;
    const exit = findExit(trade);
    if (exit !== null) exits.set(trade, exit);
  }
  if (exits.size === 0) return { state, effects: NO_EFFECTS };
  const closes = Array.from(exits, ([trade, exit]) => closeTrade(trade, exit));
  const nav = toScaled(state.nav);
  if (sumGains(nav, closes) <= 0n) {
    const all = openTrades.map((trade) => {
      const { at, reason } = exits.get(trade) ?? exitAtLastPrice(state.symbols[trade.symbol], trade);
      return closeTrade(trade, { at, reason });
    });
    return finishCloses({ ...state, orders: [], openTrades: [] }, orderByGain(all));
  }
  const isLow = isEverGone(nav, closes);
  return finishCloses({ ...state, openTrades: keepRests(openTrades, closes) }, isLow ? orderByGain(closes) : closes);
}

const sumGains = (nav: bigint, closes: readonly Close[]): bigint => closes.reduce((sum, { gain }) => sum + gain, nav);

/** True when the nav would be 0 or less on the way through the closes. */
function isEverGone(nav: bigint, closes: readonly Close[]): boolean {
  let left = nav;
  return closes.some(({ gain }) => (left += gain) <= 0n);
}

const orderByGain = (closes: readonly Close[]): readonly Close[] =>
  closes.toSorted((one, other) => (one.gain < other.gain ? 1 : one.gain > other.gain ? -1 : 0));

function closeTrade(trade: OpenTrade, { at, reason, exposure = trade.exposure }: Exit): Close {
  const closed = toTradeClosed({ ...trade, exposure }, at, reason);
  return { trade, closed, gain: addGain(0n, trade, toScaled(closed.factor)) };
}

/** The close of a trade at the last price of its symbol. */
export function exitAtLastPrice(known: SymbolState | undefined, trade: OpenTrade): Exit {
  const at: FillPoint = {
    midPrice: findLastPrice(known, trade),
    barTime: Math.max(known?.barTime ?? 0, trade.barTime),
    barSequence: Math.max(known?.barSequence ?? 0, trade.barSequence),
  };
  return { at, reason: "series-break" };
}

/** The open trades after closes, which are in the same order: a trade that closed in part keeps the rest. */
function keepRests(openTrades: readonly OpenTrade[], closes: readonly Close[]): readonly OpenTrade[] {
  const kept: OpenTrade[] = [];
  let next = 0;
  for (const trade of openTrades) {
    const close = closes[next];
    if (close?.trade !== trade) {
      kept.push(trade);
      continue;
    }
    next += 1;
    const rest = toScaled(trade.exposure) - toScaled(close.closed.exposure);
    if (rest > 0n) kept.push({ ...trade, exposure: formatExposure((rest * STEPS) / SCALE) });
  }
  return kept;
}

function finishCloses(state: BotState, closes: readonly Close[]): StepResult<BotState> {
  const nav = sumGains(toScaled(state.nav), closes);
  return {
    state: { ...state, nav: formatScaled(nav > 0n ? nav : 0n) },
    effects: closes.map(({ closed }) => closed),
  };
}

/** A scaled nav with a trade's gain at a factor of its `baseNav`, rounded down. Below 0 when more than the nav is lost. */
export function addGain(nav: bigint, { baseNav }: Pick<OpenTrade, "baseNav">, factor: bigint): bigint {
  return nav + divideDown(toScaled(baseNav) * (factor - SCALE), SCALE);
}

/** Fills a resting buy-stop of a flat bot within a bar that reaches its price: there, or at the open when that is above it. */
export function fillResting(
  state: BotState,
  symbol: string,
  { price, exposure, decidedBarTime }: RestingEntry,
  costs: TradingCosts,
  { open, ...at }: Omit<FillPoint, "midPrice"> & { readonly open: number },
): StepResult<BotState> {
  const action = { kind: "enter", side: "buy", exposure, stopPrice: null, targetPrice: null } as const;
  return openTrade(state, { symbol, decidedBarTime }, action, {
    costs,
    at: { ...at, midPrice: Math.max(open, price) },
    before: NO_EFFECTS,
  });
}

function openTrade(
  state: BotState,
  { symbol, decidedBarTime }: Pick<PendingOrder, "symbol" | "decidedBarTime">,
  { side, exposure, stopPrice, targetPrice }: Extract<PendingOrder["action"], { kind: "enter" }>,
  {
    costs,
    at: { midPrice, barTime, barSequence },
    before,
  }: { readonly costs: TradingCosts; readonly at: FillPoint; readonly before: readonly BotEffect[] },
): StepResult<BotState> {
  const opened: Omit<TradeOpened, "type"> = {
    symbol,
    side,
    exposure,
    baseNav: state.nav,
    entryPrice: computeEntryPrice(side, midPrice, costs),
    midPrice,
    stopPrice,
    targetPrice,
    costs,
    decidedBarTime,
    barTime,
    barSequence,
    dividends: "0",
    lastDividend: null,
    financing: "0",
    financedUntil: barTime,
  };
  return {
    state: { ...state, openTrades: [...state.openTrades, opened] },
    effects: [...before, { type: "trade-opened", ...opened }],
  };
}

/** The record of a trade that closes at a mid price. */
function toTradeClosed(trade: OpenTrade, at: FillPoint, reason: CloseReason): TradeClosed {
  const exitPrice = computeExitPrice(trade.side, at.midPrice, trade.costs);
  return {
    type: "trade-closed",
    symbol: trade.symbol,
    side: trade.side,
    exposure: trade.exposure,
    baseNav: trade.baseNav,
    entryPrice: trade.entryPrice,
    exitPrice,
    entryMidPrice: trade.midPrice,
    midPrice: at.midPrice,
    reason,
    factor: formatScaled(computeCloseFactor(trade, exitPrice, trade.costs.commission)),
    dividends: trade.dividends,
    financing: trade.financing,
    costs: trade.costs,
    entryBarTime: trade.barTime,
    barTime: at.barTime,
    barSequence: at.barSequence,
  };
}

/**
 * Finds the price at which the bracket closes the trade within a bar: at the stop when the bar touched it, otherwise at the
 * target; at the open when that is already beyond the level; `null` when the bar touched neither. After a result for a bar
 * that is still forming, the trade will close with that bar, so its value no longer follows the price.
 */
export function findBracketExit(
  trade: Pick<OpenTrade, "side" | "stopPrice" | "targetPrice">,
  { open, high, low }: Pick<Candle, "open" | "high" | "low">,
): { readonly midPrice: number; readonly reason: "stop" | "target" } | null {
  const { side, stopPrice, targetPrice } = trade;
  if (side === "buy") {
    if (stopPrice !== null && low <= stopPrice) return { midPrice: Math.min(open, stopPrice), reason: "stop" };
    if (targetPrice !== null && high >= targetPrice) return { midPrice: Math.max(open, targetPrice), reason: "target" };
    return null;
  }
  if (stopPrice !== null && high >= stopPrice) return { midPrice: Math.max(open, stopPrice), reason: "stop" };
  if (targetPrice !== null && low <= targetPrice) return { midPrice: Math.min(open, targetPrice), reason: "target" };
  return null;
}
