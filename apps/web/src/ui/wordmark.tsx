/** The logo: a thread drawn as a W that ends in a knot. */
function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <path
        d="M3.500 8c1.500 7.500 3 13.300 5.200 15.700 3.600-1.500 5.100-7.800 7.300-12.300 1.900 5.300 3.200 10.800 6.200 12.300 2.700-2.500 4-7.900 5.300-13.300"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.200"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="27.800" cy="7.300" r="3.500" className="fill-accent" />
    </svg>
  );
}

export function Wordmark() {
  return (
    <span className="flex items-center gap-2 text-primary">
      <Mark className="size-8" />
      <span className="font-display text-24 leading-none font-bold tracking-[-0.03em] text-ink">Wazi</span>
    </span>
  );
}
