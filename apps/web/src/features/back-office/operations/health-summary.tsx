import type { Operations } from "@wazi/contracts";
import { Notice } from "../../../ui/notice.tsx";
import { exactUtc } from "../display/format-age.ts";
import { calmWords, isWork, troublesOf, type Trouble } from "./health.ts";
import { counted } from "./labels.ts";

const CALM_TITLE = "All is well";

/** Whether all is well, in words; what is not, with a way to the part of the page that has more of it. */
export function Verdict({ operations, isCutOff }: { operations: Operations; isCutOff: boolean }) {
  const troubles = troublesOf(operations);
  if (isCutOff) {
    return (
      <Notice look="danger" role="alert" title="No answer comes from the server">
        What stands below is from {exactUtc(operations.at)} and may have changed since. It is asked for again every five
        seconds.
      </Notice>
    );
  }
  const faults = troubles.filter((each) => !isWork(each));
  const work = troubles.filter(isWork);
  const faultTitle = counted(faults.length, "fault needs attention", "faults need attention");
  const workTitle = counted(work.length, "queue has waited too long", "queues have waited too long");
  const titles = [...(faults.length === 0 ? [] : [faultTitle]), ...(work.length === 0 ? [] : [workTitle])];
  return (
    <div data-testid="verdict" className="grid gap-2">
      {/* Only the titles are read out by themselves: the ages below them change with every reading. */}
      <p role="status" className="sr-only">
        {titles.length === 0 ? CALM_TITLE : titles.join(", ")}
      </p>
      {titles.length === 0 ? (
        <Notice look="good" title={CALM_TITLE}>
          <p>{calmWords(operations)}</p>
        </Notice>
      ) : null}
      {faults.length === 0 ? null : <Troubles look="danger" title={faultTitle} troubles={faults} />}
      {work.length === 0 ? null : <Troubles look="warning" title={workTitle} troubles={work} />}
    </div>
  );
}

function Troubles({
  look,
  title,
  troubles,
}: {
  look: "danger" | "warning";
  title: string;
  troubles: readonly Trouble[];
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
