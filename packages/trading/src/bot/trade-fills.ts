import type { Candle } from "../candle.ts";
import { computeEntryPrice, computeExitPrice } from "../pricing/fill-price.ts";
import { computeCloseFactor } from "../pricing/nav-factor.ts";
import { formatScaled } from "../pricing/scaled-decimal.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import type { CloseReason, StepResult, TradeClosed, TradeOpened } from "./bot-event.ts";
import type { BotState, OpenTrade, PendingOrder, RestingEntry } from "./bot-state.ts";

/** A point at which orders can fill: the mid price and its bar. */
export interface FillPoint {
  readonly midPrice: number;
  readonly barTime: number;
  readonly barSequence: number;
}

/** Fills the pending order at the open of a bar: first the close, then the entry. */
export function fillPending(
  state: BotState,
  pending: PendingOrder,
  costs: TradingCosts,
  open: FillPoint,
): StepResult<BotState> {
  const closed = state.openTrade === null ? [] : [toTradeClosed(state.openTrade, open, "signal")];
  const flat: BotState = { ...state, pending: null, openTrade: null };
  if (pending.action.kind === "close") return { state: flat, effects: closed };
  const openTrade = enterTrade(pending, pending.action, costs, open);
  return { state: { ...flat, openTrade }, effects: [...closed, { type: "trade-opened", ...openTrade }] };
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
  const openTrade = enterTrade({ symbol, decidedBarTime }, action, costs, { ...at, midPrice: Math.max(open, price) });
  return { state: { ...state, openTrade }, effects: [{ type: "trade-opened", ...openTrade }] };
}

function enterTrade(
  { symbol, decidedBarTime }: Pick<PendingOrder, "symbol" | "decidedBarTime">,
  { side, exposure, stopPrice, targetPrice }: Extract<PendingOrder["action"], { kind: "enter" }>,
  costs: TradingCosts,
  { midPrice, barTime, barSequence }: FillPoint,
): OpenTrade & Pick<TradeOpened, "lastDividend"> {
  const entryPrice = computeEntryPrice(side, midPrice, costs);
  return {
    symbol,
    side,
    exposure,
    entryPrice,
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
}

/** The record of a trade that closes at a mid price. */
export function toTradeClosed(trade: OpenTrade, at: FillPoint, reason: CloseReason): TradeClosed {
  const exitPrice = computeExitPrice(trade.side, at.midPrice, trade.costs);
  return {
    type: "trade-closed",
    symbol: trade.symbol,
    side: trade.side,
    exposure: trade.exposure,
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
