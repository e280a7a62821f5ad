import { REVIEWS_PER_SENDER, type ReviewPayment } from "@wazi/contracts";
import { useState } from "react";
import { formatCoins } from "../../lib/format-number.ts";
import { Button } from "../../ui/button.tsx";
import { Money } from "../../ui/money.tsx";
import { useMissingRightText } from "../../office/access/admin-access.ts";
import { Age } from "../../office/display/age.tsx";
import { Panel } from "../../office/display/panel.tsx";
import { formatName } from "../../office/person/person.tsx";
import { useReviewPayments } from "./api.ts";
import { PaymentDecisionDialog, type PaymentDecision } from "./payment-decision-dialog.tsx";
import { reviewReasonTexts } from "./labels.ts";
import { PaymentTags } from "./payment-tags.tsx";
import { UnmatchedRow } from "./unmatched-row.tsx";
import * as texts from "../../messages/admin-deposits.ts";

/** Payments that no rule decides, oldest first, with the reason and the choices. Hidden while there are none. */
export function PaymentReviews() {
  const [sender, setSender] = useState<ReviewPayment | null>(null);
  /** The cursors of the pages up to this one, without the first. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<{ payment: ReviewPayment; decision: PaymentDecision } | null>(null);
  const cursor = cursors.at(-1);
  const { data } = useReviewPayments({
    ...(sender === null ? {} : { sameAs: sender.id }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  if (data === undefined) return null;
  const count = data.total + data.unmatched.length;
  if (count === 0 && open === null) return null;

  function show(payment: ReviewPayment | null) {
    setSender(payment);
    setCursors([]);
  }

  const { nextCursor } = data;
  return (
    <div className="mb-4">
      <Panel title={texts.reviewsTitle({ count: count.toLocaleString("en-US") })}>
        {sender === null ? null : (
          <div className="flex flex-wrap items-center justify-between gap-3 text-14">
            <p className="min-w-0 break-all">
              {texts.reviewsOneSender({
                address: sender.sender === null ? null : <code className="font-mono">: {sender.sender}</code>,
              })}
            </p>
            <Button look="secondary" onClick={() => show(null)}>
              {texts.reviewsAllSenders}
            </Button>
          </div>
        )}
        <ul className="divide-y divide-line text-14">
          {data.items.map((payment, index) => (
            <ReviewRow
              key={payment.id}
              payment={payment}
              onDecide={(decision) => setOpen({ payment, decision })}
              onSender={
                sender === null && isLastListed(payment, data.items.slice(index + 1)) ? () => show(payment) : undefined
              }
            />
          ))}
          {data.unmatched.map((report) => (
            <UnmatchedRow key={report.id} report={report} />
          ))}
        </ul>
        {cursor === undefined && nextCursor === null ? null : (
          <div className="flex flex-wrap gap-2">
            <Button
              look="secondary"
              aria-disabled={cursor === undefined}
              onClick={() => setCursors(cursors.slice(0, -1))}
            >
              {texts.reviewsPrevious}
            </Button>
            <Button
              look="secondary"
              aria-disabled={nextCursor === null}
              onClick={() => nextCursor !== null && setCursors([...cursors, nextCursor])}
            >
              {texts.reviewsNext}
            </Button>
          </div>
        )}
        {open === null ? null : (
          <PaymentDecisionDialog {...open} key={open.payment.id + open.decision} onClose={() => setOpen(null)} />
        )}
      </Panel>
    </div>
  );
}

/** True for the last payment on a page of a sender who has more than the queue shows. */
function isLastListed(payment: ReviewPayment, below: readonly ReviewPayment[]): boolean {
  const isSame = (other: ReviewPayment): boolean =>
    other.network === payment.network &&
    (payment.sender === null
      ? other.sender === null && other.userId === payment.userId
      : other.sender === payment.sender);
  return payment.fromSender > REVIEWS_PER_SENDER && !below.some(isSame);
}

function ReviewRow({
  payment,
  onDecide,
  onSender,
}: {
  payment: ReviewPayment;
  onDecide: (decision: PaymentDecision) => void;
  /** Shows all payments of its sender; undefined where all are listed. */
  onSender: (() => void) | undefined;
}) {
  const missing = useMissingRightText("money");
  const name = formatName(payment.user);
  return (
    <li data-testid="payment-review" className="grid gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="figure">
            {payment.currency === null ? texts.unknownToken : `${formatCoins(payment.coins)} ${payment.currency}`}
          </span>
          <span>{name}</span>
          <PaymentTags payment={payment} />
        </p>
        <p>{reviewReasonTexts[payment.reviewReason]}</p>
        <p className="break-all text-muted">
          {payment.network}, <code className="font-mono">{payment.transactionHash}</code>, <Age at={payment.seenAt} />
        </p>
        {onSender === undefined ? null : (
          <Button look="quiet" className="mt-1" onClick={onSender}>
            {texts.reviewsOfSender({ count: payment.fromSender.toLocaleString("en-US") })}
          </Button>
        )}
      </div>
      {payment.reviewReason === "rate" ? null : (
        <div className="flex flex-wrap gap-2">
          {payment.estimate === null ? null : (
            <Button
              aria-label={texts.reviewsCreditOf({ name })}
              aria-disabled={missing !== undefined}
              title={missing}
              onClick={() => missing === undefined && onDecide("credit")}
            >
              {texts.credit({ estimate: <Money value={payment.estimate} /> })}
            </Button>
          )}
          <Button
            look="secondary"
            aria-label={texts.reviewsLeaveOf({ name })}
            aria-disabled={missing !== undefined}
            title={missing}
            onClick={() => missing === undefined && onDecide("dismiss")}
          >
            {payment.reviewReason === "vanished" ? texts.close : texts.reviewLeaveSubmit}
          </Button>
        </div>
      )}
    </li>
  );
}
