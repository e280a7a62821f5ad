import type { Bot, CurrentUser } from "@wazi/contracts";
import { useParams } from "wouter";
import { chooseKeptPlan } from "../../content/bot-money.ts";
import { marketNames } from "../../content/labels.ts";
import { useBots, usePackageTier, useUserBots } from "../../investing/positions/api.ts";
import { getLockText } from "../../investing/positions/bot-lock.ts";
import { BotStatusTag, describeBills } from "../../investing/positions/bot-status.tsx";
import { OwnPosition } from "../../investing/positions/own-position.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { FeedTag, Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import { activationNotices } from "./activation-notices.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import * as texts from "../../messages/bot.ts";

const loadCosts = () => import("../../investing/costs/bot-costs-so-far.tsx");
const loadHoldings = () => import("../../trader/holdings/holdings-sheet.tsx");
const loadFills = () => import("../../trader/fills/broker-fills-part.tsx");
const loadEvidence = () => import("../../investing/evidence/evidence-sheet.tsx");
const loadRecord = () => import("./bot-record.tsx");

/** One bot: its track record, its trades and the investor's own position. */
export default function BotPage({ user }: SignedInPageProps) {
  const { id } = useParams<{ id: string }>();
  const bots = useBots();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex items-center gap-2">
          <Icon name="back" className="size-4 text-muted" />
          <TextLink href="/bots">{texts.allBots}</TextLink>
        </p>
        <TextLink href={`/compare?bots=${id}`}>{texts.pageCompare}</TextLink>
      </div>
      <QueryState query={bots} failedTitle={texts.botFailedTitle} loading={<BotLoading />}>
        {(list) => {
          const bot = list.find((each) => each.id === id);
          return bot === undefined ? <BotNotFound /> : <OneBot key={bot.id} bot={bot} user={user} />;
        }}
      </QueryState>
    </>
  );
}

function OneBot({ bot, user }: { bot: Bot; user: CurrentUser }) {
  const positions = useUserBots();
  const tier = usePackageTier();
  const bills = describeBills(bot);
  return (
    <>
      <PageHeading title={bot.name}>{bot.description}</PageHeading>
      <div className="-mt-3 mb-6 flex flex-wrap items-center gap-2 sm:-mt-5">
        <Tag>{marketNames[bot.market]}</Tag>
        {bot.market === "portfolio" ? null : <Tag>{bot.strategy}</Tag>}
        <FeedTag feed={bot.feed} />
        <BotStatusTag bot={bot} />
      </div>
      {bills === null ? null : (
        <div className="mb-6">
          <Notice>{bills}</Notice>
        </div>
      )}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)] lg:items-start">
        <div className="grid min-w-0 gap-6 lg:col-start-2 lg:row-start-1">
          <QueryState
            query={positions}
            failedTitle={texts.positionFailedTitle}
            loading={<SkeletonRows rows={1} className="h-64" />}
          >
            {(own) => (
              <QueryState
                query={tier}
                failedTitle={texts.packageFailedTitle}
                loading={<SkeletonRows rows={1} className="h-64" />}
              >
                {(data) => (
                  <OwnPosition
                    bot={bot}
                    position={own.find(({ botId }) => botId === bot.id)}
                    locked={getLockText(bot.place, data)}
                    tier={data.tier}
                    balance={user.account.balance}
                    notices={activationNotices}
                  />
                )}
              </QueryState>
            )}
          </QueryState>
          {positions.data?.some(({ botId }) => botId === bot.id) === true ? (
            <DeferredPart
              load={loadCosts}
              props={{ botId: bot.id }}
              loading={<Skeleton className="h-64" />}
              failed={<PartFailed title={texts.costsFailedTitle} />}
            />
          ) : null}
        </div>
        <div className="grid min-w-0 gap-6 lg:col-start-1 lg:row-start-1">
          <DeferredPart
            load={loadEvidence}
            props={{ botId: bot.id, keptPlan: tier.data === undefined ? null : chooseKeptPlan(bot.place, tier.data) }}
            loading={<Skeleton className="h-160" />}
            failed={<PartFailed title={texts.evidenceFailedTitle} />}
          />
          <DeferredPart
            load={loadHoldings}
            props={{ bot }}
            loading={<Skeleton className="h-160" />}
            failed={<PartFailed title={texts.holdingsFailedTitle} />}
          />
          {bot.feed === "live" && !bot.isPaperOnly ? (
            <DeferredPart
              load={loadFills}
              props={{ bot }}
              loading={<Skeleton className="h-96" />}
              failed={<PartFailed title={texts.fillsFailedTitle} />}
            />
          ) : null}
          <DeferredPart
            load={loadRecord}
            props={{ bot }}
            loading={<Skeleton className="h-160" />}
            failed={<PartFailed title={texts.recordFailedTitle} />}
          />
        </div>
      </div>
    </>
  );
}

function PartFailed({ title }: { title: string }) {
  return (
    <Notice look="danger" role="alert" title={title}>
      <p>{texts.partFailed}</p>
      <Button look="secondary" className="mt-3" onClick={() => window.location.reload()}>
        {texts.tryAgain}
      </Button>
    </Notice>
  );
}

function BotNotFound() {
  return (
    <>
      <PageHeading title={texts.notFoundTitle} />
      <EmptyState action={<LinkButton href="/bots">{texts.notFoundAllBots}</LinkButton>}>
        {texts.notFoundText}
      </EmptyState>
    </>
  );
}

function BotLoading() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-11 w-64 max-w-full" />
      <Skeleton className="h-160" />
    </div>
  );
}
