/** Every account, pool and figure is in this currency. */
const ACCOUNT_CURRENCY = "USD";
/** Three to five capital letters on each side: currencies and coins. Shares, indices and commodities count as quoted in dollars. */
const pairPattern = /^([A-Z]{3,5})\/([A-Z]{3,5})$/;

/**
 * True for a pair of the dollar with another quote currency, such as USD/JPY. Its unit is one dollar, and its gain is in the
 * other currency: it is converted into dollars at the price at which the trade closes.
 */
export function isGainConverted(symbol: string): boolean {
  return symbol.startsWith(`${ACCOUNT_CURRENCY}/`);
}

/** True for a pair without the dollar, such as EUR/GBP. One price does not tell what its gain is worth in dollars. */
export function isCrossPair(symbol: string): boolean {
  const [, base, quote] = pairPattern.exec(symbol) ?? [];
  return base !== undefined && base !== ACCOUNT_CURRENCY && quote !== ACCOUNT_CURRENCY;
}

/**
 * The fraction of its traded value that a trade gains or loses when its price moves from `from` to `to`, without costs, in
 * the account's currency: of USD/JPY from 100 to 150, a third.
 */
export function computeMove(symbol: string, from: number, to: number): number {
  return (to - from) / (isGainConverted(symbol) ? to : from);
}
