import type { DepositPayment } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { formatCoins } from "../../lib/format-number.ts";
import { Money } from "../../ui/money.tsx";
import { Tag } from "../../ui/tag.tsx";
import { describePayment, isCounting, paymentLooks } from "../../lib/payment-labels.ts";
import * as texts from "../../messages/deposits.ts";

const amountWords = {
  under: texts.paymentUnder,
  exact: texts.paymentExact,
  over: texts.paymentOver,
} as const satisfies Record<NonNullable<DepositPayment["amountState"]>, string>;

/** The payments to the address so far. Confirmations are counted live. */
export function PaymentList({ payments }: { payments: readonly DepositPayment[] }) {
  if (payments.length === 0) return null;
  return (
    <ul className="grid gap-3" aria-label={texts.paymentsLabel}>
      {payments.map((payment) => (
        <li key={payment.id} data-testid="deposit-payment" className="rounded-sm border border-line p-3">
          <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="figure font-semibold">
              {payment.currency === null ? texts.anotherToken : `${formatCoins(payment.coins)} ${payment.currency}`}
            </span>
            <Tag look={paymentLooks[payment.status]}>{describePayment(payment)}</Tag>
          </p>
          {isCounting(payment) ? <ConfirmationBar payment={payment} /> : null}
          <p className="mt-1 text-14 text-muted">
            {payment.creditedAmount === null ? null : (
              <>
                {payment.rate === null
                  ? texts.paymentCredited({ creditedAmount: <Money value={payment.creditedAmount} /> })
                  : texts.paymentCreditedAtRate({
                      creditedAmount: <Money value={payment.creditedAmount} />,
                      rate: formatCoins(payment.rate),
                      currency: payment.currency ?? "coin",
                    })}
                {" · "}
              </>
            )}
            {payment.timing === "late" ? texts.paymentLate : texts.onTime}
            {payment.amountState === null ? null : `, ${amountWords[payment.amountState]}`},{" "}
            {formatDayAndTime(payment.seenAt)}
          </p>
        </li>
      ))}
    </ul>
  );
}

function ConfirmationBar({ payment }: { payment: DepositPayment }) {
  const part = Math.min(1, payment.confirmations / payment.confirmationsNeeded);
  return (
    <div aria-hidden="true" className="mt-2 h-0.5 bg-line">
      <div
        className="h-full origin-left bg-accent transition-transform duration-500"
        style={{ transform: `scaleX(${part})` }}
      />
    </div>
  );
}
