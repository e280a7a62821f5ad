import type { Sql } from "../platform/db/pool.ts";
import type { ChainPayoutDeps } from "../withdrawals/chain-payouts/chain-deps.ts";
import { createChainRail } from "../withdrawals/chain-payouts/chain-rail.ts";
import type { PayingChain } from "../withdrawals/chain-payouts/paying-chain.ts";
import { createSignerService } from "../withdrawals/chain-payouts/signer-service.ts";
import { ethereumTokens } from "../deposits/chains/evm-chain.ts";
import { toTokens } from "../deposits/chains/token-transfers.ts";
import type { PayoutDeps } from "../withdrawals/payouts/payout-deps.ts";
import type { PayoutRail } from "../withdrawals/payouts/payout-rail.ts";
import type { Settings } from "./settings/settings.ts";

/**
 * The chains that have a node and a paying address. Sends no request. Empty with PAYOUTS=manual. The libraries that encode
 * transactions take 0.1 s each to load, so only those of such chains are loaded.
 */
export async function openPayingChains(settings: Settings): Promise<PayingChain[]> {
  if (settings.payouts === "manual") return [];
  const { urls, tokens } = settings.chains;
  const { payoutEthAddress, payoutBtcAddress, payoutLtcAddress, payoutBtcKey, payoutLtcKey } = settings;
  const isTest = settings.mode === "demo";
  const chains: PayingChain[] = [];
  if (urls.ERC20 !== undefined && payoutEthAddress !== undefined) {
    const { createEvmPayingChain } = await import("../withdrawals/chain-payouts/evm-paying-chain.ts");
    const contracts = toTokens(tokens.ERC20 ?? ethereumTokens);
    chains.push(createEvmPayingChain({ url: urls.ERC20, payer: payoutEthAddress, tokens: contracts, isTest }));
  }
  const isCoreUsed = payoutBtcAddress !== undefined || payoutLtcAddress !== undefined;
  if (!isCoreUsed) return chains;
  const { createCorePayingChain } = await import("../withdrawals/chain-payouts/core-paying-chain.ts");
  if (urls.BTC !== undefined && payoutBtcAddress !== undefined) {
    const payer = { payer: payoutBtcAddress, key: payoutBtcKey };
    chains.push(createCorePayingChain({ network: "BTC", url: urls.BTC, ...payer, isTest }));
  }
  if (urls.LTC !== undefined && payoutLtcAddress !== undefined) {
    const payer = { payer: payoutLtcAddress, key: payoutLtcKey };
    chains.push(createCorePayingChain({ network: "LTC", url: urls.LTC, ...payer, isTest }));
  }
  return chains;
}

export function openChainRails(chains: readonly PayingChain[], deps: { sql: Sql; now: () => Date }): PayoutRail[] {
  return chains.map((chain) => createChainRail(chain, deps));
}

export function buildChainPayoutDeps(
  settings: Settings,
  payouts: PayoutDeps,
  chains: readonly PayingChain[],
): ChainPayoutDeps {
  const { payoutSignerUrl: url, payoutSignerToken: token } = settings;
  return {
    ...payouts,
    chains,
    signer: url === undefined ? null : createSignerService(url, token),
    maxNetworkFee: settings.payoutMaxNetworkFee,
    confirmations: settings.chains.confirmations,
  };
}
