import { classNames } from "../lib/class-names.ts";

const BOX = { width: 64, height: 20 };

/** A small line of values, oldest first. Hidden from screen readers: the figure beside it says the change. */
export function Sparkline({ values, className }: { values: readonly number[]; className?: string }) {
  if (values.length < 2) return null;
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  const isDown = (values.at(-1) ?? 0) < (values[0] ?? 0);
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * BOX.width;
    const y = span === 0 ? BOX.height / 2 : BOX.height - ((value - least) / span) * BOX.height;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      aria-hidden="true"
      viewBox={`-1 -2 ${BOX.width + 2} ${BOX.height + 4}`}
      preserveAspectRatio="none"
      className={classNames("h-6 w-16 fill-none stroke-[1.6]", isDown ? "stroke-loss" : "stroke-gain", className)}
    >
      <polyline points={points.join(" ")} vectorEffect="non-scaling-stroke" strokeLinejoin="round" />
    </svg>
  );
}
