import type { LineLook } from "./chart-data.ts";

/** The same colours and dashes are in chart-canvas.ts. */
const looks: Readonly<Record<LineLook, readonly [colour: string, dashes: string]>> = {
  main: ["var(--primary)", "none"],
  held: ["var(--accent)", "6 4"],
  cash: ["var(--muted)", "2 3"],
  second: ["var(--info)", "6 4"],
  third: ["var(--warning)", "2 3"],
  fourth: ["var(--loss)", "9 5"],
};

/** A piece of a chart's line, beside its name. */
export function LineSample({ look }: { look: LineLook }) {
  const [stroke, strokeDasharray] = looks[look];
  return (
    <svg aria-hidden="true" viewBox="0 0 24 4" className="chart-sample">
      <path d="M0 2h24" stroke={stroke} strokeDasharray={strokeDasharray} />
    </svg>
  );
}
