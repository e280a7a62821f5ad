import type { DepositPayment } from "@wazi/contracts";
import * as texts from "../messages/shared.ts";

export const paymentLooks = {
  seen: "wait",
  dropped: "loss",
  credited: "gain",
  dust: "plain",
  review: "wait",
  dismissed: "loss",
} as const satisfies Record<DepositPayment["status"], string>;

/** True while the network's confirmations are counted. */
export const isCounting = ({ status, confirmations, confirmationsNeeded }: DepositPayment): boolean =>
  status === "seen" && confirmations < confirmationsNeeded;

/** The state of a payment in a few words, such as "Seen, 1 of 3 confirmations". */
export function describePayment(payment: DepositPayment): string {
  const { status, confirmations, confirmationsNeeded } = payment;
  switch (status) {
    case "seen":
      return isCounting(payment)
        ? texts.paymentConfirmations({
            confirmations,
            needed: confirmationsNeeded,
          })
        : texts.paymentCounting;
    case "dropped":
      return texts.paymentDropped;
    case "credited":
      return texts.credited;
    case "dust":
      return texts.paymentDust;
    case "review":
      return texts.paymentInReview;
    case "dismissed":
      return texts.notCredited;
  }
}
