import { payoutRailLabels, type AdminPayout } from "@wazi/contracts";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Money } from "../../../ui/money.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useMissingRightText } from "../../../office/access/admin-access.ts";
import { Age } from "../../../office/display/age.tsx";
import { adviseOnPayout, stateLabels, trimFigure } from "./labels.ts";
import { ResolvePayoutDialog } from "./resolve-payout-dialog.tsx";
import * as texts from "../../../messages/admin-payouts.ts";

/** Payments in flight, oldest first, then the latest that ended: each with what to do next. */
export function PayoutsList({ payouts }: { payouts: readonly AdminPayout[] }) {
  if (payouts.length === 0) return <p className="pb-1 text-14 text-muted">{texts.payoutsEmpty}</p>;
  return (
    <ul className="divide-y divide-line overflow-auto sm:max-h-[48rem]" tabIndex={0} aria-label={texts.payouts}>
      {payouts.map((payout) => (
        <PayoutRow key={payout.id} payout={payout} isFollowed={isFollowed(payout, payouts)} />
      ))}
    </ul>
  );
}

/** In flight come first, then the latest that ended, so a later attempt is in the list with an earlier one. */
const isFollowed = ({ withdrawalId, attempt }: AdminPayout, payouts: readonly AdminPayout[]): boolean =>
  payouts.some((each) => each.withdrawalId === withdrawalId && each.attempt > attempt);

function PayoutRow({ payout, isFollowed: hasLater }: { payout: AdminPayout; isFollowed: boolean }) {
  const [isOpen, open] = useState(false);
  const missing = useMissingRightText("money");
  const { user, amount, rail, state, attempt, currency, localAmount, rate, fee, reference, withdrawalId } = payout;
  const { label, look } = stateLabels[state];
  const since = payout.endedAt ?? payout.sentAt ?? payout.approvedAt;
  return (
    <li className="grid gap-1 py-3 text-14" data-testid="payout">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Money value={amount} className="text-16 font-semibold" />
          <TextLink href={`/admin?tab=withdrawals&search=${withdrawalId}`}>
            {user.firstName} {user.lastName}
          </TextLink>
          <Tag look={look}>{label}</Tag>
        </span>
        <Age at={since} />
      </p>
      <p className="text-muted">
        {texts.payoutSummary({
          rail: payoutRailLabels[rail],
          attempt,
          currency,
          trimFigure: trimFigure(localAmount),
          currency2: currency,
          trimFigure2: trimFigure(rate),
          recipientName:
            payout.recipientName === null ? "" : texts.payoutRecipient({ recipientName: payout.recipientName }),
          fee: fee === null ? "" : texts.payoutFee({ fee }),
        })}
      </p>
      <p className="break-words">{adviseOnPayout(payout, hasLater)}</p>
      {state === "unknown" || state === "sent" ? (
        <p className="font-mono text-13 break-all text-muted">{texts.payoutReference({ reference })}</p>
      ) : null}
      {state === "unknown" ? (
        <Button
          look="secondary"
          className="justify-self-start"
          aria-disabled={missing !== undefined}
          title={missing}
          onClick={() => missing ?? open(true)}
        >
          {texts.decideResult}
        </Button>
      ) : null}
      {isOpen ? <ResolvePayoutDialog payout={payout} onClose={() => open(false)} /> : null}
    </li>
  );
}
