import type { BalancePoint } from "@wazi/contracts";
import { formatAmount } from "@wazi/contracts";
import { fromCents, toCents } from "../../lib/cents.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Money } from "../../ui/money.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useBalanceHistory } from "./api.ts";
import { drawBalanceLine, computeTotal } from "./balance-line.ts";

const box = { width: 600, height: 120 };
const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const formatChartDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** A chart of the investor's total over the last 90 days. */
export default function BalanceOverTime() {
  const history = useBalanceHistory();
  return (
    <Sheet title="Balance over time" aside={<TextLink href="/statement">Statement</TextLink>}>
      <QueryState query={history} what="your balance over time" loading={<Loading />}>
        {(points) => (canDraw(points) ? <BalanceChart points={points} /> : <NoChart points={points} />)}
      </QueryState>
    </Sheet>
  );
}

/** A chart needs at least two days and one total other than zero. */
function canDraw(points: readonly BalancePoint[]): boolean {
  return points.length > 1 && points.some((point) => toCents(computeTotal(point)) !== 0n);
}

function NoChart({ points }: { points: readonly BalancePoint[] }) {
  const today = points.at(-1);
  const isEmpty = today === undefined || toCents(computeTotal(today)) === 0n;
  return (
    <EmptyState>
      {isEmpty
        ? "No data yet. The chart starts with your first deposit."
        : "This is your first day. From tomorrow, this chart shows your total at the end of each day."}
    </EmptyState>
  );
}

function BalanceChart({ points }: { points: readonly BalancePoint[] }) {
  const totals = points.map(computeTotal);
  const { line, area, end } = drawBalanceLine(totals, box);
  const [first, last] = [totals[0] ?? "0.00", totals.at(-1) ?? "0.00"];
  const moved = fromCents(toCents(last) - toCents(first));
  const [start, now] = [points[0], points.at(-1)];
  if (start === undefined || now === undefined) return null;
  return (
    <figure>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p>
          <Money value={last} className="text-24 font-semibold" testId="total-now" />{" "}
          <span className="text-14 text-muted">in total, including bots</span>
        </p>
        <p className="text-14 text-muted">
          <Money value={moved} /> in {points.length} days, including deposits and withdrawals
        </p>
      </div>
      <svg
        viewBox={`0 -6 ${box.width} ${box.height + 12}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`From $${formatAmount(first)} on ${formatChartDay(start.day)} to $${formatAmount(last)} now.`}
        className="mt-4 h-32 w-full overflow-visible"
      >
        <path d={area} className="fill-accent-tint" />
        <path d={line} className="thread" />
        <path d={`M${end.x} ${end.y}h.01`} className="balance-knot" />
      </svg>
      <figcaption className="mt-1 flex justify-between text-12 text-muted">
        <span>{formatChartDay(start.day)}</span>
        <span>Today</span>
      </figcaption>
    </figure>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-48" />
    </div>
  );
}
