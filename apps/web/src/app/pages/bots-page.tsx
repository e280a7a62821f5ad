import type { Bot, PackageTier, UserBot } from "@wazi/contracts";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { usePublicEvidence } from "../../investing/evidence/api.ts";
import { useBots, usePackageTier, useUserBots } from "../../investing/positions/api.ts";
import { BotGrid } from "../../investing/positions/bot-grid.tsx";
import type { OpenPosition } from "../../investing/positions/position-dialog.tsx";
import { PackageCard } from "../../investing/positions/package-card.tsx";
import { computeWorth } from "../../investing/positions/worth.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Money } from "../../ui/money.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ThreadFigures } from "../../ui/thread-figures.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import { activationNotices } from "./activation-notices.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import * as texts from "../../messages/bots.ts";

const loadPositionDialog = () => import("../../investing/positions/position-dialog.tsx");

export default function BotsPage({ user }: SignedInPageProps) {
  const bots = useBots();
  const positions = useUserBots();
  const tier = usePackageTier();
  const evidence = usePublicEvidence();
  const [open, setOpen] = useState<OpenPosition | null>(null);
  const activate = useCallback((bot: Bot) => setOpen({ kind: "activate", bot }), []);
  const deactivate = useCallback((position: UserBot) => setOpen({ kind: "deactivate", position }), []);
  // After the page is shown, so that the first press opens the dialog at once.
  useEffect(() => void loadPositionDialog().catch(() => undefined), []);
  return (
    <>
      <PageHeading title={texts.bots}>{texts.pageLead}</PageHeading>
      <ThreadFigures
        figures={[
          {
            label: texts.availableBalance,
            figure: <Money value={user.account.balance} testId="available-balance" />,
            working: texts.figureBalanceWorking,
          },
          {
            label: texts.activeBots,
            figure: (
              <span className="figure" data-testid="active-bots">
                {positions.data?.length ?? "–"}
              </span>
            ),
            working: texts.figureValueWorking,
          },
          {
            label: texts.totalInvested,
            figure: <Money value={computeWorth(user.account, positions.data).invested} testId="total-invested" />,
            working: texts.figureOwnMoneyWorking,
          },
        ]}
      />
      <div className="mt-6 grid gap-6">
        <QueryState
          query={tier}
          failedTitle={texts.packageFailedTitle}
          loading={<SkeletonRows rows={1} className="h-52" />}
        >
          {(data) => <PackageCard tier={data} />}
        </QueryState>
        <QueryState
          query={bots}
          failedTitle={texts.botsFailedTitle}
          loading={<BotSkeletons />}
          empty={<EmptyState>{texts.listEmpty}</EmptyState>}
        >
          {(catalogue) => (
            <QueryState query={positions} failedTitle={texts.positionsFailedTitle} loading={<BotSkeletons />}>
              {(own) => (
                <WithTier tier={tier}>
                  {(data) => (
                    <>
                      {/* Only its failure: the cards show everything else meanwhile. */}
                      <QueryState query={evidence} failedTitle={texts.evidenceFailedTitle} loading={null}>
                        {() => null}
                      </QueryState>
                      <BotGrid
                        bots={catalogue}
                        heading={<AllBotsHeading />}
                        evidence={evidence.data}
                        isEvidenceMissing={evidence.isError}
                        positions={own}
                        tier={data}
                        onActivate={activate}
                        onDeactivate={deactivate}
                      />
                    </>
                  )}
                </WithTier>
              )}
            </QueryState>
          )}
        </QueryState>
      </div>
      {open === null || tier.data === undefined ? null : (
        <DeferredPart
          load={loadPositionDialog}
          loading={null}
          failed={<p role="alert">{texts.dialogFailed}</p>}
          props={{
            open,
            tier: tier.data.tier,
            balance: user.account.balance,
            notices: activationNotices,
            onClose: () => setOpen(null),
          }}
        />
      )}
    </>
  );
}

/** The package card above says already that the package failed to load. */
function WithTier({
  tier,
  children,
}: {
  tier: ReturnType<typeof usePackageTier>;
  children: (data: PackageTier) => ReactNode;
}) {
  if (tier.data !== undefined) return children(tier.data);
  return tier.errorUpdateCount > 0 ? null : <BotSkeletons />;
}

function AllBotsHeading() {
  return (
    <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <h2 className="text-24">{texts.allBots}</h2>
      <p className="flex flex-wrap gap-x-6 gap-y-1">
        <TextLink href="/compare">{texts.compareBots}</TextLink>
        <TextLink href="/how-to-read">{texts.pageHowToRead}</TextLink>
      </p>
    </div>
  );
}

function BotSkeletons() {
  return (
    <div role="status" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5">
      <span className="sr-only">{texts.loading}</span>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-80 sm:h-160" />
      ))}
    </div>
  );
}
