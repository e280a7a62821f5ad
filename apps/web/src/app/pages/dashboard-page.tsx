import { Icon, type IconName } from "../../ui/icons.tsx";
import { Link } from "wouter";
import { NoTradesYet, RecentTrades } from "../../features/investments/recent-trades.tsx";
import { TradingBots } from "../../features/investments/trading-bots.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import { AccountFigures } from "./account-figures.tsx";

const loadPositionNotices = () => import("../../features/investments/position-notices.tsx");
const loadEarlierTrades = () => import("./earlier-trades.tsx");
const loadBalanceOverTime = () => import("../../features/statements/balance-over-time.tsx");

export default function DashboardPage({ user }: SignedInPageProps) {
  return (
    <>
      <PageHeading title={`Welcome, ${user.firstName || "Trader"}`} tabTitle="Dashboard" />
      <AccountFigures account={user.account} />
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:items-start">
        <div className="grid grid-cols-2 gap-4 lg:col-start-2">
          <Shortcut href="/deposit" title="Deposit" text="Add money" icon="in" />
          <Shortcut href="/withdrawal" title="Withdraw" text="Take money out" icon="out" />
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
          <DeferredPart load={loadBalanceOverTime} loading={<Skeleton className="h-72" />} />
        </div>
        <div className="min-w-0 lg:col-start-2">
          <TradingBots />
        </div>
      </div>
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
