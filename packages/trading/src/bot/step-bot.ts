import { type Candle, intervalMs } from "../candle.ts";
import { computeRoundTripCost } from "../pricing/trading-costs.ts";
import type { Order, PositionView } from "../strategies/strategy.ts";
import { type BotConfig, findInstrument } from "./bot-config.ts";
import type { BotEvent, StepResult } from "./bot-event.ts";
import { type BotState, createSymbolState, type PendingOrder, type SymbolState } from "./bot-state.ts";
import { computeExposure } from "./trade-exposure.ts";
import { takeDividend } from "./take-dividend.ts";
import { findBracketExit, toTradeClosed, fillPending, type FillPoint } from "./trade-fills.ts";

type CandleEvent = Extract<BotEvent, { type: "candle" }>;

/**
 * Takes a bot one event further: the same core for backtest, paper and live. Pure: the same config, state and events
 * give the same effects, bit for bit, wherever the state was stored and restored in between.
 *
 * On a candle: what was pending is filled at its open, then stop and target are tried against its high and low (also
 * on the bar of entry), then the strategy decides on its close; that order waits for the next bar. At most one trade
 * is open, and only a flat bot with nothing pending takes a new entry, so that of several signals the first wins.
 *
 * Fills come from bars alone. The consequence in live use: a stop or target that is touched within a bar closes when
 * the bar does, at the level; `bracketExit` on the forming bar tells that this has happened.
 */
export function stepBot(config: BotConfig, state: BotState, event: BotEvent): StepResult<BotState> {
  const known = state.symbols[event.symbol];
  if (known === undefined) throw new Error(`${config.name} does not trade ${event.symbol}`);
  switch (event.type) {
    case "candle":
      return event.barSequence > known.barSequence ? takeCandle(config, state, known, event) : { state, effects: [] };
    case "open":
      return event.barSequence > known.barSequence
        ? takeOpen(config, state, event.symbol, { ...event, midPrice: event.price })
        : { state, effects: [] };
    case "dividend":
      return { state: takeDividend(state, event), effects: [] };
    case "series-break":
      return breakSeries(config, state, known, event.symbol);
  }
}

/** Lets the strategy see a candle from before the bot's first start: it learns from it, but no order comes of it. */
export function warmUpBot(config: BotConfig, state: BotState, event: CandleEvent): BotState {
  const known = state.symbols[event.symbol];
  if (known === undefined) throw new Error(`${config.name} does not trade ${event.symbol}`);
  if (event.barSequence <= known.barSequence) return state;
  return decide(config, state, known, event).state;
}

function takeCandle(config: BotConfig, state: BotState, known: SymbolState, event: CandleEvent): StepResult<BotState> {
  const { symbol, candle, barSequence, isDoubtful = false } = event;
  const waiting = isDoubtful ? dropPendingEntry(state, symbol) : state;
  const opened = takeOpen(config, waiting, symbol, { midPrice: candle.open, barTime: candle.time, barSequence });
  const bracketed = takeBracket(opened.state, event);
  const { state: decided, order } = decide(config, bracketed.state, known, event);
  return {
    state: takeOrder(config, decided, event, isDoubtful && order?.kind === "enter" ? undefined : order),
    effects: [...opened.effects, ...bracketed.effects],
  };
}

/** Drops an entry that waits for the symbol's next open; a close goes on waiting. */
function dropPendingEntry(state: BotState, symbol: string): BotState {
  const { pending } = state;
  return pending?.symbol === symbol && pending.action.kind === "enter" ? { ...state, pending: null } : state;
}

function takeOpen(config: BotConfig, state: BotState, symbol: string, open: FillPoint): StepResult<BotState> {
  const { pending } = state;
  const instrument = findInstrument(config, symbol);
  if (pending === null || pending.symbol !== symbol || instrument === undefined) return { state, effects: [] };
  return fillPending(state, pending, instrument.costs, open);
}

function takeBracket(state: BotState, { symbol, candle, barSequence }: CandleEvent): StepResult<BotState> {
  const trade = state.openTrade;
  if (trade === null || trade.symbol !== symbol) return { state, effects: [] };
  const exit = findBracketExit(trade, candle);
  if (exit === null) return { state, effects: [] };
  const at: FillPoint = { midPrice: exit.midPrice, barTime: candle.time, barSequence };
  return { state: { ...state, openTrade: null }, effects: [toTradeClosed(trade, at, exit.reason)] };
}

function decide(
  config: BotConfig,
  state: BotState,
  known: SymbolState,
  { symbol, candle, barSequence, nextDividend = null }: CandleEvent,
): { state: BotState; order: Order | undefined } {
  const instrument = findInstrument(config, symbol);
  // A symbol held from before the bot's symbols were changed is watched until it closes, and no longer decided on.
  if (instrument === undefined)
    return { state: updateSymbol(state, symbol, known, candle, barSequence), order: undefined };
  const decision = config.strategy.onCandle(known.strategyState, candle, {
    parameters: config.parameters,
    position: findPosition(state, symbol, barSequence),
    roundTripCost: computeRoundTripCost(instrument.costs),
    barMs: intervalMs[instrument.interval],
    nextDividend,
  });
  const next: SymbolState = { ...known, strategyState: decision.state };
  return { state: updateSymbol(state, symbol, next, candle, barSequence), order: decision.order };
}

function updateSymbol(
  state: BotState,
  symbol: string,
  { strategyState }: SymbolState,
  { time, close }: Candle,
  barSequence: number,
): BotState {
  return { ...state, symbols: { ...state.symbols, [symbol]: { strategyState, barSequence, barTime: time, close } } };
}

function findPosition(state: BotState, symbol: string, barSequence: number): PositionView | null {
  const trade = state.openTrade;
  if (trade === null || trade.symbol !== symbol) return null;
  return { side: trade.side, entryMidPrice: trade.midPrice, barsHeld: barSequence - trade.barSequence + 1 };
}

function takeOrder(
  config: BotConfig,
  state: BotState,
  { symbol, candle }: CandleEvent,
  order: Order | undefined,
): BotState {
  const instrument = findInstrument(config, symbol);
  if (order === undefined || instrument === undefined || state.pending !== null) return state;
  const isHeld = state.openTrade?.symbol === symbol;
  if (state.openTrade !== null && !isHeld) return state;
  if (order.kind === "close") {
    return isHeld ? setPending(state, symbol, candle, { kind: "close" }) : state;
  }
  checkBracket(config, candle.close, order);
  const size = { riskPerTrade: instrument.riskPerTrade, maximumExposure: config.maximumExposure };
  const exposure = computeExposure(size, candle.close, order.stopPrice);
  if (exposure === null) return state;
  const { side, stopPrice, targetPrice = null } = order;
  return setPending(state, symbol, candle, { kind: "enter", side, exposure, stopPrice, targetPrice });
}

function setPending(state: BotState, symbol: string, candle: Candle, action: PendingOrder["action"]): BotState {
  return { ...state, pending: { symbol, decidedBarTime: candle.time, action } };
}

/** A bracket on the wrong side of the price is a mistake in the strategy's code, and never traded on. */
function checkBracket(config: BotConfig, close: number, order: Extract<Order, { kind: "enter" }>): void {
  const { side, stopPrice, targetPrice } = order;
  const sign = side === "buy" ? 1 : -1;
  const isStopSound = stopPrice > 0 && sign * (close - stopPrice) > 0;
  const isTargetSound = targetPrice === undefined || (targetPrice > 0 && sign * (targetPrice - close) > 0);
  if (!isStopSound || !isTargetSound) {
    throw new Error(
      `${config.strategy.name} gave a ${side} at ${close} with stop ${stopPrice}, target ${targetPrice ?? "none"}`,
    );
  }
}

function breakSeries(config: BotConfig, state: BotState, known: SymbolState, symbol: string): StepResult<BotState> {
  const { openTrade, pending } = state;
  const { barSequence, barTime } = known;
  const symbols = { ...state.symbols, [symbol]: { ...createSymbolState(config), barSequence, barTime } };
  const kept: BotState = { ...state, symbols, pending: pending?.symbol === symbol ? null : pending };
  if (openTrade === null || openTrade.symbol !== symbol) return { state: kept, effects: [] };
  // A trade opened by an `open` event may be of a bar that never closed: then its own price is the last one known.
  const isOfThatBar = openTrade.barSequence <= barSequence;
  const at: FillPoint = {
    midPrice: isOfThatBar && known.close !== null ? known.close : openTrade.midPrice,
    barTime: Math.max(barTime, openTrade.barTime),
    barSequence: Math.max(barSequence, openTrade.barSequence),
  };
  return { state: { ...kept, openTrade: null }, effects: [toTradeClosed(openTrade, at, "series-break")] };
}
