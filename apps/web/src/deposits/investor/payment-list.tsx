import { isRateHeld, type DepositPayment } from "@wazi/contracts";
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

const rateWords = {
  amount: texts.paymentRateAmount,
  late: texts.paymentRateLate,
  replaced: texts.paymentRateReplaced,
  slow: texts.paymentRateSlow,
  currency: texts.paymentRateCurrency,
} as const;

/** Which rate a payment has and why; null where there is nothing to say. */
function describeRate(payment: DepositPayment): string | null {
  const { currency, rateReason, confirmedAt, status, timing } = payment;
  if (status === "seen" && !isCounting(payment) && timing === "on_time" && currency !== null && isRateHeld(currency)) {
    return texts.paymentRateOpen;
  }
  if (rateReason === "locked") return texts.paymentRateLocked;
  if (rateReason === "fixed") return currency === null ? null : texts.paymentRateFixed({ currency });
  if (rateReason === null) return null;
  const time = confirmedAt === null ? "" : formatDayAndTime(confirmedAt);
  return rateWords[rateReason]({ hasTime: time === "" ? "no" : "yes", time });
}

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
          {[describeRate(payment), payment.status === "dust" ? texts.paymentSmall : null].map((text) =>
            text === null ? null : (
              <p key={text} className="mt-1 text-14 text-muted">
                {text}
              </p>
            ),
          )}
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
