import type { Operations } from "@wazi/contracts";
import { TextLink } from "../../ui/text-link.tsx";
import { Age } from "../display/age.tsx";
import { getQueueLabels } from "./labels.ts";
import * as texts from "../../messages/admin-operations.ts";

/** The number of pending items per queue, and the age of the oldest. */
export function QueuesList({ queues }: { queues: Operations["queues"] }) {
  if (queues.length === 0) return <p className="text-14 text-muted">{texts.noQueues}</p>;
  return (
    <table className="w-full text-14">
      <thead className="sr-only">
        <tr>
          <th scope="col">{texts.queue}</th>
          <th scope="col">{texts.waiting}</th>
          <th scope="col">{texts.oldest}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {queues.map(({ name, count, oldestAt }) => {
          const { name: words, href, overdueAfterMs } = getQueueLabels(name);
          return (
            <tr key={name}>
              <th scope="row" className="py-2 text-left font-normal">
                {href === null ? words : <TextLink href={href}>{words}</TextLink>}
              </th>
              <td className="figure px-3 py-2 text-right font-semibold">{count.toLocaleString("en-US")}</td>
              <td className="py-2 text-right text-muted">
                {oldestAt === null ? (
                  texts.nonePending
                ) : (
                  <>
                    {texts.queueOldest({ oldestAt: <Age at={oldestAt} warnAfterMs={overdueAfterMs ?? undefined} /> })}
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
