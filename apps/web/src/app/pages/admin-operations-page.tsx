import type { ReactNode } from "react";
import { Panel } from "../../office/display/panel.tsx";
import { useOperations } from "../../office/operations/api.ts";
import { BooksCheck } from "../../office/operations/books-check.tsx";
import { BotsTable } from "../../office/operations/bots-table.tsx";
import {
  EntryRefusals,
  FeedIssues,
  FeedsHealth,
  HealthSummary,
  LeaseFacts,
  QueuesList,
  ResponseFacts,
} from "../../office/operations/health-sections.tsx";
import { FailedMails } from "../../office/operations/failed-mails.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import * as texts from "../../messages/admin-operations.ts";

/** The state of the running system, with its controls. */
export default function AdminOperationsPage() {
  useTitle(texts.operationsAdmin);
  const query = useOperations();
  return (
    <>
      <h1 className="mb-4 text-24">{texts.operations}</h1>
      <QueryState
        query={query}
        failedTitle={texts.operationsFailedTitle}
        loading={<SkeletonRows rows={6} className="h-24" />}
      >
        {(operations) => (
          <div className="grid gap-4">
            <HealthSummary operations={operations} isCutOff={query.isError} />
            <Part id="bots" title={texts.bots}>
              <BotsTable operations={operations} />
            </Part>
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <div className="grid gap-4">
                <Part id="queues" title={texts.queues}>
                  <QueuesList queues={operations.queues} />
                </Part>
                <Part id="feeds" title={texts.priceFeeds}>
                  <FeedsHealth operations={operations} />
                </Part>
                <Part id="troubles" title={texts.dataIssues}>
                  <FeedIssues troubles={operations.feedTroubles} />
                </Part>
              </div>
              <div className="grid gap-4">
                <Part id="books" title={texts.reconciliation}>
                  <BooksCheck
                    reconciliations={operations.reconciliations}
                    complete={operations.completeReconciliation}
                  />
                </Part>
                <Part id="lease" title={texts.trader}>
                  <LeaseFacts lease={operations.lease} />
                </Part>
                <Part id="limits" title={texts.pageRefusalsTitle}>
                  <EntryRefusals refusals={operations.entryRefusals} />
                </Part>
                <Part id="mail" title={texts.mail}>
                  <FailedMails mail={operations.mail} />
                </Part>
                <Part id="answers" title={texts.apiResponses}>
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
