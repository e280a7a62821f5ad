import type { EvidenceVerdict } from "@wazi/contracts";
import { classNames } from "../lib/class-names.ts";

/**
 * A verdict in words, with a mark that tells the grades apart without colour: a tick for evidence, full for more of it, a bar for
 * none, a question mark for a bot that cannot be judged, and an equals sign for the benchmark.
 */
export function VerdictName({ verdict, name }: { verdict: EvidenceVerdict; name: string }) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className={classNames(
          "size-[1.05em] shrink-0 translate-y-[0.14em] fill-none stroke-current stroke-[1.6]",
          verdict === "weak" || verdict === "both-halves"
            ? "text-gain"
            : verdict === "none"
              ? "text-warning"
              : "text-muted",
        )}
        strokeLinecap="round"
        strokeLinejoin="round"
        data-shape={verdict}
      >
        {shapes[verdict]}
      </svg>
      <span>{name}</span>
    </span>
  );
}

const circle = <circle cx="8" cy="8" r="7" />;
const TICK = "M4.8 8.4l2.2 2.3 4.3-5";

const shapes: Readonly<Record<EvidenceVerdict, React.JSX.Element>> = {
  none: (
    <>
      {circle}
      <path d="M5 8h6" />
    </>
  ),
  weak: (
    <>
      {circle}
      <path d={TICK} />
    </>
  ),
  "both-halves": (
    <>
      <circle className="fill-current" cx="8" cy="8" r="7" />
      <path className="stroke-surface" d={TICK} />
    </>
  ),
  benchmark: <path d="M2 5.5h12M2 10.5h12" />,
  "not-judged": (
    <>
      <circle cx="8" cy="8" r="7" strokeDasharray="2.2 2.2" />
      <path d="M6.2 6.4a1.9 1.9 0 1 1 2.6 1.8q-.8.4-.8 1.2M8 11.6v.1" />
    </>
  ),
};
