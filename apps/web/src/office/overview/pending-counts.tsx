import type { UseQueryResult } from "@tanstack/react-query";
import type { BackOfficeOverview } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { classNames } from "../../lib/class-names.ts";
import { formatTime } from "../../lib/format-date.ts";
import { Age, overdueAfterMs } from "../display/age.tsx";
import { getQueueAddress, type Queue } from "./start-on-queue.ts";
import * as texts from "../../messages/admin-overview.ts";

/**
 * The figures at the top of the back office. Each links to the rows that it counts. On a phone they take one line each.
 */
export function PendingCounts({ query }: { query: UseQueryResult<BackOfficeOverview> }) {
  const { data: overview, dataUpdatedAt } = query;
  // Queries pause without a network connection.
  const isCutOff = query.isError || query.fetchStatus === "paused";
  const notYet = isCutOff ? texts.noData : texts.loading;
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <ul aria-label={texts.overview} className="grid grid-cols-2 md:grid-cols-5">
        <Count label={texts.totalUsers} href="/admin?tab=users" value={overview?.users} testId="total-users">
          {overview === undefined ? notYet : texts.excludesAdministrators}
        </Count>
        <PendingCount label={texts.pendingDeposits} tab="deposits" waiting={overview?.deposits} notYet={notYet} />
        <PendingCount
          label={texts.pendingWithdrawals}
          tab="withdrawals"
          waiting={overview?.withdrawals}
          notYet={notYet}
        />
        <PendingCount
          label={texts.pendingVerifications}
          tab="verifications"
          waiting={overview?.verifications}
          notYet={notYet}
        />
        <PendingCount
          label={texts.pendingAdjustments}
          tab="adjustments"
          waiting={overview?.adjustments}
          notYet={notYet}
        />
      </ul>
      <p role="status" className="text-14 font-medium text-warning">
        {isCutOff ? (
          <span className="block border-t border-line px-2 py-1.5 md:px-4">
            {overview === undefined
              ? texts.pendingFailed
              : texts.pendingStale({
                  time: formatTime(new Date(dataUpdatedAt).toISOString()),
                })}
          </span>
        ) : null}
      </p>
    </div>
  );
}

function PendingCount({
  label,
  tab,
  waiting,
  notYet,
}: {
  label: string;
  tab: Queue;
  waiting: BackOfficeOverview["deposits"] | undefined;
  /** Shown while there is no count. */
  notYet: string;
}) {
  const oldestAt = waiting?.oldestAt ?? null;
  return (
    <Count
      label={label}
      href={getQueueAddress(tab)}
      value={waiting?.count}
      testId={`pending-${tab}`}
      // Adjustments wait seldom. On a phone their line would push the list down.
      isHiddenOnPhone={tab === "adjustments" && (waiting?.count ?? 0) === 0}
    >
      {oldestAt === null ? (
        waiting === undefined ? (
          notYet
        ) : (
          texts.pendingNone
        )
      ) : (
        <>
          {texts.oldest({
            oldestAt: <Age at={oldestAt} warnAfterMs={overdueAfterMs[tab]} />,
          })}
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
  isHiddenOnPhone = false,
  children,
}: {
  label: string;
  href: string;
  value: number | undefined;
  testId: string;
  isHiddenOnPhone?: boolean;
  /** Hidden visually on a phone, except for an overdue age. */
  children: ReactNode;
}) {
  return (
    <li
      className={classNames(
        "-mt-px -ml-px border-t border-l border-line max-md:last:col-span-2",
        isHiddenOnPhone && "max-md:hidden",
      )}
    >
      <Link
        href={href}
        className="group grid h-full min-h-11 grid-cols-[1fr_auto] content-center items-baseline gap-x-1 px-2 py-1.5 -outline-offset-3 hover:bg-sunken md:block md:px-4 md:py-3"
      >
        <span className="text-12 text-muted group-hover:text-ink md:block md:text-14">{label}</span>
        <span className="figure font-semibold md:block md:text-24 md:tracking-[-0.02em]" data-testid={testId}>
          {value === undefined ? "–" : value.toLocaleString("en-US")}
        </span>
        <span className="col-span-2 text-12 text-muted max-md:not-has-[[data-old]]:sr-only md:block">{children}</span>
      </Link>
    </li>
  );
}
