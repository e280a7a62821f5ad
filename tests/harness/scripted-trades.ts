import {
  computeCloseFactor,
  computeEntryPrice,
  computeExitPrice,
  formatScaled,
  getSymbolCosts,
  type Market,
  type OpenTrade,
  type Side,
  type TradeClosed,
  type TradeOpened,
} from "@wazi/trading";

const BAR_MS = 60_000;

/** A trade as the trading core opens it at a mid price, in a numbered bar of a minute. */
export function buildOpening(
  { market, symbol }: { market: Market; symbol: string },
  trade: { side: Side; price: number; exposure: string; stopPrice: number | null },
  { nav, bar }: { nav: string; bar: number },
): TradeOpened {
  const { side, price, exposure, stopPrice } = trade;
  const costs = getSymbolCosts(market, symbol);
  return {
    type: "trade-opened",
    symbol,
    side,
    exposure,
    baseNav: nav,
    entryPrice: computeEntryPrice(side, price, costs),
    midPrice: price,
    stopPrice,
    targetPrice: null,
    costs,
    decidedBarTime: bar * BAR_MS,
    barTime: bar * BAR_MS,
    barSequence: bar,
    dividends: "0",
    lastDividend: null,
    financing: "0",
    financedUntil: bar * BAR_MS,
  };
}

/** The close of a trade at a mid price, or of a part of it. */
export function buildClosing(trade: OpenTrade, price: number, bar: number, exposure = trade.exposure): TradeClosed {
  const { symbol, side, baseNav, entryPrice, midPrice, dividends, financing, costs, barTime } = trade;
  const exitPrice = computeExitPrice(side, price, costs);
  return {
    type: "trade-closed",
    symbol,
    side,
    exposure,
    baseNav,
    entryPrice,
    exitPrice,
    entryMidPrice: midPrice,
    midPrice: price,
    reason: "signal",
    factor: formatScaled(computeCloseFactor({ ...trade, exposure }, exitPrice, costs.commission)),
    dividends,
    financing,
    costs,
    entryBarTime: barTime,
    barTime: bar * BAR_MS,
    barSequence: bar,
  };
}
