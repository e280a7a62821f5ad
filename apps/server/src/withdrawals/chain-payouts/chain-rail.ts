import type { PayoutRailName } from "@wazi/contracts";
import { formatDecimal, parseDecimal } from "@wazi/domain";
import type { Sql } from "../../platform/db/pool.ts";
import type { PayoutRail, RailFee, RailReport } from "../payouts/payout-rail.ts";
import { findChainPayout, queuePayment, type ChainPayoutRow } from "./store.ts";
import type { PayingChain, PayingNetwork } from "./paying-chain.ts";

const FEE_PLACES = 18;
/** Places of an amount that is paid out. Ether has 18, and the eighth is worth less than a thousandth of a cent. */
const places: Readonly<Record<string, number>> = { ETH: 8, BTC: 8, LTC: 8, USDT: 6, USDC: 6 };

export const railOfNetwork: Readonly<Record<PayingNetwork, PayoutRailName>> = {
  ERC20: "chain-erc20",
  BTC: "chain-btc",
  LTC: "chain-ltc",
};
const labels: Readonly<Record<PayingNetwork, string>> = { ERC20: "Ethereum", BTC: "Bitcoin", LTC: "Litecoin" };

/**
 * The payout rail of a chain. A payment that is sent waits for a transfer; from then on the chain's rounds decide it, and report
 * to the payout as a provider's call-back does. A question is answered from what they stored.
 */
export function createChainRail(
  { network, currencies, feeCurrency }: Pick<PayingChain, "network" | "currencies" | "feeCurrency">,
  { sql, now }: { sql: Sql; now: () => Date },
): PayoutRail {
  return {
    name: railOfNetwork[network],
    label: labels[network],
    findCurrency: ({ withdrawalType, network: asked, currency }) =>
      withdrawalType === "crypto" && asked === network && currency !== null && currencies.includes(currency)
        ? currency
        : null,
    countPlaces: (currency) => places[currency] ?? 0,
    findRecipientName: () => Promise.resolve(null),
    async send({ reference }) {
      const isNew = await queuePayment(sql, { reference, network, at: now() });
      return isNew ? { kind: "accepted", providerId: null } : { kind: "duplicate" };
    },
    query: ({ reference }) => reportChainPayout(sql, reference, feeCurrency),
    acceptsWithoutId: true,
    paysManyInOne: true,
  };
}

/** The result of a payment on the chain. */
export async function reportChainPayout(sql: Sql, reference: string, feeCurrency: string): Promise<RailReport> {
  const row = await findChainPayout(sql, reference);
  if (!row) return { kind: "not-found" };
  if (row.refusal !== null) return { kind: "failed", code: "refused", reason: row.refusal, isTemporary: false };
  const { transfer, currency, coins } = row;
  if (transfer?.isDiscarded) {
    const reason = "An administrator discarded its transaction before it was signed.";
    return { kind: "failed", code: "discarded", reason, isTemporary: true };
  }
  if (!transfer?.isEnded || transfer.hash === null) return { kind: "pending" };
  const { hash, isPaid, isOurs } = transfer;
  const fee = shareFee(transfer, feeCurrency);
  if (isPaid) return { kind: "paid", receipt: hash, amount: coins, currency, fee, recipientName: null };
  if (isOurs) {
    const reason = `Transaction ${hash} is in the chain and failed. Its fee was charged.`;
    return { kind: "failed", code: "reverted", reason, isTemporary: false, fee };
  }
  const reason = `Transaction ${hash}, which Wazi did not make, used the nonce or the coins of this payment.`;
  return { kind: "failed", code: "replaced", reason, isTemporary: false };
}

/** The payments of one transaction share its fee. The first ones bear what does not divide, so that the parts add up. */
function shareFee({ fee, payments, place }: NonNullable<ChainPayoutRow["transfer"]>, currency: string): RailFee | null {
  if (fee === null || payments === 0) return null;
  const total = parseDecimal(fee, FEE_PLACES);
  const [count, rest] = [BigInt(payments), total % BigInt(payments)];
  const share = total / count + (BigInt(place) < rest ? 1n : 0n);
  return { amount: formatDecimal(share, FEE_PLACES), currency };
}
