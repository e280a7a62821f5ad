import type { AdminUserDetail } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Money } from "../../../ui/money.tsx";
import { Age, overdueAfterMs } from "../../../office/display/age.tsx";
import { Panel } from "../../../office/display/panel.tsx";
import * as texts from "../../../messages/admin-user-page.ts";
import { toSectionSearch, type UserSection } from "./user-sections.tsx";

const exitTexts = {
  deactivation: texts.exitClosing,
  "investment-transfer": texts.exitInvestmentTransfer,
  "profit-transfer": texts.exitProfitTransfer,
} as const;

/** The user's requests that wait for a decision, and exits that wait for a price. */
export function UserPending({ detail }: { detail: AdminUserDetail }) {
  const { deposit, withdrawal, verification } = detail.pendingItems;
  const { waitingExits } = detail;
  const isEmpty = deposit === null && withdrawal === null && verification === null && waitingExits.length === 0;
  return (
    <Panel title={texts.pendingRequests}>
      {isEmpty ? (
        <p className="text-14 text-muted">{texts.pendingNone}</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line text-14">
          {deposit === null ? null : (
            <Item section="deposits" at={deposit.createdAt} warnAfterMs={overdueAfterMs.deposits}>
              {texts.depositOf({ amount: <Money value={deposit.amount} /> })}
            </Item>
          )}
          {withdrawal === null ? null : (
            <Item section="withdrawals" at={withdrawal.createdAt} warnAfterMs={overdueAfterMs.withdrawals}>
              {(withdrawal.status === "processing" ? texts.pendingWithdrawalPaying : texts.pendingWithdrawal)({
                amount: <Money value={withdrawal.amount} />,
              })}
            </Item>
          )}
          {verification === null ? null : (
            <Item section="verifications" at={verification.createdAt} warnAfterMs={overdueAfterMs.verifications}>
              {texts.pendingDocuments}
            </Item>
          )}
          {waitingExits.map(({ id, kind, name, amount, requestedAt }) => (
            <li key={id} className="flex min-h-10 items-center justify-between gap-4 py-1.5">
              <span>
                {exitTexts[kind]({ bot: name })}
                {amount === null ? null : (
                  <>
                    {" "}
                    (<Money value={amount} />)
                  </>
                )}{" "}
                <span className="text-muted">{texts.pendingNoPrice}</span>
              </span>
              <Age at={requestedAt} className="text-muted" />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Item({
  section,
  at,
  warnAfterMs,
  children,
}: {
  section: UserSection;
  at: string;
  warnAfterMs: number;
  children: ReactNode;
}) {
  return (
    <li className="flex min-h-10 items-center justify-between gap-4 py-1.5">
      <Link
        href={toSectionSearch(section)}
        className="font-medium text-primary underline underline-offset-4 hover:text-primary-strong pointer-coarse:py-2.5"
      >
        {children}
      </Link>
      <Age at={at} warnAfterMs={warnAfterMs} />
    </li>
  );
}
