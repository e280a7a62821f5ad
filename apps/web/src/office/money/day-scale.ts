/** A vertical scale in dollars. For drawing only, never for calculation. */
export interface DayScale {
  min: number;
  max: number;
  /** The grid lines, lowest first. The first and the last are the ends of the scale. */
  ticks: readonly number[];
}

const roundSteps = [1, 2, 2.5, 5, 10];
/** The minimum distance between two labelled days, in pixels. */
const LABEL_SPACING_PX = 64;
/** Which days of the month or the year get a label, densest rule first. */
const dayRules: readonly ((day: number, month: number) => boolean)[] = [
  () => true,
  (day) => day === 1 || (day % 5 === 0 && day < 30),
  (day) => day === 1 || day === 10 || day === 20,
  (day) => day === 1 || day === 15,
  (day) => day === 1,
  (day, month) => day === 1 && month % 3 === 1,
  (day, month) => day === 1 && month % 6 === 1,
];

/** The smallest round number (1, 2, 2.5 or 5 times a power of ten) that is at least `size`, and at least one cent. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(size, 0.01)));
  const factor = roundSteps.find((each) => each * power >= size) ?? 10;
  return factor * power;
}

/**
 * A scale with round steps that covers all values. Bars start at 0, so their scale includes it. Lines use the full
 * height. Equal values lie in the middle.
 */
export function computeScale(values: readonly number[], { fromZero }: { fromZero: boolean }): DayScale {
  const shown = fromZero || values.length === 0 ? [0, ...values] : values;
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const span = high - low === 0 ? Math.max(Math.abs(high) / 2, 3) : high - low;
  const step = roundStep(span / 3);
  const isFlat = high === low;
  const first = Math.floor((isFlat && !fromZero ? low - step : low) / step);
  const last = Math.max(Math.ceil((isFlat ? high + step : high) / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { min: first * step, max: last * step, ticks };
}

/** The distance of a value from the top of a chart of this height, in pixels. */
export function toPixelY(value: number, { min, max }: DayScale, height: number): number {
  return ((max - value) / (max - min)) * height;
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 });

/** "$1.25K", "−$300": a short axis label. */
export function formatTick(dollars: number): string {
  return `${dollars < 0 ? "−" : ""}$${compact.format(Math.abs(dollars))}`;
}

/** The indexes of the days that get a label: the last day, and as many round days as fit. */
export function pickLabelledDays(days: readonly string[], width: number): number[] {
  const last = days.length - 1;
  if (last < 0) return [];
  const room = (LABEL_SPACING_PX * days.length) / width;
  for (const isRound of dayRules) {
    const places = days.flatMap((day, index) =>
      isRound(Number(day.slice(8)), Number(day.slice(5, 7))) ? [index] : [],
    );
    const hasRoom = places.every((place, index) => index === 0 || place - (places[index - 1] ?? 0) >= room);
    if (hasRoom) return [...places.filter((place) => last - place >= room), last];
  }
  return [last];
}
