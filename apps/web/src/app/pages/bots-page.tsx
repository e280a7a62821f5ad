import { usePublicEvidence } from "../../features/evidence/api.ts";
import { usePackageTier, useUserBots } from "../../features/investments/api.ts";
import { useBots } from "../../features/investments/bots-api.ts";
import { BotGrid } from "../../features/investments/bot-grid.tsx";
import { PackageCard } from "../../features/investments/package-card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Money } from "../../ui/money.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ThreadFigures } from "../../ui/thread-figures.tsx";
import { activationNotices } from "./activation-notices.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";

export default function BotsPage({ user }: SignedInPageProps) {
  const bots = useBots();
  const positions = useUserBots();
  const tier = usePackageTier();
  const evidence = usePublicEvidence();
  return (
    <>
      <PageHeading title="Bots">
        Each bot trades one market with its own strategy. Allocate part of your balance, follow the trades, and take
        your money back at any time.
      </PageHeading>
      <ThreadFigures
        figures={[
          {
            label: "Available Balance",
            figure: <Money value={user.account.balance} testId="available-balance" />,
            working: "Can be allocated or withdrawn",
          },
          {
            label: "Active Bots",
            figure: (
              <span className="figure" data-testid="active-bots">
                {positions.data?.length ?? "–"}
              </span>
            ),
            working: "Trading with your money",
          },
          {
            label: "Total Invested",
            figure: <Money value={user.account.totalInvested} testId="total-invested" />,
            working: "Your own money in bots",
          },
        ]}
      />
      <div className="mt-6 grid gap-6">
        <QueryState query={tier} what="your package" loading={<SkeletonRows rows={1} className="h-52" />}>
          {(data) => <PackageCard tier={data} />}
        </QueryState>
        <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 className="text-24">All bots</h2>
          <p className="flex flex-wrap gap-x-6 gap-y-1">
            <TextLink href="/compare">Compare bots</TextLink>
            <TextLink href="/how-to-read">How to read this</TextLink>
          </p>
        </div>
        <QueryState
          query={bots}
          what="the bots"
          loading={<BotSkeletons />}
          empty={<EmptyState>No bots are available yet. Please come back later.</EmptyState>}
        >
          {(catalogue) => (
            <QueryState query={positions} what="your positions" loading={<BotSkeletons />}>
              {(own) => (
                <QueryState query={tier} what="your package" loading={<BotSkeletons />}>
                  {(data) => (
                    <BotGrid
                      bots={catalogue}
                      evidence={evidence.data}
                      positions={own}
                      tier={data}
                      balance={user.account.balance}
                      notices={activationNotices}
                    />
                  )}
                </QueryState>
              )}
            </QueryState>
          )}
        </QueryState>
      </div>
    </>
  );
}

function BotSkeletons() {
  return (
    <div role="status" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-80" />
      ))}
    </div>
  );
}
