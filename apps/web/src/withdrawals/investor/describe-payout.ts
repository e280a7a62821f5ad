import { formatAmount, payoutRailLabels, type Withdrawal } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import * as texts from "../../messages/withdrawals.ts";

/** "12.500000" as "12.5", with two places at least for a currency of coins. */
function trimAmount(amount: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  const kept = fraction.replace(/0+$/, "");
  return kept === "" ? whole : `${whole}.${kept.padEnd(2, "0")}`;
}

/** An investor's view of a payment over a rail: the amount that arrives, the rate, the cost and its payer. */
export function describePayout({ payout, status }: Pick<Withdrawal, "payout" | "status">): [string, string | null][] {
  if (payout === null || payout.state === "cancelled") return [];
  const { currency, localAmount, rate, rateAt, fee, feeAmount, feeCurrency, recipientName, rail } = payout;
  const isOtherCurrency = currency !== "USD";
  const charged =
    feeCurrency === null || feeCurrency === "USD" ? "" : ` (${trimAmount(feeAmount ?? "")} ${feeCurrency})`;
  const isPaid = status === "completed";
  return [
    [texts.paidOver, rail === "manual" ? null : payoutRailLabels[rail]],
    [texts.accountHolder, recipientName],
    [
      isPaid ? texts.youReceived : texts.youReceive,
      isOtherCurrency
        ? texts.payoutLocalAmount({
            trimAmount: trimAmount(localAmount),
            currency,
            trimAmount2: trimAmount(rate),
            rateAt: formatDayAndTime(rateAt),
          })
        : null,
    ],
    [
      texts.fee,
      fee === null ? (isPaid ? texts.payoutFeeUnknown : null) : texts.payoutFee({ fee: formatAmount(fee), charged }),
    ],
  ];
}
