import { paymentNetworks } from "@wazi/contracts";
import type { ChainSettings, MpesaSettings } from "../settings.ts";
import type { ChainReader } from "./chain-reader.ts";
import { createCoreChain } from "./core-chain.ts";
import { createEvmChain, ethereumTokens } from "./evm-chain.ts";
import type { PaymentNetwork } from "./store.ts";
import { toTokens } from "./token-transfers.ts";
import { createTronChain, toTronTokens, tronTokens } from "./tron-chain.ts";
import type { WatchedChain } from "./watch-deposits.ts";

/** The pause between rounds, shorter than the time between blocks. */
const everyMs = { BTC: 10_000, LTC: 10_000, ERC20: 6_000, TRC20: 6_000 } as const;

/** Opens a reader for each chain whose node is set. Sends no request. */
export function openChains({ chains, mode }: { chains: ChainSettings; mode: "demo" | "live" }): WatchedChain[] {
  const { urls, tokens, tronApiKey, confirmations } = chains;
  const isTest = mode === "demo";
  const readers: ChainReader[] = [
    ...(urls.ERC20 === undefined ? [] : [createEvmChain(urls.ERC20, toTokens(tokens.ERC20 ?? ethereumTokens))]),
    ...(urls.TRC20 === undefined
      ? []
      : [createTronChain(urls.TRC20, toTronTokens(tokens.TRC20 ?? tronTokens), tronApiKey)]),
    ...(urls.BTC === undefined ? [] : [createCoreChain("BTC", urls.BTC, isTest)]),
    ...(urls.LTC === undefined ? [] : [createCoreChain("LTC", urls.LTC, isTest)]),
  ];
  return readers.map((reader) => ({
    reader,
    steps: confirmations[reader.network],
    everyMs: everyMs[reader.network],
  }));
}

/** The networks that deposits are read from. */
export function listDepositNetworks({
  chains,
  mpesa,
  publicOrigin,
}: {
  chains: ChainSettings;
  mpesa: MpesaSettings | undefined;
  publicOrigin?: string | undefined;
}): PaymentNetwork[] {
  const isWatched = (network: PaymentNetwork): boolean =>
    network === "MPESA" ? mpesa !== undefined && publicOrigin !== undefined : chains.urls[network] !== undefined;
  return paymentNetworks.filter(isWatched);
}
