import { steps } from "../../content/landing.ts";

export function Steps() {
  return (
    <ol className="grid overflow-hidden rounded-md border border-line bg-surface lg:grid-cols-3">
      {steps.map(({ title, text }, index) => (
        <li
          key={title}
          className="relative -mt-px -ml-px grid grid-cols-[3.5rem_1fr] border-t border-l border-line p-5 sm:p-6 lg:block lg:p-7"
        >
          {index === steps.length - 1 ? null : <StepThread />}
          <span
            aria-hidden="true"
            className="figure font-display text-44 leading-none font-semibold text-primary lg:text-60"
          >
            {index + 1}
          </span>
          <div className="lg:mt-6">
            <h3 className="text-18 lg:text-24">{title}</h3>
            <p className="mt-1.5 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The thread from one number to the next. */
function StepThread() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 30"
      preserveAspectRatio="none"
      className="absolute top-12 left-22 z-1 hidden h-7.5 w-[calc(100%-4.5rem)] overflow-visible lg:block"
    >
      <path className="thread" d="M0 8C30 34 70 34 100 8" />
    </svg>
  );
}
