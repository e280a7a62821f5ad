import type { ReviewPayment } from "@wazi/contracts";
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
  const { data } = useReviewPayments();
  const [open, setOpen] = useState<{ payment: ReviewPayment; decision: PaymentDecision } | null>(null);
  if (data === undefined) return null;
  const count = data.total + data.unmatched.length;
  if (count === 0 && open === null) return null;
  return (
    <div className="mb-4">
      <Panel title={texts.reviewsTitle({ count: count.toLocaleString("en-US") })}>
        <ul className="divide-y divide-line text-14">
          {data.items.map((payment) => (
            <ReviewRow key={payment.id} payment={payment} onDecide={(decision) => setOpen({ payment, decision })} />
          ))}
          {data.unmatched.map((report) => (
            <UnmatchedRow key={report.id} report={report} />
          ))}
        </ul>
        {open === null ? null : (
          <PaymentDecisionDialog {...open} key={open.payment.id + open.decision} onClose={() => setOpen(null)} />
        )}
      </Panel>
    </div>
  );
}

function ReviewRow({ payment, onDecide }: { payment: ReviewPayment; onDecide: (decision: PaymentDecision) => void }) {
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
      </div>
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
    </li>
  );
}
