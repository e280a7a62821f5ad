import type { ExchangeMarket } from "./load-exchange.ts";

/** Quote currencies that count as dollars, in order of preference. */
const dollars = ["USD", "USDT", "USDC"] as const;

const isOpen = (market: ExchangeMarket | undefined): market is ExchangeMarket =>
  market !== undefined && market.active !== false;

/** Finds the market for prices of a symbol such as BTC/USD: spot first, else the perpetual contract. */
export function findPriceMarket(
  markets: Readonly<Record<string, ExchangeMarket>>,
  symbol: string,
): ExchangeMarket | null {
  const [coin = ""] = symbol.split("/");
  const names = [...dollars.map((dollar) => `${coin}/${dollar}`), ...listContractNames(coin)];
  return names.map((name) => markets[name]).find(isOpen) ?? null;
}

/** Finds the market for orders: the linear perpetual contract, because bots also sell short. */
export function findOrderMarket(
  markets: Readonly<Record<string, ExchangeMarket>>,
  symbol: string,
): ExchangeMarket | null {
  const [coin = ""] = symbol.split("/");
  const found = listContractNames(coin).map((name) => markets[name]);
  return found.find((market) => isOpen(market) && market.swap === true && market.linear === true) ?? null;
}

function listContractNames(coin: string): string[] {
  return dollars.map((dollar) => `${coin}/${dollar}:${dollar}`);
}
