import { questions } from "../../content/questions.ts";
import { RiskWarning } from "../../trader/risk-warning.tsx";
import { SupportLink } from "../shell/support-link.tsx";

/** The shared `name` makes the browser keep one question open at a time. This works without scripts. */
export function Questions() {
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_18rem] xl:gap-10">
      <div className="overflow-hidden rounded-md border border-line bg-surface">
        {questions.map(({ question, answer }) => (
          <details
            key={question}
            name="questions"
            className="group -mt-px border-t border-line open:bg-[color-mix(in_srgb,var(--accent-tint)_45%,var(--surface))]"
          >
            <summary className="flex min-h-15 items-center justify-between gap-4 px-5 py-3 font-display text-18 font-semibold hover:text-primary focus-visible:-outline-offset-3 sm:px-6">
              {question}
              <svg
                aria-hidden="true"
                viewBox="0 0 20 20"
                className="question-sign size-5 shrink-0 fill-none stroke-primary stroke-2"
              >
                <path d="M10 3v14M3 10h14" />
              </svg>
            </summary>
            <p className="max-w-[64ch] px-5 pb-5 text-muted sm:px-6">{answer}</p>
          </details>
        ))}
      </div>
      <div className="grid content-start gap-6">
        <RiskWarning />
        <SupportLink
          kind="support"
          className="inline-flex min-h-12 items-center justify-center rounded-sm border border-outline bg-surface px-5 font-semibold hover:border-primary hover:text-primary"
        />
      </div>
    </div>
  );
}
