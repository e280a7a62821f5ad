import { type CurrentUser, DAY_MS, formatAmount, HOUR_MS, type Performance } from "@wazi/contracts";
import { type ReactNode, useState } from "react";
import { usePerformance, useUserBots } from "../../investing/positions/api.ts";
import { computeWorth, computeWorthChange } from "../../investing/positions/worth.ts";
import { classNames } from "../../lib/class-names.ts";
import { useTime } from "../../lib/clock.ts";
import { toCents } from "../../lib/cents.ts";
import { formatDay, formatTime } from "../../lib/format-date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import * as texts from "../../messages/dashboard.ts";

const ranges = { "1D": DAY_MS, "1W": 7 * DAY_MS, "1M": 30 * DAY_MS, All: null } as const;
type Range = keyof typeof ranges;
const rangeNames = Object.keys(ranges) as Range[];
const box = { width: 600, height: 120 };

/** The start of a range, ISO 8601, to the full hour, so that a page that is left open moves on; "" for sign-up. */
function findStart(range: Range, now: number): string {
  const lengthMs = ranges[range];
  return lengthMs === null ? "" : new Date(Math.floor((now - lengthMs) / HOUR_MS) * HOUR_MS).toISOString();
}

/** The investor's total worth over a chosen time, and how much of the change is gain or loss. */
export default function WorthOverTime({ account }: { account: CurrentUser["account"] }) {
  const [range, setRange] = useState<Range>("1W");
  const from = useTime((now) => findStart(range, now));
  const performance = usePerformance(from === "" ? undefined : from);
  const { total } = computeWorth(account, useUserBots().data);
  return (
    <Sheet title={texts.balanceChartTitle} aside={<TextLink href="/statement">{texts.statement}</TextLink>}>
      <div
        role="group"
        aria-label={texts.time}
        className="mb-4 grid grid-cols-4 gap-1 rounded-sm bg-sunken p-1 sm:max-w-72"
      >
        {rangeNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === range}
            onClick={() => setRange(name)}
            className={classNames(
              "min-h-11 rounded-sm text-14 font-semibold",
              name === range ? "border border-outline bg-surface text-ink" : "text-muted hover:text-ink",
            )}
          >
            {name}
          </button>
        ))}
      </div>
      <QueryState query={performance} failedTitle={texts.balanceChartFailedTitle} loading={<Loading />}>
        {(data) => <Chart data={data} total={total} isDay={range === "1D"} />}
      </QueryState>
    </Sheet>
  );
}

function Chart({ data, total, isDay }: { data: Performance; total: string; isDay: boolean }) {
  const totals = [...data.points.map(({ worth }) => worth), total];
  const first = data.points[0];
  if (first === undefined || totals.every((each) => toCents(each) === 0n)) {
    return <EmptyState>{texts.balanceChartEmpty}</EmptyState>;
  }
  const { line, area, end } = drawBalanceLine(totals, box);
  const change = computeWorthChange(total, { ...data, worth: first.worth });
  const start = isDay ? `${formatDay(first.at)}, ${formatTime(first.at)}` : formatDay(first.at);
  return (
    <figure>
      <p>
        {texts.balanceChartTotal({
          total: <Money value={total} className="text-24 font-semibold" testId="total-now" />,
          note: (text) => <span className="text-14 text-muted">{text}</span>,
        })}
      </p>
      <dl className="mt-2 grid gap-x-6 gap-y-1 text-14 sm:grid-cols-3">
        <Part term={texts.balanceChartGain}>
          <Money value={change.amount} change className="font-semibold" testId="range-gain" />{" "}
          {change.percent === null || change.percent === "0.00" ? null : <PercentChange value={change.percent} />}
        </Part>
        <Part term={texts.moneyAdded}>
          <Money value={data.added} />
        </Part>
        <Part term={texts.balanceChartTakenOut}>
          <Money value={data.taken} />
        </Part>
      </dl>
      <svg
        viewBox={`0 -6 ${box.width} ${box.height + 12}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.balanceChartRange({ worth: formatAmount(first.worth), start, total: formatAmount(total) })}
        className="mt-4 h-32 w-full overflow-visible"
      >
        <path d={area} className="fill-accent-tint" />
        <path d={line} className="thread" />
        <path d={`M${end.x} ${end.y}h.01`} className="balance-knot" />
      </svg>
      <figcaption className="mt-1 flex justify-between text-12 text-muted">
        <span>{start}</span>
        <span>{texts.now}</span>
      </figcaption>
    </figure>
  );
}

function Part({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3 sm:block">
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-48" />
    </div>
  );
}

/** The SVG paths of a chart: the line and the area below it. */
interface BalanceLine {
  line: string;
  area: string;
  /** The position of the last point. */
  end: { x: number; y: number };
}

/**
 * Draws the totals from left to right, scaled from the lowest to the highest. If all are equal, the line is in the
 * middle.
 */
export function drawBalanceLine(
  totals: readonly string[],
  { width, height }: { width: number; height: number },
): BalanceLine {
  const values = totals.map((total) => Number(toCents(total)));
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  const places = values.map((value, index) => ({
    x: values.length === 1 ? width : (index / (values.length - 1)) * width,
    y: span === 0 ? height / 2 : height - ((value - least) / span) * height,
  }));
  const line = places.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const first = places[0] ?? { x: 0, y: height };
  return {
    line,
    area: `${line}V${height}H${first.x.toFixed(1)}Z`,
    end: places.at(-1) ?? first,
  };
}
