import type { ExchangeMarket } from "./load-exchange.ts";

/** A dollar is quoted in these, the first that an exchange lists. */
const dollars = ["USD", "USDT", "USDC"] as const;

const isOpen = (market: ExchangeMarket | undefined): market is ExchangeMarket =>
  market !== undefined && market.active !== false;

/** The market whose prices stand for a symbol such as BTC/USD: spot first, else the perpetual contract. */
export function findPriceMarket(
  markets: Readonly<Record<string, ExchangeMarket>>,
  symbol: string,
): ExchangeMarket | null {
  const [coin = ""] = symbol.split("/");
  const names = [...dollars.map((dollar) => `${coin}/${dollar}`), ...listContractNames(coin)];
  return names.map((name) => markets[name]).find(isOpen) ?? null;
}

/** The market to trade a symbol on: the linear perpetual contract, for bots also sell what they do not have. */
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
