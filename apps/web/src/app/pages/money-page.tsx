import type { ReactNode } from "react";
import { Link } from "wouter";
import { useUserBots } from "../../investing/positions/api.ts";
import { computeWorth } from "../../investing/positions/worth.ts";
import { useBalanceInterestBasis } from "../../lib/public-settings.ts";
import { toCents } from "../../lib/cents.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Money } from "../../ui/money.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import * as texts from "../../messages/money.ts";

const loadInterest = () => import("../../trader/balance-interest/interest-sheet.tsx");

const ways: readonly { href: string; title: string; text: string; icon: IconName }[] = [
  { href: "/deposit", title: texts.deposit, text: texts.depositText, icon: "in" },
  { href: "/withdrawal", title: texts.withdraw, text: texts.withdrawText, icon: "out" },
  { href: "/statement", title: texts.statement, text: texts.statementsText, icon: "copy" },
];

/** Where the investor's money is, and the ways in and out. */
export default function MoneyPage({ user: { account } }: SignedInPageProps) {
  const { total, inBots } = computeWorth(account, useUserBots().data);
  const isInterestOffered = useBalanceInterestBasis() !== null;
  return (
    <>
      <PageHeading title={texts.money}>{texts.pageLead}</PageHeading>
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <Sheet title={texts.placesTitle}>
          <dl className="grid gap-3">
            <Row term={texts.balance}>
              <Money value={account.balance} />
            </Row>
            <Row term={texts.rowInBots}>
              <Money value={inBots} />
            </Row>
            {toCents(account.adjustmentProfit) === 0n ? null : (
              <Row term={texts.rowAdjustments}>
                <Money value={account.adjustmentProfit} />
              </Row>
            )}
            {toCents(account.withdrawalHold) === 0n ? null : (
              <Row term={texts.rowOnHold}>
                <Money value={account.withdrawalHold} />
              </Row>
            )}
            <div className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-3 text-18 font-semibold">
              <dt>{texts.inAll}</dt>
              <dd>
                <Money value={total} testId="money-total" />
              </dd>
            </div>
          </dl>
        </Sheet>
        <ul className="grid gap-3 lg:row-span-2">
          {ways.map(({ href, title, text, icon }) => (
            <li key={href}>
              <Link
                href={href}
                className="flex items-center gap-4 rounded-md border border-line bg-surface p-4 transition-[border-color] hover:border-primary"
              >
                <Icon name={icon} className="size-6 text-primary" />
                <span>
                  <span className="block font-display text-18 leading-6 font-semibold">{title}</span>
                  <span className="block text-14 text-muted">{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {isInterestOffered ? <DeferredPart load={loadInterest} loading={<SkeletonRows rows={4} />} /> : null}
      </div>
    </>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
