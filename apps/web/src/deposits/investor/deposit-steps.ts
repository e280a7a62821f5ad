import { formatAmount, type Deposit } from "@wazi/contracts";
import { formatCoins } from "../../lib/format-number.ts";
import { formatTime } from "../../lib/format-date.ts";
import type { RequestStep } from "../../ui/request-steps.tsx";
import { formatLocal } from "../../lib/format-local.ts";
import { describePayment } from "../../lib/payment-labels.ts";
import * as texts from "../../messages/deposits.ts";

const isMpesa = ({ network }: Pick<Deposit, "network">): boolean => network === "MPESA";

/** The next steps, before the deposit is requested. `timing` is how long deposits took. */
export function planDepositSteps(currency: string, network: string, timing: string): RequestStep[] {
  return [
    { title: texts.stepPlanAddressTitle, text: texts.stepPlanAddressText, state: "now" },
    {
      title: texts.stepPlanSendTitle({ currency, network }),
      text: texts.stepPlanSendText,
      state: "later",
    },
    { title: texts.stepPlanCreditTitle, text: texts.stepPlanCreditText({ timing }), state: "later" },
  ];
}

/** The past steps of a deposit with their times, and the next one. `timing` is how long deposits took. */
export function describeDepositSteps(deposit: Deposit, timing: string): RequestStep[] {
  const requested: RequestStep = {
    title: texts.requested,
    text: `$${formatAmount(deposit.amount)}`,
    at: deposit.createdAt,
    state: "done",
  };
  return [requested, ...describePaymentStep(deposit), describeEnd(deposit, timing)];
}

/** The first payment. A credited deposit without a recorded one was credited by hand. */
function describePaymentStep(deposit: Deposit): RequestStep[] {
  const [latest] = deposit.payments ?? [];
  const first = deposit.payments?.at(-1);
  if (latest !== undefined && first !== undefined) {
    const isOver = deposit.status !== "pending";
    return [
      { title: texts.paymentSeen, text: describePayment(latest), at: first.seenAt, state: isOver ? "done" : "now" },
    ];
  }
  if (deposit.status !== "pending") return [];
  const isHeld = Date.parse(deposit.expiresAt) > Date.now();
  const held = isHeld ? texts.stepRateHeld({ expiresAt: formatTime(deposit.expiresAt) }) : texts.stepRateClosed;
  const title = isMpesa(deposit)
    ? texts.stepPayMpesaTitle({ cryptoAmount: formatLocal(deposit.cryptoAmount, deposit.currency) })
    : texts.stepSendCoinTitle({ cryptoAmount: formatCoins(deposit.cryptoAmount), currency: deposit.currency });
  return [{ title, text: held, state: "now" }];
}

function describeEnd({ status, receivedAmount, amount, settledAt, ...deposit }: Deposit, timing: string): RequestStep {
  if (status === "completed") {
    const credited = texts.stepCreditedText({ receivedAmount: formatAmount(receivedAmount ?? amount) });
    return { title: texts.credited, text: credited, at: settledAt, state: "done" };
  }
  if (status === "failed") {
    const text = texts.stepFailedText;
    return { title: texts.closed, text, at: settledAt, state: "ended" };
  }
  const when = isMpesa(deposit) ? texts.stepWhenMpesaReports : texts.stepWhenConfirmed;
  return { title: texts.stepCreditedTitle, text: `${when} ${timing}`, state: "later" };
}
