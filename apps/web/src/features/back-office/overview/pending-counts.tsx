import type { UseQueryResult } from "@tanstack/react-query";
import type { BackOfficeOverview } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { formatTime } from "../../../lib/format-date.ts";
import { Age } from "../display/age.tsx";
import { overdueAfterMs } from "../display/format-age.ts";

/**
 * The figures at the top of the back office. Each links to the rows that it counts. On a phone they take one line each.
 */
export function PendingCounts({ query }: { query: UseQueryResult<BackOfficeOverview> }) {
  const { data: overview, dataUpdatedAt } = query;
  // Queries pause without a network connection.
  const isCutOff = query.isError || query.fetchStatus === "paused";
  const notYet = isCutOff ? "No data" : "Loading";
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <ul aria-label="Overview" className="grid grid-cols-2 md:grid-cols-4">
        <Count label="Total users" href="/admin?tab=users" value={overview?.users} testId="total-users">
          {overview === undefined ? notYet : "Excludes administrators"}
        </Count>
        <PendingCount label="Pending deposits" tab="deposits" waiting={overview?.deposits} notYet={notYet} />
        <PendingCount label="Pending withdrawals" tab="withdrawals" waiting={overview?.withdrawals} notYet={notYet} />
        <PendingCount
          label="Pending verifications"
          tab="verifications"
          waiting={overview?.verifications}
          notYet={notYet}
        />
      </ul>
      <p role="status" className="text-14 font-medium text-warning">
        {isCutOff ? (
          <span className="block border-t border-line px-2 py-1.5 md:px-4">
            {overview === undefined
              ? "Could not load these counts"
              : `Connection lost. These counts are from ${formatTime(new Date(dataUpdatedAt).toISOString())}`}
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
  tab: keyof typeof overdueAfterMs;
  waiting: BackOfficeOverview["deposits"] | undefined;
  /** Shown while there is no count. */
  notYet: string;
}) {
  const oldestAt = waiting?.oldestAt ?? null;
  // Open withdrawals have two statuses, pending and processing. The default order lists both first, so no filter is
  // needed.
  const href = tab === "withdrawals" ? `/admin?tab=${tab}` : `/admin?tab=${tab}&status=pending`;
  return (
    <Count label={label} href={href} value={waiting?.count} testId={`pending-${tab}`}>
      {oldestAt === null ? (
        waiting === undefined ? (
          notYet
        ) : (
          "No pending requests"
        )
      ) : (
        <>
          Oldest <Age at={oldestAt} warnAfterMs={overdueAfterMs[tab]} />
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
  /** Hidden visually on a phone, except for an overdue age. */
  children: ReactNode;
}) {
  return (
    <li className="-mt-px -ml-px border-t border-l border-line">
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
