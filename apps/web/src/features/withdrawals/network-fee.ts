import type { SystemSettings, Withdrawal } from "@wazi/contracts";

/** The network on which a fee coin is spent. */
const networkOfCoin: Readonly<Record<string, string>> = { TRX: "TRC20", ETH: "ERC20", BTC: "BTC", LTC: "LTC" };

/** What the platform has set aside for this payout, where its fee coin is the one of the payout's network; else null. */
export function getReservedFee(
  { withdrawalType, network }: Pick<Withdrawal, "withdrawalType" | "network">,
  { gasFeeAmount }: Pick<SystemSettings, "gasFeeAmount">,
): string | null {
  const coin = /([A-Z]+)\s*$/.exec(gasFeeAmount.trim())?.[1];
  const isOfNetwork = coin !== undefined && network !== null && networkOfCoin[coin] === network;
  return withdrawalType === "crypto" && isOfNetwork ? gasFeeAmount : null;
}
