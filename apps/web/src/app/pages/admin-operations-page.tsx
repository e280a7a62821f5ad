import type { ReactNode } from "react";
import { Panel } from "../../features/back-office/display/panel.tsx";
import { useOperations } from "../../features/back-office/operations/api.ts";
import { BooksCheck } from "../../features/back-office/operations/books-check.tsx";
import { BotsTable } from "../../features/back-office/operations/bots-table.tsx";
import { EntryRefusals } from "../../features/back-office/operations/entry-refusals.tsx";
import { FailedMails } from "../../features/back-office/operations/failed-mails.tsx";
import { FeedsHealth, FeedIssues } from "../../features/back-office/operations/feeds-health.tsx";
import { HealthSummary } from "../../features/back-office/operations/health-summary.tsx";
import { QueuesList } from "../../features/back-office/operations/queues-list.tsx";
import { ResponseFacts, LeaseFacts } from "../../features/back-office/operations/system-facts.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

/** The state of the running system, with its controls. */
export default function AdminOperationsPage() {
  useTitle("Operations · Admin");
  const query = useOperations();
  return (
    <>
      <h1 className="mb-4 text-24">Operations</h1>
      <QueryState query={query} what="the operations" loading={<SkeletonRows rows={6} className="h-24" />}>
        {(operations) => (
          <div className="grid gap-4">
            <HealthSummary operations={operations} isCutOff={query.isError} />
            <Part id="bots" title="Bots">
              <BotsTable operations={operations} />
            </Part>
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <div className="grid gap-4">
                <Part id="queues" title="Queues">
                  <QueuesList queues={operations.queues} />
                </Part>
                <Part id="feeds" title="Price feeds">
                  <FeedsHealth operations={operations} />
                </Part>
                <Part id="troubles" title="Data issues">
                  <FeedIssues troubles={operations.feedTroubles} />
                </Part>
              </div>
              <div className="grid gap-4">
                <Part id="books" title="Reconciliation">
                  <BooksCheck reconciliations={operations.reconciliations} />
                </Part>
                <Part id="lease" title="Trader">
                  <LeaseFacts lease={operations.lease} />
                </Part>
                <Part id="limits" title="Entries held back by a limit">
                  <EntryRefusals refusals={operations.entryRefusals} />
                </Part>
                <Part id="mail" title="Mail">
                  <FailedMails mail={operations.mail} />
                </Part>
                <Part id="answers" title="API responses">
                  <ResponseFacts answers={operations.answers} />
                </Part>
              </div>
            </div>
          </div>
        )}
      </QueryState>
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div id={id} className="min-w-0">
      <Panel title={title}>{children}</Panel>
    </div>
  );
}
