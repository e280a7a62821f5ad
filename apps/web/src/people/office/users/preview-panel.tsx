import { formatAmount, type AccountFigures, type AdjustmentPreview } from "@wazi/contracts";
import { failureText, isOutcomeUnknown } from "../../../lib/api-client.ts";
import { fromCents, toCents } from "../../../lib/cents.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { BeforeAfter, type FigureChange } from "../../../office/decisions/effects.tsx";
import { SignedMoney } from "../../../office/display/signed-money.tsx";
import type { LivePreview } from "./api.ts";
import { figureLabels } from "./labels.ts";
import * as texts from "../../../messages/admin-users.ts";

const shownFigures: readonly [keyof AccountFigures, string][] = [
  ["balance", figureLabels.balance],
  ["depositFunds", figureLabels.depositFunds],
  ["profitFunds", figureLabels.profitFunds],
  ["totalInvested", figureLabels.totalInvested],
  ["totalProfit", figureLabels.totalProfit],
  ["adjustmentProfit", texts.fromAdjustments],
];

/** A preview of the posting. */
export function PreviewPanel({
  preview: { query, isPending },
  hasInput,
  isWrong,
}: {
  preview: LivePreview;
  hasInput: boolean;
  /** The input is not a valid amount. */
  isWrong: boolean;
}) {
  return (
    <section aria-label={texts.preview} aria-busy={isPending} className="margin-rule grid content-start gap-4 pl-4">
      <h3 className="text-16">{texts.preview}</h3>
      {!hasInput ? (
        <p className="text-14 text-muted">{texts.previewAmountMissing}</p>
      ) : isWrong ? (
        <p className="text-14 font-medium">{texts.previewAmountInvalid}</p>
      ) : isPending ? (
        <SkeletonRows rows={3} className="h-8" />
      ) : query.isError ? (
        <PreviewFailure query={query} />
      ) : query.data === undefined ? null : (
        <Posting preview={query.data} />
      )}
    </section>
  );
}

/** A refusal states its reason. Without an answer it is unknown whether the posting is possible. */
function PreviewFailure({ query }: { query: LivePreview["query"] }) {
  const isUnknown = isOutcomeUnknown(query.error);
  return (
    <Notice
      look={isUnknown ? "warning" : "danger"}
      role="alert"
      title={isUnknown ? texts.previewFailedTitle : texts.previewRefusedTitle}
    >
      <p>{failureText(query.error, texts.previewNoAnswer)}</p>
      {isUnknown ? (
        <Button look="secondary" className="mt-3" onClick={() => void query.refetch()}>
          {texts.tryAgain}
        </Button>
      ) : null}
    </Notice>
  );
}

/** Why another administrator must approve, before it is asked for. */
function ApprovalNotice({ counted, adjustedBefore, limit, approvers }: AdjustmentPreview) {
  const before =
    toCents(adjustedBefore) === 0n
      ? ""
      : ` ${texts.approvalAdjustedBefore({ adjustedBefore: formatAmount(adjustedBefore) })}`;
  return (
    <Notice look="warning" title={texts.approvalTitle}>
      <p>{texts.approvalRule({ counted: formatAmount(counted), before, limit: formatAmount(limit) })}</p>
      {approvers > 0 ? null : (
        <p className="mt-1">
          {texts.approvalNobodyElse({
            link: (text) => <TextLink href="/admin/administrators">{text}</TextLink>,
          })}
        </p>
      )}
    </Notice>
  );
}

function Posting({ preview }: { preview: AdjustmentPreview }) {
  const { before, after, lines } = preview;
  const changes = shownFigures.flatMap(([name, label]): FigureChange[] =>
    before[name] === after[name] ? [] : [{ label, before: before[name], after: after[name] }],
  );
  const sum = fromCents(lines.reduce((total, { amount }) => total + toCents(amount), 0n));
  return (
    <>
      {preview.needsApproval ? <ApprovalNotice {...preview} /> : null}
      <BeforeAfter caption={texts.previewCaption} changes={changes} />
      <table className="w-full text-14">
        <caption className="pb-1.5 text-left font-medium text-muted">{texts.ledgerLines}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{texts.account}</th>
            <th scope="col">{texts.amount}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {lines.map(({ account, amount }, index) => (
            <tr key={index}>
              <td className="py-1.5">{account}</td>
              <td className="py-1.5 pl-3 text-right">
                <SignedMoney value={amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="py-1.5 text-left">
              {texts.sum}
            </th>
            <td className="py-1.5 pl-3 text-right" data-testid="ledger-sum">
              <SignedMoney value={sum} />
            </td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}
