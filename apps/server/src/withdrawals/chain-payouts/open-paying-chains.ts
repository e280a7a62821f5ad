import { type ChainSettings, ethereumTokens, toTokens } from "../../deposits/api.ts";
import type { WithdrawalSettings } from "../settings.ts";
import type { PayingChain } from "./paying-chain.ts";

/**
 * Opens the chains that have a node and a paying address. Sends no request. The libraries that encode transactions take 0.1 s each to
 * load, so only those of such chains are loaded.
 */
export async function openPayingChains(
  settings: WithdrawalSettings & { chains: ChainSettings; mode: "demo" | "live" },
): Promise<PayingChain[]> {
  const { urls, tokens } = settings.chains;
  const { payoutEthAddress, payoutBtcAddress, payoutLtcAddress, payoutBtcKey, payoutLtcKey } = settings;
  const isTest = settings.mode === "demo";
  const chains: PayingChain[] = [];
  if (urls.ERC20 !== undefined && payoutEthAddress !== undefined) {
    const { createEvmPayingChain } = await import("./evm-paying-chain.ts");
    const contracts = toTokens(tokens.ERC20 ?? ethereumTokens);
    chains.push(createEvmPayingChain({ url: urls.ERC20, payer: payoutEthAddress, tokens: contracts, isTest }));
  }
  const isCoreUsed = payoutBtcAddress !== undefined || payoutLtcAddress !== undefined;
  if (!isCoreUsed) return chains;
  const { createCorePayingChain } = await import("./core-paying-chain.ts");
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
