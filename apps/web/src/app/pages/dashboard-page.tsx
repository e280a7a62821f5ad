import { Icon, type IconName } from "../../ui/icons.tsx";
import { Link } from "wouter";
import type { CurrentUser } from "@wazi/contracts";
import { usePerformance, useUserBots, useUserTrades } from "../../investing/positions/api.ts";
import { NoTradesYet, RecentTrades } from "../../investing/positions/recent-trades.tsx";
import { toCents } from "../../lib/cents.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import { AccountFigures } from "./account-figures.tsx";
import * as texts from "../../messages/dashboard.ts";
import { computeWorth, computeWorthChange } from "../../investing/positions/worth.ts";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";

/** The first figure of the dashboard: what one would get now, in all, and how much of it is from today. */
function WorthNow({ account }: { account: CurrentUser["account"] }) {
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

const loadPositionNotices = () => import("../../investing/positions/position-notices.tsx");
const loadEarlierTrades = () => import("./earlier-trades.tsx");
const loadWorthOverTime = () => import("./worth-over-time.tsx");
const loadTradingBots = () => import("../../investing/positions/trading-bots.tsx");
const loadFirstSteps = () => import("./first-steps.tsx");
const loadMarketWatch = () => import("./market-watch.tsx");

export default function DashboardPage({ user }: SignedInPageProps) {
  return (
    <>
      <PageHeading
        title={texts.welcomeFirstname({ firstName: user.firstName || texts.trader })}
        tabTitle={texts.dashboard}
      />
      <Beginning account={user.account} />
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:items-start">
        <div className="grid grid-cols-2 gap-4 lg:col-start-2">
          <Shortcut href="/deposit" title={texts.deposit} text={texts.addMoney} icon="in" />
          <Shortcut href="/withdrawal" title={texts.withdraw} text={texts.shortcutWithdraw} icon="out" />
        </div>
        <div className="grid min-w-0 gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <DeferredPart load={loadPositionNotices} loading={null} />
          <RecentTrades
            earlier={(positions) => (
              <DeferredPart
                load={loadEarlierTrades}
                props={{ positions }}
                loading={<SkeletonRows rows={5} />}
                failed={<NoTradesYet />}
              />
            )}
          />
          <DeferredPart
            load={loadWorthOverTime}
            props={{ account: user.account }}
            loading={<Skeleton className="h-96" />}
          />
        </div>
        <div className="min-w-0 lg:col-start-2">
          <DeferredPart load={loadTradingBots} loading={<Skeleton className="h-40" />} />
        </div>
      </div>
    </>
  );
}

/** The figures, and the checklist until a bot has closed a trade. Without money there is only the checklist. */
function Beginning({ account }: { account: CurrentUser["account"] }) {
  const positions = useUserBots().data;
  const trades = useUserTrades().data;
  const isNew = trades?.length === 0;
  const hasMoney = toCents(account.totalDeposits) > 0n || toCents(account.balance) > 0n || (positions?.length ?? 0) > 0;
  return (
    <>
      {hasMoney ? <WorthNow account={account} /> : null}
      {isNew && positions !== undefined ? (
        <DeferredPart load={loadFirstSteps} props={{ account }} loading={<Skeleton className="mb-6 h-72" />} />
      ) : null}
      {isNew && positions !== undefined && positions.length > 0 ? (
        <DeferredPart load={loadMarketWatch} props={{ positions }} loading={<Skeleton className="mb-6 h-40" />} />
      ) : null}
      {hasMoney ? <AccountFigures account={account} /> : null}
    </>
  );
}

function Shortcut({ href, title, text, icon }: { href: string; title: string; text: string; icon: IconName }) {
  return (
    <Link
      href={href}
      className="flex gap-x-4 gap-y-3 rounded-md border border-line bg-surface p-4 transition-[border-color] hover:border-primary max-sm:flex-col sm:items-center"
    >
      <span className="flex size-11 shrink-0 items-center justify-center rounded-sm bg-primary text-on-primary">
        <Icon name={icon} />
      </span>
      <span>
        <span className="block font-display text-18 leading-6 font-semibold">{title}</span>
        <span className="block text-14 text-muted">{text}</span>
      </span>
    </Link>
  );
}
