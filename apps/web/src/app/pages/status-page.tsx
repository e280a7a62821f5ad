import { lazy, Suspense } from "react";
import type { PublicStatus } from "@wazi/contracts";
import { usePublicSettings } from "../../features/market-data/api.ts";
import { formatSimulatedSpeed } from "../../features/market-data/ribbon-text.ts";
import { AnswerTimes } from "../../features/status/answer-times.tsx";
import { LedgerCheck } from "../../features/status/ledger-check.tsx";
import { FeedHealth } from "../../features/status/feed-health.tsx";
import { usePublicStatus } from "../../features/status/api.ts";
import { UptimeDays } from "../../features/status/uptime-days.tsx";
import { UptimeFigures } from "../../features/status/uptime-figures.tsx";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { InfoList } from "../../ui/info-list.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { PublicShell } from "../shell/public-shell.tsx";

/** Loaded after the page, which stays small. */
const BooksCoverage = lazy(() => import("../../features/status/books-coverage.tsx"));
const ProcessingTimes = lazy(() => import("../../features/status/processing-times.tsx"));
const SimulatedFeeds = lazy(() => import("../../features/status/simulated-feeds.tsx"));
const BotRisk = lazy(() => import("../../features/status/bot-risk.tsx"));

export default function StatusPage() {
  const status = usePublicStatus();
  return (
    <PublicShell>
      <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
        <PageHeading title="Status">
          Live measurements of this platform. Figures that are not measured yet are marked.
        </PageHeading>
        {status.status === "ready" ? <Measured status={status.data} /> : null}
        {status.status === "loading" ? <StatusSkeleton /> : null}
        {status.status === "failed" ? (
          <Notice look="danger" role="alert" title="Could not load the status">
            The server did not respond. The platform or your connection may be down. We try again every minute.
          </Notice>
        ) : null}
      </div>
    </PublicShell>
  );
}

function Measured({ status }: { status: PublicStatus }) {
  const settings = usePublicSettings();
  const simulatedSpeed = settings.status === "ready" ? formatSimulatedSpeed(settings.data.simulatedSpeed) : "";
  return (
    <div className="grid gap-6">
      <Stamp at={status.at} />
      <UptimeFigures uptime={status.uptime} />
      <Sheet title="Uptime by day">
        <UptimeDays days={status.uptime.days} />
      </Sheet>
      <div className="grid gap-6 lg:grid-cols-2">
        <Sheet title="Response times">
          <AnswerTimes answers={status.answers} />
        </Sheet>
        <Sheet title="Latest prices">
          <FeedHealth status={status} simulatedSpeed={simulatedSpeed} />
        </Sheet>
        <Sheet title="Last ledger check">
          <LedgerCheck reconciliation={status.reconciliation} />
        </Sheet>
        <Sheet title="Held and owed">
          <Suspense fallback={<Skeleton className="h-56" />}>
            <BooksCoverage status={status} />
          </Suspense>
        </Sheet>
        <Suspense fallback={<Skeleton className="h-72" />}>
          <BotRisk limits={status.limits} />
        </Suspense>
        <Sheet title="Manual processing times">
          <Suspense fallback={<Skeleton className="h-40" />}>
            <ProcessingTimes status={status} />
          </Suspense>
        </Sheet>
      </div>
      <Suspense fallback={null}>
        <SimulatedFeeds status={status} />
      </Suspense>
      <Sheet title="How this is measured">
        <InfoList
          items={[
            "A minute counts as up when the platform recorded it in that minute. A restart that takes less than a minute is not visible.",
            "Response times are measured on the server. The time to reach your device comes on top. A server error is an answer with status 500 or above.",
            "Manual processing times are shown from 20 cases and cover the latest 200 at most. Withdrawals and identity checks that still wait count with the time so far.",
            "The platform measures itself. No outside party measures it.",
          ]}
        />
      </Sheet>
    </div>
  );
}

function Stamp({ at }: { at: string }) {
  return (
    <p className="-mt-3 flex items-center gap-2.5 text-14 text-muted sm:-mt-4">
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-accent" />
      <span>
        Last updated <time dateTime={at}>{formatDayAndTime(at)}</time>. Refreshes every minute.
      </span>
    </p>
  );
}

function StatusSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading the status…</span>
      <Skeleton className="-mt-3 h-5 w-80 max-w-full sm:-mt-4" />
      <Skeleton className="h-[28.5rem] lg:h-52" />
      <Skeleton className="h-64" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    </div>
  );
}
