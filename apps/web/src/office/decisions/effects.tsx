import { Money } from "../../ui/money.tsx";
import * as texts from "../../messages/admin-decisions.ts";
import { failureText } from "../../lib/api-client.ts";
import { toast } from "../../ui/toast-store.ts";

/** The effects of an action, to be read before confirming it. */
export function EffectList({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="grid gap-2.5">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-3">
          <svg aria-hidden="true" viewBox="0 0 10 10" className="mt-2 size-2 shrink-0 fill-accent">
            <path d="M5 0 10 5 5 10 0 5Z" />
          </svg>
          <span className="min-w-0 wrap-anywhere">{sentence}</span>
        </li>
      ))}
    </ul>
  );
}

export interface FigureChange {
  label: string;
  before: string;
  after: string;
}

/** Figures before and after a change. */
export function BeforeAfter({ caption, changes }: { caption: string; changes: readonly FigureChange[] }) {
  return (
    <table className="w-full text-14">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-1.5 text-left font-medium">
            {texts.figure}
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-medium">
            {texts.now}
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-medium">
            {" "}
            {texts.after}{" "}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {changes.map(({ label, before, after }) => (
          <tr key={label}>
            <th scope="row" className="py-1.5 text-left font-normal">
              {label}
            </th>
            <td className="py-1.5 pl-3 text-right">
              <Money value={before} />
            </td>
            <td className="py-1.5 pl-3 text-right">
              <Money value={after} className={before === after ? "text-muted" : "font-semibold"} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The toasts of a change, for `mutate`. `failed` is shown for an error that has no message. */
export function announce(done: string, failed: string) {
  return {
    onSuccess: () => toast.good(texts.success, done),
    onError: (error: Error) => toast.bad(texts.error, failureText(error, failed)),
  };
}
