import type { AdminWithdrawal } from "@wazi/contracts";
import { describeLocal } from "../../../lib/format-local.ts";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RateHoldFact } from "../../../ui/rate-hold-notice.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { ActorAndTime } from "../../../office/decisions/notices.tsx";
import { Age, formatUtc } from "../../../office/display/age.tsx";
import { Fact, Facts, GroupedText } from "../../../office/display/facts.tsx";
import { formatName, PersonFacts } from "../../../office/person/person.tsx";
import { withdrawalStatusLabels, withdrawalStatusLooks } from "./withdrawal-columns.tsx";
import { findOverdueMs } from "./payout-steps.ts";
import { findOtherPayee } from "./payee-name.ts";
import { fillDestination, shownKinds } from "../../../content/withdrawal-kinds.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";

/** The owner, payment details and age of a withdrawal, each value with a copy button. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { amount, status, createdAt, decideBy, transactionHash, notes } = withdrawal;
  const isOpen = status === "pending" || status === "processing";
  const otherPayee = isOpen ? findOtherPayee(withdrawal) : null;
  return (
    <div className="grid gap-4">
      {otherPayee === null ? null : (
        <Notice look="warning" title={texts.payeeDiffersTitle}>
          {texts.factOtherPayee({
            otherPayee,
            user: formatName(withdrawal.user),
          })}
        </Notice>
      )}
      <RateHoldFact hold={withdrawal.rateHold} />
      {withdrawal.isRateMoved ? (
        <Notice look="warning" title={texts.rateMovedTitle}>
          {texts.rateMovedText}
        </Notice>
      ) : null}
      <PersonFacts userId={withdrawal.userId} user={withdrawal.user} />
      <Facts>
        <Fact term={texts.amount} copy={{ text: amount, label: texts.copyAmount }}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Money value={amount} className="text-18 font-semibold" />
            <Tag look={withdrawalStatusLooks[status]}>
              {withdrawal.isCancelled ? texts.cancelled : withdrawalStatusLabels[status]}
            </Tag>
          </span>
        </Fact>
        {withdrawal.local === undefined ? null : (
          <Fact term={texts.localAmount}>{describeLocal(withdrawal.local)}</Fact>
        )}
        <PayTo withdrawal={withdrawal} />
        {withdrawal.recipient === null ? null : (
          <Fact term={texts.accountHolder} copy={{ text: withdrawal.recipient.holderName, label: texts.copyHolder }}>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {withdrawal.recipient.holderName}
              {withdrawal.recipient.isOtherName ? <Tag look="loss">{texts.factOtherName}</Tag> : null}
            </span>
          </Fact>
        )}
        <Fact term={texts.requested}>
          <Age at={createdAt} warnAfterMs={findOverdueMs(withdrawal)} />
          <span className="text-muted">, {formatUtc(createdAt)}</span>
        </Fact>
        {decideBy === null ? null : <Fact term={texts.decideBy}>{formatUtc(decideBy)}</Fact>}
        {transactionHash === null ? null : (
          <Fact term={texts.transactionHash} copy={{ text: transactionHash, label: texts.copyTransactionHash }}>
            <code className="font-mono break-all">{transactionHash}</code>
          </Fact>
        )}
        {withdrawal.hiddenAt === null ? null : (
          <Fact term={texts.hidden}>
            <ActorAndTime by={withdrawal.hiddenBy} at={withdrawal.hiddenAt} />
          </Fact>
        )}
        {notes === null ? null : <Fact term={texts.note}>{notes}</Fact>}
      </Facts>
    </div>
  );
}

function PayTo({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  return shownKinds[withdrawal.withdrawalType]
    .listFacts(fillDestination(withdrawal))
    .map(({ term, text, copy, look }) => (
      <Fact key={term} term={term} {...(copy === undefined ? {} : { copy })}>
        {look === "grouped" ? <GroupedText text={text} /> : look === "figure" ? <Figure text={text} /> : text}
      </Fact>
    ));
}

const Figure = ({ text }: { text: string }) => <span className="figure">{text}</span>;
