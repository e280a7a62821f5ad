import type { Market } from "@wazi/contracts";

/** One icon per market, drawn on the same lozenge grid. */
const paths: Record<Market, string> = {
  forex: "M4 12 10 6l6 6-6 6ZM12 12l6-6 6 6-6 6Z",
  crypto: "M14 3 24 9v10l-10 6-10-6V9ZM14 9l5 3v5l-5 3-5-3v-5Z",
  stocks: "M5 24V15l3-3 3 3v9M11 24V9l3-3 3 3v15M17 24v-6l3-3 3 3v6",
  commodities: "M14 3l7 5-7 5-7-5ZM7 13l7 5 7-5M7 18l7 5 7-5",
  indices: "M4 4h8v8H4ZM16 4h8v8h-8ZM4 16h8v8H4ZM16 16h8v8h-8ZM12 12l4 4",
};

export function MarketGlyph({ market }: { market: Market }) {
  return (
    <span className="flex size-12 shrink-0 items-center justify-center rounded-sm bg-sunken text-primary">
      <svg
        aria-hidden="true"
        viewBox="0 0 28 28"
        className="size-7 fill-none stroke-current stroke-[1.8]"
        strokeLinejoin="round"
      >
        <path d={paths[market]} />
      </svg>
    </span>
  );
}
