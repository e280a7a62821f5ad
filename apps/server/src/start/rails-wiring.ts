import { DAY_MS, paymentNetworks } from "@wazi/contracts";
import { createAnnouncer } from "../platform/hints/announcer.ts";
import type { HintChannel } from "../platform/hints/hint-channel.ts";
import { findLocalRate } from "../ledger/local-rates/store.ts";
import type { Door } from "../ledger/door/post.ts";
import type { ReserveChain } from "../bank/reserves/take-reserves.ts";
import type { Sql } from "../platform/db/pool.ts";
import { findRate } from "../deposits/requests/store.ts";
import type { ChainReader } from "../deposits/chains/chain-reader.ts";
import { createCoreChain } from "../deposits/chains/core-chain.ts";
import { createEvmChain, ethereumTokens } from "../deposits/chains/evm-chain.ts";
import { toTokens } from "../deposits/chains/token-transfers.ts";
import type { PaymentNetwork } from "../deposits/chains/payment-store.ts";
import { createTronChain, toTronTokens, tronTokens } from "../deposits/chains/tron-chain.ts";
import { watchDeposits, type WatchDeps, type WatchedChain } from "../deposits/chains/watch-deposits.ts";
import { createDarajaClient } from "../deposits/daraja/daraja-client.ts";
import type { MpesaDepositDeps } from "../deposits/mpesa/mpesa-deps.ts";
import { runMpesaRounds } from "../deposits/mpesa/run-mpesa-rounds.ts";
import { createCoreBalances } from "../bank/reserves/core-balances.ts";
import { createEvmBalances } from "../bank/reserves/evm-balances.ts";
import { createTronBalances } from "../bank/reserves/tron-balances.ts";
import type { FeedSettings } from "../trader/feed-settings.ts";
import type { Settings } from "./settings/settings.ts";
import { maxPriceAgeMs } from "../trader/feeds/feed-plan.ts";

/** The oldest price for a deposit; with a slow replay a bar may be older. */
const DEPOSIT_RATE_AGE_MS = 60_000;

export const computeMaxRateAgeMs = (feed: FeedSettings): number => Math.max(maxPriceAgeMs(feed), DEPOSIT_RATE_AGE_MS);

/** The pause between rounds, shorter than the time between blocks. */
const everyMs = { BTC: 10_000, LTC: 10_000, ERC20: 6_000, TRC20: 6_000 } as const;

/** Opens a reader for each chain whose node is set. Sends no request. */
function openChains({ chains, mode }: Pick<Settings, "chains" | "mode">): WatchedChain[] {
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
}: Pick<Settings, "chains" | "mpesa" | "publicOrigin">): PaymentNetwork[] {
  const isWatched = (network: PaymentNetwork): boolean =>
    network === "MPESA" ? mpesa !== undefined && publicOrigin !== undefined : chains.urls[network] !== undefined;
  return paymentNetworks.filter(isWatched);
}

/** The chains whose balances can be read. Sends no request. */
export function openReserveChains({ chains: { urls, tokens, tronApiKey } }: Pick<Settings, "chains">): ReserveChain[] {
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

/** A rate that an administrator entered longer ago is not used for deposits. */
const LOCAL_RATE_AGE_MS = DAY_MS;

/** The dependencies of deposits by M-Pesa; undefined when M-Pesa is not set. Sends no request. */
export function openMpesaDeposits(
  settings: Pick<Settings, "chains" | "mode" | "mpesa" | "publicOrigin">,
  deps: Pick<MpesaDepositDeps, "sql" | "door" | "now" | "log" | "refuseDeposit">,
): MpesaDepositDeps | undefined {
  const { mpesa, publicOrigin } = settings;
  if (mpesa === undefined || publicOrigin === undefined) return undefined;
  const { sql, now } = deps;
  return {
    ...deps,
    ...mpesa,
    client: createDarajaClient(mpesa, { now }),
    origin: publicOrigin,
    mode: settings.chains.credit,
    isTest: settings.mode === "demo",
    findRate: async () => {
      const rate = await findLocalRate(sql, "KES");
      return rate && now().getTime() - rate.setAt.getTime() <= LOCAL_RATE_AGE_MS ? rate : null;
    },
  };
}

/** Starts the watch of all chains whose node is set. @returns how to stop it */
export function startDepositWatch(
  settings: Pick<Settings, "chains" | "mode" | "marketFeed" | "mpesa" | "publicOrigin">,
  deps: { sql: Sql; door: Door; hints: HintChannel; now: () => Date; log: WatchDeps["log"] },
): () => Promise<void> {
  const { sql, door, hints, now, log } = deps;
  const maxRateAgeMs = computeMaxRateAgeMs(settings.marketFeed);
  const chains = openChains(settings);
  const watch = watchDeposits(
    {
      sql,
      door,
      now,
      log,
      announcer: createAnnouncer(hints),
      mode: settings.chains.credit,
      isTest: settings.mode === "demo",
      findRate: (currency) => findRate(sql, currency, new Date(now().getTime() - maxRateAgeMs)),
    },
    chains,
  );
  for (const { reader } of chains) log.info({ network: reader.network, node: reader.source }, "watching deposits");
  // Requests for deposits are refused where they are made, and never here.
  const mpesa = openMpesaDeposits(settings, { sql, door, now, log, refuseDeposit: () => Promise.resolve() });
  const rounds = mpesa && runMpesaRounds(mpesa);
  return async () => {
    await Promise.all([watch.stop(), rounds?.stop()]);
  };
}
