import type { AdminUser } from "@wazi/contracts";
import type { ReactNode } from "react";
import { toCents } from "../../../lib/cents.ts";
import { Money } from "../../../ui/money.tsx";
import { figureLabels } from "../users/labels.ts";
import * as texts from "../../../messages/admin-user-page.ts";

/** The user's balance with its parts, and money elsewhere. */
export function UserFigures({ account }: { account: AdminUser["account"] }) {
  const adjusted = toCents(account.adjustmentProfit);
  return (
    <dl
      aria-label={texts.figures}
      className="grid grid-cols-2 overflow-hidden rounded-md border border-line bg-surface sm:grid-cols-3 xl:grid-cols-6"
    >
      <Figure term={figureLabels.balance} value={<Money value={account.balance} testId="user-balance" />}>
        {texts.figureWithdrawable}
      </Figure>
      <Figure term={figureLabels.depositFunds} value={<Money value={account.depositFunds} />}>
        {texts.figureDeposited({ totalDeposits: <Money value={account.totalDeposits} /> })}
      </Figure>
      <Figure term={figureLabels.profitFunds} value={<Money value={account.profitFunds} />}>
        {texts.figurePartOfBalance}
      </Figure>
      <Figure term={figureLabels.totalInvested} value={<Money value={account.totalInvested} testId="user-invested" />}>
        {texts.figureOwnMoney}
      </Figure>
      <Figure term={figureLabels.totalProfit} value={<Money value={account.totalProfit} change testId="user-profit" />}>
        {adjusted === 0n ? (
          texts.figureInBots
        ) : (
          <>{texts.figureAdjustments({ adjustmentProfit: <Money value={account.adjustmentProfit} /> })}</>
        )}
      </Figure>
      <Figure term={figureLabels.withdrawalHold} value={<Money value={account.withdrawalHold} testId="user-hold" />}>
        {texts.figureReserved}
      </Figure>
    </dl>
  );
}

function Figure({ term, value, children }: { term: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="-mt-px -ml-px border-t border-l border-line px-4 py-3">
      <dt className="text-14 text-muted">{term}</dt>
      <dd className="mt-0.5 text-18 font-semibold tracking-[-0.01em]">{value}</dd>
      <dd className="text-12 text-muted">{children}</dd>
    </div>
  );
}
