import type { BackOfficeOverview } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { AgeOf } from "./age.tsx";
import { tooLongMs } from "./age-words.ts";

/** The figures at the head of the back office; each leads to the rows that it counts. */
export function WaitingCounts({ overview }: { overview: BackOfficeOverview | undefined }) {
  return (
    <ul
      aria-label="Overview"
      className="grid grid-cols-2 overflow-hidden rounded-md border border-line bg-surface md:grid-cols-4"
    >
      <Count label="Total Users" href="/admin?tab=users" value={overview?.users} testId="total-users">
        Administrators are not counted
      </Count>
      <Waiting label="Pending Deposits" tab="deposits" waiting={overview?.deposits} />
      <Waiting label="Pending Withdrawals" tab="withdrawals" waiting={overview?.withdrawals} />
      <Waiting label="Pending Verifications" tab="verifications" waiting={overview?.verifications} />
    </ul>
  );
}

function Waiting({
  label,
  tab,
  waiting,
}: {
  label: string;
  tab: keyof typeof tooLongMs;
  waiting: BackOfficeOverview["deposits"] | undefined;
}) {
  const oldestAt = waiting?.oldestAt ?? null;
  // Withdrawals wait in two states, pending and being paid: they stand first in the list as it is.
  const href = tab === "withdrawals" ? `/admin?tab=${tab}` : `/admin?tab=${tab}&status=pending`;
  return (
    <Count label={label} href={href} value={waiting?.count} testId={`pending-${tab}`}>
      {oldestAt === null ? (
        waiting === undefined ? (
          "Counting"
        ) : (
          "Nothing waits"
        )
      ) : (
        <>
          Oldest <AgeOf at={oldestAt} warnAfterMs={tooLongMs[tab]} />
        </>
      )}
    </Count>
  );
}

function Count({
  label,
  href,
  value,
  testId,
  children,
}: {
  label: string;
  href: string;
  value: number | undefined;
  testId: string;
  children: ReactNode;
}) {
  return (
    <li className="-mt-px -ml-px border-t border-l border-line">
      <Link href={href} className="group block h-full px-4 py-3 -outline-offset-3 hover:bg-sunken">
        <span className="block text-14 text-muted group-hover:text-ink">{label}</span>
        <span className="figure block text-24 font-semibold tracking-[-0.02em]" data-testid={testId}>
          {value === undefined ? "–" : value.toLocaleString("en-US")}
        </span>
        <span className="block text-12 text-muted">{children}</span>
      </Link>
    </li>
  );
}
