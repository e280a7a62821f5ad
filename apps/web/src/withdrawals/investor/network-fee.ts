import type { SystemSettings, Withdrawal } from "@wazi/contracts";

/** The network of each fee coin. */
const networkOfCoin: Readonly<Record<string, string>> = { TRX: "TRC20", ETH: "ERC20", BTC: "BTC", LTC: "LTC" };

/** The fee reserved for this payout if its coin belongs to the payout's network, otherwise null. */
export function getReservedFee(
  { withdrawalType, network }: Pick<Withdrawal, "withdrawalType" | "network">,
  { gasFeeAmount }: Pick<SystemSettings, "gasFeeAmount">,
): string | null {
  const coin = /([A-Z]+)\s*$/.exec(gasFeeAmount.trim())?.[1];
  const isOfNetwork = coin !== undefined && network !== null && networkOfCoin[coin] === network;
  return withdrawalType === "crypto" && isOfNetwork ? gasFeeAmount : null;
}
