/** Room at both ends of the axis, in percent of the width. */
const PAD = 4;
const Y = 14;
/** Numbers that fit below the axis. */
const MAX_TICKS = 6;
const STEPS = [1, 2, 5, 10];

/**
 * A figure with its 95% interval, drawn as a line with a knot at the figure and a mark at 0. The axis has at least `from` and
 * `to`, so that usual figures share one scale, and reaches further for a wider interval.
 */
export function RangeBar({
  value,
  low,
  high,
  from = -1,
  to = 2,
  label,
}: {
  value: number;
  low: number;
  high: number;
  from?: number;
  to?: number;
  /** A description of the drawing in words. */
  label: string;
}) {
  const [least, most] = [Math.min(from, Math.floor(low * 2) / 2), Math.max(to, Math.ceil(high * 2) / 2)];
  // Percentages keep the numbers readable at every width.
  const place = (at: number): string => `${(PAD + ((at - least) / (most - least)) * (100 - 2 * PAD)).toFixed(2)}%`;
  const step = STEPS.find((each) => (most - least) / each <= MAX_TICKS) ?? 10;
  const first = Math.ceil(least / step) * step;
  const ticks = Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, index) => first + index * step);
  return (
    <svg role="img" aria-label={label} className="range-bar">
      <line x1={`${PAD}%`} x2={`${100 - PAD}%`} y1={Y} y2={Y} className="range-axis" />
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={place(tick)}
            x2={place(tick)}
            y1={tick === 0 ? 3 : Y - 3}
            y2={tick === 0 ? 25 : Y + 3}
            className="range-axis"
          />
          <text x={place(tick)} y="40" textAnchor="middle" className="range-number">
            {tick < 0 ? `−${-tick}` : tick}
          </text>
        </g>
      ))}
      <line x1={place(low)} x2={place(high)} y1={Y} y2={Y} className="range-line" />
      <circle cx={place(value)} cy={Y} r="6" className="range-knot" />
    </svg>
  );
}
