import * as texts from "../messages/shared.ts";

/** The logo: a thread drawn as a W that ends in a knot. */
function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <path
        d="M3.5 8c1.5 7.5 3 13.3 5.2 15.7 3.6-1.5 5.1-7.8 7.3-12.3 1.9 5.3 3.2 10.8 6.2 12.3 2.7-2.5 4-7.9 5.3-13.3"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="27.8" cy="7.3" r="3.5" className="fill-accent" />
    </svg>
  );
}

export function Wordmark() {
  return (
    <span className="flex items-center gap-2 text-primary">
      <Mark className="size-8" />
      <span className="font-display text-24 leading-none font-bold tracking-[-0.03em] text-ink">{texts.wazi}</span>
    </span>
  );
}
