import { type Candle, intervalMs } from "../candle.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import { computeRoundTripCost } from "../pricing/trading-costs.ts";
import type { Order, PositionView } from "../strategies/strategy.ts";
import { type BotConfig, findInstrument } from "./bot-config.ts";
import type { BotEvent, StepResult } from "./bot-event.ts";
import { type BotState, createSymbolState, type PendingOrder, type SymbolState } from "./bot-state.ts";
import { computeExposure } from "./trade-exposure.ts";
import { takeDividend } from "./take-dividend.ts";
import { takeFinancing } from "./take-financing.ts";
import { findBracketExit, toTradeClosed, fillPending, type FillPoint } from "./trade-fills.ts";

type CandleEvent = Extract<BotEvent, { type: "candle" }>;

/**
 * Moves a bot one event forward, with the same rules for paper and live trading and for track records. Pure: the same
 * config, state and events give exactly the same effects, even when the state was stored and restored in between.
 *
 * On the first event of a bar, the open trade pays the financing that fell due before it. On a candle, a pending order fills
 * at its open, then stop and target are checked against its high and low (also on the bar of entry), then the strategy decides
 * at its close; its order waits for the next bar. At most one trade is open.
 * Only a flat bot without a pending order takes a new entry, so the first of several signals wins.
 *
 * Fills use bars only. In live trading, a stop or target that is touched within a bar therefore closes with the bar, at the
 * level; `findBracketExit` on the forming bar tells that this has happened.
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

/** Shows the strategy a candle from before the bot's first start. The strategy learns from it and gives no order. */
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

/** Drops a pending entry for the symbol's next open. A pending close stays. */
function dropPendingEntry(state: BotState, symbol: string): BotState {
  const { pending } = state;
  return pending?.symbol === symbol && pending.action.kind === "enter" ? { ...state, pending: null } : state;
}

function takeOpen(config: BotConfig, before: BotState, symbol: string, open: FillPoint): StepResult<BotState> {
  const state = takeFinancing(before, symbol, open.barTime);
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
  // A trade in a symbol that the bot no longer trades is watched until it closes, without new decisions.
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
  // The price has fallen by the dividends since, so that the gain of the price is measured from there.
  const entryMidPrice = roundPrice(trade.midPrice - Number(trade.dividends));
  return { side: trade.side, entryMidPrice, barsHeld: barSequence - trade.barSequence + 1 };
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

/** Rejects a bracket on the wrong side of the price, which is a mistake in the strategy's code. */
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
  // An `open` event may have opened the trade on a bar that never closed. Then the trade's price is the last known one.
  const isOfThatBar = openTrade.barSequence <= barSequence;
  const at: FillPoint = {
    midPrice: isOfThatBar && known.close !== null ? known.close : openTrade.midPrice,
    barTime: Math.max(barTime, openTrade.barTime),
    barSequence: Math.max(barSequence, openTrade.barSequence),
  };
  return { state: { ...kept, openTrade: null }, effects: [toTradeClosed(openTrade, at, "series-break")] };
}
