import { type ChainSettings, ethereumTokens, toTokens, toTronTokens, tronTokens } from "../../deposits/api.ts";
import { createCoreBalances } from "./core-balances.ts";
import { createEvmBalances } from "./evm-balances.ts";
import type { ReserveChain } from "./take-reserves.ts";
import { createTronBalances } from "./tron-balances.ts";

/** Opens the chains whose balances can be read. Sends no request. */
export function openReserveChains({ urls, tokens, tronApiKey }: ChainSettings): ReserveChain[] {
  return [
    ...(urls.ERC20 === undefined ? [] : [createEvmBalances(urls.ERC20, toTokens(tokens.ERC20 ?? ethereumTokens))]),
    ...(urls.TRC20 === undefined
      ? []
      : [createTronBalances(urls.TRC20, toTronTokens(tokens.TRC20 ?? tronTokens), tronApiKey)]),
    ...(urls.LTC === undefined ? [] : [createCoreBalances("LTC", urls.LTC)]),
    // Last, because its search takes longest.
    ...(urls.BTC === undefined ? [] : [createCoreBalances("BTC", urls.BTC)]),
  ];
}
