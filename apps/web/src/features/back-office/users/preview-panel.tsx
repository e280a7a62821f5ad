import type { AccountFigures, AdjustmentPreview } from "@wazi/contracts";
import { failureText, isOutcomeUnknown } from "../../../lib/api-client.ts";
import { fromCents, toCents } from "../../../lib/cents.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { BeforeAfter, type FigureChange } from "../decisions/before-after.tsx";
import { Moved } from "../moved.tsx";
import type { LivePreview } from "./adjustment-preview.ts";

const shownFigures: readonly [keyof AccountFigures, string][] = [
  ["balance", "Balance"],
  ["depositFunds", "Deposit funds"],
  ["profitFunds", "Profit funds"],
  ["totalInvested", "Total invested"],
  ["totalProfit", "Total profit"],
  ["adjustmentProfit", "Of which by adjustment"],
];

/** What would be posted, before it is: nothing has happened yet. */
export function PreviewPanel({
  preview: { query, isWorkingOut },
  hasInput,
}: {
  preview: LivePreview;
  hasInput: boolean;
}) {
  return (
    <section
      aria-label="What will be posted"
      aria-busy={isWorkingOut}
      className="margin-rule grid content-start gap-4 pl-4"
    >
      <h3 className="text-16">What will be posted</h3>
      {!hasInput ? (
        <p className="text-14 text-muted">Change a figure, and what it does stands here before anything is posted.</p>
      ) : isWorkingOut ? (
        <SkeletonRows rows={3} className="h-8" />
      ) : query.isError ? (
        <Notice look="danger" role="alert" title="This can’t be posted">
          <p>{failureText(query.error, "No answer came back. Nothing was posted.")}</p>
          {isOutcomeUnknown(query.error) ? (
            <Button look="secondary" className="mt-3" onClick={() => void query.refetch()}>
              Try again
            </Button>
          ) : null}
        </Notice>
      ) : query.data === undefined ? null : (
        <Posting preview={query.data} />
      )}
    </section>
  );
}

function Posting({ preview: { before, after, lines } }: { preview: AdjustmentPreview }) {
  const changes = shownFigures.flatMap(([name, label]): FigureChange[] =>
    before[name] === after[name] ? [] : [{ label, before: before[name], after: after[name] }],
  );
  const sum = fromCents(lines.reduce((total, { amount }) => total + toCents(amount), 0n));
  return (
    <>
      <BeforeAfter caption="Figures now and then" changes={changes} />
      <table className="w-full text-14">
        <caption className="pb-1.5 text-left font-medium text-muted">Ledger lines</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {lines.map(({ account, amount }, index) => (
            <tr key={index}>
              <td className="py-1.5">{account}</td>
              <td className="py-1.5 pl-3 text-right">
                <Moved value={amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="py-1.5 text-left">
              Sum
            </th>
            <td className="py-1.5 pl-3 text-right" data-testid="ledger-sum">
              <Moved value={sum} />
            </td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}
