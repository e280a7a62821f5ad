import { lazy, Suspense } from "react";
import type { PublicStatus } from "@wazi/contracts";
import { usePublicSettings } from "../../lib/public-settings.ts";
import { UptimeDays, UptimeFigures } from "../../office/status/uptime-figures.tsx";
import { usePublicStatus } from "../../office/status/api.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { InfoList } from "../../ui/info-list.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { PublicShell } from "../shell/public-shell.tsx";
import * as texts from "../../messages/status.ts";

/** Loaded after the page, which stays small. */
const AnswerTimes = lazy(() => import("../../office/status/answer-times.tsx"));
const FeedHealth = lazy(() => import("../../office/status/feed-health.tsx"));
const LedgerCheck = lazy(() => import("../../office/status/ledger-check.tsx"));
const BooksCoverage = lazy(() => import("../../office/status/books-coverage.tsx"));
const ProcessingTimes = lazy(() => import("../../office/status/processing-times.tsx"));
const SimulatedFeeds = lazy(() => import("../../office/status/simulated-feeds.tsx"));
const AdministratorActs = lazy(() => import("../../office/status/administrator-acts.tsx"));
const LogHealth = lazy(() => import("../../office/status/log-health.tsx"));
const BotRisk = lazy(() => import("../../office/status/bot-risk.tsx"));

export default function StatusPage() {
  const status = usePublicStatus();
  return (
    <PublicShell>
      <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
        <PageHeading title={texts.status}>{texts.pageLead}</PageHeading>
        {status.status === "ready" ? <Measured status={status.data} /> : null}
        {status.status === "loading" ? <StatusSkeleton /> : null}
        {status.status === "failed" ? (
          <Notice look="danger" role="alert" title={texts.pageFailedTitle}>
            {texts.pageFailedText}
          </Notice>
        ) : null}
      </div>
    </PublicShell>
  );
}

function Measured({ status }: { status: PublicStatus }) {
  const settings = usePublicSettings();
  const simulatedSpeed = settings.status === "ready" ? settings.data.simulatedSpeed : 1;
  return (
    <div className="grid gap-6">
      <Stamp at={status.at} />
      <UptimeFigures uptime={status.uptime} />
      <Sheet title={texts.uptimeDaysTitle}>
        <UptimeDays days={status.uptime.days} />
      </Sheet>
      <div className="grid gap-6 lg:grid-cols-2">
        <Sheet title={texts.responseTimes}>
          <Suspense fallback={<Skeleton className="h-40" />}>
            <AnswerTimes answers={status.answers} />
          </Suspense>
        </Sheet>
        <Sheet title={texts.latestPrices}>
          <Suspense fallback={<Skeleton className="h-56" />}>
            <FeedHealth status={status} simulatedSpeed={simulatedSpeed} />
          </Suspense>
        </Sheet>
        <Sheet title={texts.ledgerTitle}>
          <Suspense fallback={<Skeleton className="h-28" />}>
            <LedgerCheck reconciliation={status.reconciliation} />
          </Suspense>
        </Sheet>
        <Sheet title={texts.coverageTitle}>
          <Suspense fallback={<Skeleton className="h-56" />}>
            <BooksCoverage status={status} />
          </Suspense>
        </Sheet>
        <Suspense fallback={<Skeleton className="h-72" />}>
          <BotRisk limits={status.limits} />
        </Suspense>
        <Sheet title={texts.processingTitle}>
          <Suspense fallback={<Skeleton className="h-40" />}>
            <ProcessingTimes status={status} />
          </Suspense>
        </Sheet>
        <Sheet title={texts.transparencyLog}>
          <Suspense fallback={<Skeleton className="h-24" />}>
            <LogHealth />
          </Suspense>
        </Sheet>
      </div>
      <Sheet title={texts.actsTitle}>
        <Suspense fallback={<Skeleton className="h-40" />}>
          <AdministratorActs status={status} />
        </Suspense>
      </Sheet>
      <Suspense fallback={null}>
        <SimulatedFeeds status={status} />
      </Suspense>
      <Sheet title={texts.measuredTitle}>
        <InfoList
          items={[texts.measuredUptime, texts.measuredAnswers, texts.measuredProcessing, texts.measuredByItself]}
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
        {texts.pageUpdated({
          at: <time dateTime={at}>{formatDayAndTime(at)}</time>,
        })}
      </span>
    </p>
  );
}

function StatusSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">{texts.pageLoading}</span>
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
