import type { EvidenceVerdict } from "@wazi/contracts";

/** A verdict in words, with a shape that tells the grades apart without colour: the more of the circle is full, the more evidence. */
export function VerdictName({ verdict, name }: { verdict: EvidenceVerdict; name: string }) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        className="size-[0.7em] shrink-0 fill-none stroke-current stroke-[1.5]"
        data-shape={verdict}
      >
        {shapes[verdict]}
      </svg>
      <span>{name}</span>
    </span>
  );
}

const circle = <circle cx="6" cy="6" r="5" />;

const shapes: Readonly<Record<EvidenceVerdict, React.JSX.Element>> = {
  none: circle,
  weak: (
    <>
      {circle}
      <path className="fill-current" d="M6 1a5 5 0 0 1 0 10Z" />
    </>
  ),
  "both-halves": <circle className="fill-current" cx="6" cy="6" r="5" />,
  benchmark: <path d="M1 4h10M1 8h10" />,
  "not-judged": <circle cx="6" cy="6" r="5" strokeDasharray="2 2" />,
};
