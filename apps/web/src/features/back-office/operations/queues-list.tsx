import type { Operations } from "@wazi/contracts";
import { TextLink } from "../../../ui/text-link.tsx";
import { AgeOf } from "../age.tsx";
import { queueWords } from "./operations-words.ts";

/** What waits, and for how long the oldest has. */
export function QueuesList({ queues }: { queues: Operations["queues"] }) {
  if (queues.length === 0) return <p className="text-14 text-muted">There is no queue.</p>;
  return (
    <ul className="-my-2 divide-y divide-line text-14">
      {queues.map(({ name, count, oldestAt }) => {
        const words = queueWords(name);
        return (
          <li key={name} className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 py-2 sm:grid-cols-[1fr_4rem_9rem]">
            <span className="min-w-0">
              {words.href === null ? words.name : <TextLink href={words.href}>{words.name}</TextLink>}
            </span>
            <span className="figure text-right font-semibold">{count.toLocaleString("en-US")}</span>
            <span className="text-muted max-sm:col-span-2 sm:text-right">
              {oldestAt === null ? (
                "nothing waits"
              ) : (
                <>
                  oldest <AgeOf at={oldestAt} warnAfterMs={words.patienceMs ?? undefined} />
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
