import type { CurrentUser } from "@wazi/contracts";
import { useUserBots } from "../../investing/positions/api.ts";
import { usePerformance } from "../../investing/positions/performance-api.ts";
import { computeWorth, computeWorthChange } from "../../investing/positions/worth.ts";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import * as texts from "../../messages/dashboard.ts";

/** The first figure of the dashboard: what one would get now, in all, and how much of it is from today. */
export function WorthNow({ account }: { account: CurrentUser["account"] }) {
  const positions = useUserBots().data;
  const { total } = computeWorth(account, positions);
  return (
    <section aria-labelledby="worth-now" className="mb-6">
      <h2 id="worth-now" className="font-sans text-14 font-medium tracking-normal text-muted">
        {texts.worthNowTitle}
      </h2>
      <p className="text-[clamp(1.375rem,8vw,2.75rem)] leading-tight font-semibold tracking-[-0.02em]">
        <Money value={total} testId="worth-now" />
      </p>
      <Today total={total} />
      <p className="mt-1 text-14 text-muted">{texts.worthNowExplained}</p>
    </section>
  );
}

const findMidnight = (): string => new Date(new Date().setHours(0, 0, 0, 0)).toISOString();

/** Today's change, since midnight in the reader's time zone. An open page uses the new day when it next loads its figures. */
function Today({ total }: { total: string }) {
  const { data, isError } = usePerformance(findMidnight(), 1);
  const start = data?.points[0];
  // A new day cannot be read without the network. The total above stands alone then.
  if (data === undefined && isError) return null;
  if (data === undefined || start === undefined) return <Skeleton className="h-6 w-40" />;
  const { amount, percent } = computeWorthChange(total, { ...data, worth: start.worth });
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-16" data-testid="worth-today">
      <span className="text-muted">{texts.today}</span>
      <Money value={amount} change className="font-semibold" />
      {percent === null || percent === "0.00" ? null : <PercentChange value={percent} />}
    </p>
  );
}
