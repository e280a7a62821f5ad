import { type Candle, intervalMs } from "../candle.ts";
import { computeMove } from "../pricing/quote-currency.ts";
import { computeRoundTripCost } from "../pricing/trading-costs.ts";
import { type BotConfig, findInstrument, isVenueClosed } from "./bot-config.ts";
import type { BotEffect, BotEvent, MomentEvent, StepResult } from "./bot-event.ts";
import {
  type BotState,
  createSymbolState,
  findOrder,
  findTrade,
  type PendingOrder,
  type SymbolState,
} from "./bot-state.ts";
import type { OrderedEntry, PoolDesk } from "./pool-desk.ts";
import { SymbolRules } from "./symbol-rules.ts";
import { takeDividend, takeFinancing } from "./take-dividend.ts";
import { takeSplit } from "./take-split.ts";
import { takeMonthEnd } from "./take-month-end.ts";
import {
  closeTrades,
  exitAtLastPrice,
  EXPOSURE_STEPS,
  fillOrder,
  type FillPoint,
  fillResting,
  findBracketExit,
  NO_EFFECTS,
} from "./trade-fills.ts";

/** A trade below this fraction of the nav is not worth its fees. */
const MIN_EXPOSURE = 0.01;

/**
 * The fraction of the nav to trade, with four places, so that the stop loses `riskPerTrade` of the nav before costs: the
 * risk divided by the distance of the stop, at most `maximumExposure`, rounded down. Strategies set stops by volatility: a
 * more distant stop gives a smaller trade, and a trade without a stop is as large as allowed. `null` when the result is below `MIN_EXPOSURE`.
 */
export function computeExposure(
  size: { readonly symbol: string; readonly riskPerTrade: number; readonly maximumExposure: number },
  close: number,
  stopPrice: number | null,
): string | null {
  const stopDistance = stopPrice === null ? 0 : Math.abs(computeMove(size.symbol, close, stopPrice));
  const wanted = Math.min(size.riskPerTrade / stopDistance, size.maximumExposure);
  // Without the epsilon, a maximum such as 0.29 would lose its last place in binary floating point.
  const exposure = Math.floor(wanted * EXPOSURE_STEPS + 1e-6) / EXPOSURE_STEPS;
  return exposure < MIN_EXPOSURE ? null : exposure.toFixed(4);
}

type CandleEvent = Extract<BotEvent, { type: "candle" }>;
type BarName = Pick<CandleEvent, "symbol" | "barSequence">;
type Close = Pick<Candle, "time" | "close">;

/**
 * Moves a bot one event forward, with the same rules for paper and live trading and for track records. Pure: the same
 * config, state and events give exactly the same effects, even when the state was stored and restored in between.
 *
 * On the first event of a bar, the open trade pays the financing that fell due before it. On a candle, a pending order fills
 * at its open, then stop and target are checked against its high and low (also on the bar of entry), then a resting entry of
 * a flat bot fills if the bar reaches it, then the strategy decides at its close; its order waits for the next bar. At most
 * one trade is open. Only a flat bot without a pending order takes a new entry, so the first of several signals wins.
 *
 * While the venue is closed (`BotInstrument.calendar`) nothing fills: orders wait for the first bar of the next session and
 * fill at its open, with its gap. The strategy sees bars from outside the session, but opens no trade on them.
 *
 * Fills use bars only. In live trading, a stop or target that is touched within a bar therefore closes with the bar, at the
 * level; `findBracketExit` on the forming bar tells that this has happened.
 */
export function stepBot(config: BotConfig, state: BotState, event: MomentEvent): StepResult<BotState> {
  const rules = new SymbolRules(config);
  const stepped = applyEvent(config, rules, state, event);
  return { state: rules.saveInto(stepped.state), effects: stepped.effects };
}

/** Shows the strategy a candle from before the bot's first start. The strategy learns from it and gives no order. */
export function warmUpBot(config: BotConfig, state: BotState, event: CandleEvent): BotState {
  const rules = new SymbolRules(config);
  return rules.saveInto(applyWarmUp(config, rules, state, event));
}

/** `stepBot` with rules that stay in motion: what they learn is in `rules`, and not in the state that it returns. */
export function applyEvent(
  config: BotConfig,
  rules: SymbolRules,
  state: BotState,
  event: MomentEvent,
): StepResult<BotState> {
  if (event.type === "moment-end")
    return { state: takeMonthEnd(config, rules, state, event.time), effects: NO_EFFECTS };
  const known = state.symbols[event.symbol];
  if (known === undefined) throw new Error(`${config.name} does not trade ${event.symbol}`);
  switch (event.type) {
    case "candle":
      return event.barSequence > known.barSequence
        ? takeCandle(config, rules, state, event)
        : { state, effects: NO_EFFECTS };
    case "open":
      return event.barSequence > known.barSequence
        ? takeOpen(config, state, event.symbol, toFillPoint(event))
        : { state, effects: NO_EFFECTS };
    case "dividend":
      rules.showDividend(state, event, event.barSequence <= known.barSequence);
      return { state: takeDividend(state, event), effects: NO_EFFECTS };
    case "split":
      return { state: takeSplit(config, rules, state, event), effects: NO_EFFECTS };
    case "series-break":
      if (event.barSequence !== undefined && known.barSequence >= event.barSequence)
        return { state, effects: NO_EFFECTS };
      rules.forget(event.symbol);
      return breakSeries(config, state, known, event.symbol);
  }
}

/** `warmUpBot` with rules that stay in motion. */
export function applyWarmUp(config: BotConfig, rules: SymbolRules, state: BotState, event: CandleEvent): BotState {
  const known = state.symbols[event.symbol];
  if (known === undefined) throw new Error(`${config.name} does not trade ${event.symbol}`);
  if (event.barSequence <= known.barSequence) return state;
  askRule(config, rules, state, event);
  return updateSymbol(rules, state, event, event.candle);
}

function takeCandle(config: BotConfig, rules: SymbolRules, state: BotState, event: CandleEvent): StepResult<BotState> {
  const { symbol, candle, barSequence, isDoubtful = false } = event;
  if (rules.isQuiet(state, symbol)) return { state: takeQuietBar(rules, state, event, candle), effects: NO_EFFECTS };
  if (isVenueClosed(config, symbol, candle.time)) return takeClosedCandle(config, rules, state, event);
  const waiting = isDoubtful ? dropWaitingEntries(state, symbol) : state;
  const opened = takeOpen(config, waiting, symbol, { midPrice: candle.open, barTime: candle.time, barSequence });
  const bracketed = takeBracket(opened.state, event);
  const rested = takeResting(config, bracketed.state, event);
  const desk = askRule(config, rules, rested.state, event);
  const updated = updateSymbol(rules, rested.state, event, candle);
  return {
    state: desk === null ? updated : takeOrders(config, takeMovedStop(updated, symbol, desk), event, desk),
    effects: joinEffects(opened.effects, bracketed.effects, rested.effects),
  };
}

/** Takes a bar of a quiet symbol (`SymbolRules.isQuiet`): all that the rest of `takeCandle` would do for it. */
export function takeQuietBar(rules: SymbolRules, state: BotState, bar: BarName, close: Close): BotState {
  rules.watch(state, bar.symbol, close);
  return updateSymbol(rules, state, bar, close);
}

/** Most bars have no effects, and copying three empty lists is slow. */
function joinEffects(
  opened: readonly BotEffect[],
  bracketed: readonly BotEffect[],
  rested: readonly BotEffect[],
): readonly BotEffect[] {
  if (opened.length + bracketed.length + rested.length === 0) return NO_EFFECTS;
  return [...opened, ...bracketed, ...rested];
}

/** Takes a bar from outside the session of the venue: waiting orders and the open trade stay as they are. */
function takeClosedCandle(
  config: BotConfig,
  rules: SymbolRules,
  before: BotState,
  event: CandleEvent,
): StepResult<BotState> {
  const state = takeFinancing(before, event.symbol, event.candle.time);
  const desk = askRule(config, rules, state, event);
  const updated = updateSymbol(rules, state, event, event.candle);
  if (desk === null) return { state: updated, effects: NO_EFFECTS };
  const moved = takeMovedStop(updated, event.symbol, desk);
  return { state: takeOrders(config, moved, { ...event, isDoubtful: true }, desk), effects: NO_EFFECTS };
}

/** Drops the symbol's orders to open a trade: for its next open, and a resting one. A pending close stays. */
export function dropWaitingEntries(state: BotState, symbol: string): BotState {
  const order = findOrder(state, symbol);
  if (order === undefined || order.action.kind === "close") return setResting(state, symbol, null);
  const { action } = order;
  const rest = action.kind === "enter" ? [] : [{ ...order, action: { ...action, entry: null } }];
  const orders = state.orders.flatMap((each) => (each === order ? rest : [each]));
  return setResting({ ...state, orders }, symbol, null);
}

function takeOpen(config: BotConfig, before: BotState, symbol: string, open: FillPoint): StepResult<BotState> {
  const state = takeFinancing(before, symbol, open.barTime);
  const order = findOrder(state, symbol);
  const instrument = findInstrument(config, symbol);
  if (order === undefined || instrument === undefined) return { state, effects: NO_EFFECTS };
  if (isVenueClosed(config, symbol, open.barTime)) return { state, effects: NO_EFFECTS };
  return fillOrder(state, order, instrument.costs, open);
}

function toFillPoint({ price, barTime, barSequence }: Extract<BotEvent, { type: "open" }>): FillPoint {
  return { midPrice: price, barTime, barSequence };
}

function takeBracket(state: BotState, { symbol, candle, barSequence }: CandleEvent): StepResult<BotState> {
  return closeTrades(state, symbol, (trade) => {
    const exit = findBracketExit(trade, candle);
    if (exit === null) return null;
    return { at: { midPrice: exit.midPrice, barTime: candle.time, barSequence }, reason: exit.reason };
  });
}

/** Fills the symbol's resting entry when the bar reaches it and the bot is flat; otherwise it goes on resting. */
function takeResting(
  config: BotConfig,
  state: BotState,
  { symbol, candle, barSequence }: CandleEvent,
): StepResult<BotState> {
  const resting = state.symbols[symbol]?.resting ?? null;
  const instrument = findInstrument(config, symbol);
  const isFlat = state.openTrades.length === 0 && state.orders.length === 0;
  if (resting === null || instrument === undefined || !isFlat || !(candle.high >= resting.price)) {
    return { state, effects: NO_EFFECTS };
  }
  const at = { open: candle.open, barTime: candle.time, barSequence };
  return fillResting(setResting(state, symbol, null), symbol, resting, instrument.costs, at);
}

/**
 * Asks the symbol's rule for its orders on a candle; `null` for a symbol that the bot no longer trades: its trade is
 * watched until it closes, without new decisions.
 */
function askRule(config: BotConfig, rules: SymbolRules, state: BotState, event: CandleEvent): PoolDesk | null {
  const { symbol, candle, barSequence, nextDividend = null } = event;
  const instrument = findInstrument(config, symbol);
  if (instrument === undefined) return null;
  const trade = findTrade(state, symbol) ?? null;
  const saved = state.symbols[symbol]?.strategyState ?? null;
  const roundTripCost = computeRoundTripCost(instrument.costs);
  const barMs = intervalMs[instrument.interval];
  return rules.decide(instrument, saved, { candle, barSequence, trade }, { roundTripCost, barMs, nextDividend });
}

/** A bot in motion writes the bar into its own state, because a copy of all symbols for each bar took most of a backtest. */
function updateSymbol(
  { ownsState }: SymbolRules,
  state: BotState,
  { symbol, barSequence }: BarName,
  { time: barTime, close }: Close,
): BotState {
  const known = state.symbols[symbol];
  if (known === undefined || !ownsState) {
    const start = known ?? { strategyState: null, resting: null };
    return { ...state, symbols: { ...state.symbols, [symbol]: { ...start, barSequence, barTime, close } } };
  }
  const owned = known as { -readonly [Key in keyof SymbolState]: SymbolState[Key] };
  owned.barSequence = barSequence;
  owned.barTime = barTime;
  owned.close = close;
  return state;
}

function setResting(state: BotState, symbol: string, resting: SymbolState["resting"]): BotState {
  const known = state.symbols[symbol];
  if (known === undefined || known.resting === resting) return state;
  return { ...state, symbols: { ...state.symbols, [symbol]: { ...known, resting } } };
}

/** The new stop is live from the next bar. */
function takeMovedStop(state: BotState, symbol: string, { movedStop }: PoolDesk): BotState {
  if (movedStop === undefined) return state;
  const openTrades = state.openTrades.map((trade) => {
    return trade.symbol === symbol ? { ...trade, stopPrice: movedStop } : trade;
  });
  return { ...state, openTrades };
}

/** Keeps the rule's orders for the next bar, as far as the pool's rules allow them. */
function takeOrders(config: BotConfig, state: BotState, event: CandleEvent, desk: PoolDesk): BotState {
  const { symbol, candle, isDoubtful = false } = event;
  const { entry, isExitOrdered, restingPrice } = desk;
  const rested =
    restingPrice === undefined || isDoubtful ? state : takeRestingOrder(config, state, event, restingPrice);
  if (rested.orders.length > 0) return rested;
  const isHeld = findTrade(rested, symbol) !== undefined;
  if (rested.openTrades.length > 0 && !isHeld) return rested;
  if (entry !== null) return isDoubtful ? rested : takeEntry(config, rested, event, entry);
  return isExitOrdered && isHeld ? order(rested, symbol, candle, { kind: "close" }) : rested;
}

function takeRestingOrder(
  config: BotConfig,
  state: BotState,
  { symbol, candle }: CandleEvent,
  price: number | null,
): BotState {
  const exposure = computeEntryExposure(config, symbol, candle.close, null);
  const isOrder = price !== null && price > 0 && exposure !== null;
  return setResting(state, symbol, isOrder ? { price, exposure, decidedBarTime: candle.time } : null);
}

function takeEntry(config: BotConfig, state: BotState, { symbol, candle }: CandleEvent, entry: OrderedEntry): BotState {
  const { direction, stopPrice, targetPrice } = entry;
  checkBracket(config, candle.close, entry);
  const exposure = computeEntryExposure(config, symbol, candle.close, stopPrice);
  if (exposure === null) return state;
  const side = direction === 1 ? "buy" : "sell";
  // A short's target at or below 0 can never be reached.
  const reachable = targetPrice !== null && targetPrice > 0 ? targetPrice : null;
  return order(state, symbol, candle, { kind: "enter", side, exposure, stopPrice, targetPrice: reachable });
}

function computeEntryExposure(
  config: BotConfig,
  symbol: string,
  close: number,
  stopPrice: number | null,
): string | null {
  const instrument = findInstrument(config, symbol);
  if (instrument === undefined) return null;
  const { riskPerTrade } = instrument;
  return computeExposure({ symbol, riskPerTrade, maximumExposure: config.maximumExposure }, close, stopPrice);
}

function order(state: BotState, symbol: string, candle: Candle, action: PendingOrder["action"]): BotState {
  return { ...state, orders: [...state.orders, { symbol, decidedBarTime: candle.time, action }] };
}

/** Rejects a bracket on the wrong side of the price, which is a mistake in the strategy's code. */
function checkBracket(config: BotConfig, close: number, { direction, stopPrice, targetPrice }: OrderedEntry): void {
  const isStopSound = stopPrice === null || (stopPrice > 0 && direction * (close - stopPrice) > 0);
  const isTargetSound = targetPrice === null || direction * (targetPrice - close) > 0;
  if (!isStopSound || !isTargetSound) {
    const side = direction === 1 ? "buy" : "sell";
    throw new Error(
      `${config.strategy.name} gave a ${side} at ${close} with stop ${stopPrice ?? "none"}, target ${targetPrice ?? "none"}`,
    );
  }
}

function breakSeries(config: BotConfig, state: BotState, known: SymbolState, symbol: string): StepResult<BotState> {
  const { barSequence, barTime, lastSplit } = known;
  const fresh = { ...createSymbolState(config, symbol), ...(lastSplit !== undefined && { lastSplit }) };
  const symbols = { ...state.symbols, [symbol]: { ...fresh, barSequence, barTime } };
  const kept: BotState = { ...state, symbols, orders: state.orders.filter((each) => each.symbol !== symbol) };
  return closeTrades(kept, symbol, (trade) => exitAtLastPrice(known, trade));
}
