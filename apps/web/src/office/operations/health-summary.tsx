import type { Operations } from "@wazi/contracts";
import { Notice } from "../../ui/notice.tsx";
import { formatUtc } from "../display/format-age.ts";
import { describeHealthy, isOverdueWork, findIssues, type Issue } from "./health.ts";
import { formatCount } from "../display/format-count.ts";
import * as texts from "../../messages/admin-operations.ts";

const HEALTHY_TITLE = texts.summaryHealthy;

/** A summary of the system, with links to the sections that have issues. */
export function HealthSummary({ operations, isCutOff }: { operations: Operations; isCutOff: boolean }) {
  const troubles = findIssues(operations);
  if (isCutOff) {
    return (
      <Notice look="danger" role="alert" title={texts.summaryUnreachable}>
        {texts.summaryStale({ at: formatUtc(operations.at) })}
      </Notice>
    );
  }
  const faults = troubles.filter((each) => !isOverdueWork(each));
  const work = troubles.filter(isOverdueWork);
  const faultTitle = formatCount(faults.length, texts.summaryFaultsOne, texts.summaryFaultsMany);
  const workTitle = formatCount(work.length, texts.summaryQueuesOne, texts.summaryQueuesMany);
  const titles = [...(faults.length === 0 ? [] : [faultTitle]), ...(work.length === 0 ? [] : [workTitle])];
  return (
    <div data-testid="verdict" className="grid gap-2">
      {/* Only the titles are announced, as the ages below them change with every refresh. */}
      <p role="status" className="sr-only">
        {titles.length === 0 ? HEALTHY_TITLE : titles.join(", ")}
      </p>
      {titles.length === 0 ? (
        <Notice look="good" title={HEALTHY_TITLE}>
          <p>{describeHealthy(operations)}</p>
        </Notice>
      ) : null}
      {faults.length === 0 ? null : <IssueList look="danger" title={faultTitle} troubles={faults} />}
      {work.length === 0 ? null : <IssueList look="warning" title={workTitle} troubles={work} />}
    </div>
  );
}

function IssueList({
  look,
  title,
  troubles,
}: {
  look: "danger" | "warning";
  title: string;
  troubles: readonly Issue[];
}) {
  return (
    <Notice look={look} title={title}>
      <ul className="grid gap-0.5">
        {troubles.map(({ text, part }) => (
          <li key={text}>
            <a href={`#${part}`} className="inline-block py-1 underline underline-offset-4 hover:text-primary">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
