import { classNames } from "../lib/class-names.ts";
import { formatDayAndTime } from "../lib/format-date.ts";
import * as texts from "../messages/shared.ts";

export interface RequestStep {
  title: string;
  text?: string | undefined;
  /** When it happened. */
  at?: string | null | undefined;
  /** `ended` is a step that stopped the request. */
  state: "done" | "now" | "later" | "ended";
}

const marks: Record<RequestStep["state"], string> = {
  done: "border-gain bg-gain-tint text-gain",
  now: "border-primary bg-surface text-primary",
  later: "border-line bg-surface text-muted",
  ended: "border-loss bg-loss-tint text-loss",
};
const signs: Record<RequestStep["state"], string> = { done: "✓", now: "●", later: "", ended: "×" };
const titles = { done: texts.stepDone, now: texts.stepNow, later: texts.stepLater } as const;

/** The way of a request from its start to its end: what happened and when, and what happens next. */
export function RequestSteps({ label, steps }: { label: string; steps: readonly RequestStep[] }) {
  return (
    <ol aria-label={label} className="grid">
      {steps.map(({ title, text, at, state }, index) => (
        <li
          key={title}
          aria-current={state === "now" ? "step" : undefined}
          className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3"
        >
          <span aria-hidden="true" className="flex flex-col items-center">
            <span
              className={classNames(
                "flex size-6 shrink-0 items-center justify-center rounded-full border text-12 font-bold",
                marks[state],
              )}
            >
              {signs[state]}
            </span>
            {index === steps.length - 1 ? null : <span className="w-px grow bg-line" />}
          </span>
          <span className={classNames("min-w-0 text-14 leading-6", index === steps.length - 1 ? "" : "pb-3")}>
            <StepTitle title={title} state={state} />
            {at === undefined || at === null ? null : (
              <time dateTime={at} className="block leading-5 text-muted">
                {formatDayAndTime(at)}
              </time>
            )}
            {text === undefined ? null : <span className="block leading-5 text-muted">{text}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The title, which is read out with the state. */
function StepTitle({ title, state }: Pick<RequestStep, "title" | "state">) {
  const shown = <span className={classNames("font-semibold", state === "later" && "text-muted")}>{title}</span>;
  if (state === "ended") return shown;
  return titles[state]({ title: shown, hidden: (text) => <span className="sr-only">{text}</span> });
}
