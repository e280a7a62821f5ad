import { Icon, type IconName } from "../../ui/icons.tsx";
import { Link } from "wouter";
import type { CurrentUser } from "@wazi/contracts";
import { useUserBots, useUserTrades } from "../../investing/positions/api.ts";
import { NoTradesYet, RecentTrades } from "../../investing/positions/recent-trades.tsx";
import { toCents } from "../../lib/cents.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import { AccountFigures } from "./account-figures.tsx";
import { WorthNow } from "./worth-now.tsx";
import * as texts from "../../messages/dashboard.ts";

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
