import type { Operations } from "@wazi/contracts";
import { Notice } from "../../../ui/notice.tsx";
import { exactUtc } from "../age-words.ts";
import { calmWords, troublesOf } from "./operations-verdict.ts";
import { counted } from "./operations-words.ts";

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
  const title =
    troubles.length === 0 ? "All is well" : counted(troubles.length, "thing needs attention", "things need attention");
  return (
    <div data-testid="verdict">
      {/* Only the title is read out by itself: the ages below it change with every reading. */}
      <p role="status" className="sr-only">
        {title}
      </p>
      <Notice look={troubles.length === 0 ? "good" : "danger"} title={title}>
        {troubles.length === 0 ? (
          <p>{calmWords(operations)}</p>
        ) : (
          <ul className="grid gap-0.5">
            {troubles.map(({ text, part }) => (
              <li key={text}>
                <a href={`#${part}`} className="inline-block py-1 underline underline-offset-4 hover:text-primary">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
