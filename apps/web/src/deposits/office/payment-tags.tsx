import type { DepositPayment } from "@wazi/contracts";
import { Tag, type TagLook } from "../../ui/tag.tsx";
import * as texts from "../../messages/admin-deposits.ts";

const amounts: Readonly<Record<NonNullable<DepositPayment["amountState"]>, { text: string; look: TagLook }>> = {
  under: { text: texts.paymentTagLess, look: "wait" },
  exact: { text: texts.exactAmount, look: "plain" },
  over: { text: texts.paymentTagMore, look: "wait" },
};

/** Two facts that say nothing about each other: whether a payment is on time, and how the amount compares with the request. */
export function PaymentTags({ payment: { timing, amountState } }: { payment: DepositPayment }) {
  const amount = amountState && amounts[amountState];
  return (
    <>
      <Tag look={timing === "late" ? "wait" : "plain"}>{timing === "late" ? texts.paymentTagLate : texts.onTime}</Tag>
      {amount ? (
        <Tag look={amount.look} title={texts.paymentTagTitle}>
          {amount.text}
        </Tag>
      ) : null}
    </>
  );
}
