import type { PublicStatus } from "@wazi/contracts";
import { formatMs, NOT_YET_KNOWN } from "./status-text.ts";
import * as texts from "../../messages/status.ts";

type Window = PublicStatus["answers"]["last24Hours"];

const count = new Intl.NumberFormat("en-US");
const formatAnswerTime = (ms: number | null): string | null => (ms === null ? null : formatMs(ms));

/** `valueOf` returns null if nothing was measured. */
const rows: readonly { label: string; valueOf: (window: Window) => string | null }[] = [
  { label: texts.answerTimeHalf, valueOf: ({ p50Ms }) => formatAnswerTime(p50Ms) },
  { label: texts.answerTimeMost, valueOf: ({ p95Ms }) => formatAnswerTime(p95Ms) },
  { label: texts.answerTimeNearlyAll, valueOf: ({ p99Ms }) => formatAnswerTime(p99Ms) },
  { label: texts.answers, valueOf: ({ answers }) => count.format(answers) },
  { label: texts.serverErrors, valueOf: ({ serverErrors }) => count.format(serverErrors) },
];

/** The response times of the API in the last 15 minutes and 24 hours. */
export default function AnswerTimes({ answers }: { answers: PublicStatus["answers"] }) {
  return (
    <table className="-mb-2.5 w-full text-14">
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="pb-2 text-left font-semibold">
            <span className="sr-only">{texts.measure}</span>
          </th>
          <th scope="col" className="pb-2 pl-3 text-right font-semibold">
            {texts.n15Min}
          </th>
          <th scope="col" className="pb-2 pl-3 text-right font-semibold">
            {texts.n24H}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ label, valueOf }) => (
          <tr key={label}>
            <th scope="row" className="py-2.5 text-left font-normal text-muted">
              {label}
            </th>
            {[answers.last15Minutes, answers.last24Hours].map((window, index) => (
              <td key={index} className="figure py-2.5 pl-3 text-right text-16 font-semibold">
                {valueOf(window) ?? (
                  <span className="text-14 font-normal whitespace-normal text-muted">{NOT_YET_KNOWN}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
