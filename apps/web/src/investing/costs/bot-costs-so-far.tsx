import { costKinds, type UserCosts } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Money } from "../../ui/money.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useUserCosts } from "./api.ts";
import { costNames } from "./costs-text.ts";
import * as texts from "../../messages/costs.ts";

/** The cost of one bot's trading and of Wazi's share for the investor so far. */
export default function BotCostsSoFar({ botId }: { botId: string }) {
  const costs = useUserCosts();
  return (
    <Sheet title={texts.botTitle} aside={<TextLink href="/fees">{texts.fees}</TextLink>}>
      <QueryState
        query={costs}
        failedTitle={texts.costsFailedTitle}
        loading={<SkeletonRows rows={4} className="h-5" />}
      >
        {({ bots }) => {
          const own = bots.find((bot) => bot.botId === botId);
          return own === undefined || own.trades === 0 ? (
            <p className="text-14 text-muted">{texts.botEmpty}</p>
          ) : (
            <Costs costs={own} />
          );
        }}
      </QueryState>
    </Sheet>
  );
}

function Costs({ costs }: { costs: UserCosts["bots"][number] }) {
  const { trades, tradesWithoutCosts, kinds, total, profitShare } = costs;
  return (
    <div className="grid gap-3 text-14" data-testid="bot-costs">
      <dl className="grid gap-1">
        {costKinds.map((kind) => (
          <Row key={kind} term={costNames[kind]}>
            <Money value={kinds.find((each) => each.kind === kind)?.cash} />
          </Row>
        ))}
        <Row term={texts.botTradingCosts({ trades: trades.toLocaleString("en-US"), trades2: trades })} isTotal>
          <Money value={total} testId="bot-costs-total" />
        </Row>
        <Row term={texts.botProfitShare}>
          <Money value={profitShare} testId="bot-profit-share" />
        </Row>
      </dl>
      <p className="text-muted">
        {texts.botIncluded({
          part:
            tradesWithoutCosts === 0
              ? null
              : `${texts.botNotRecorded({ tradesWithoutCosts: tradesWithoutCosts.toLocaleString("en-US") })} `,
          link: (text) => <TextLink href="/how-wazi-earns">{text}</TextLink>,
        })}
      </p>
    </div>
  );
}

function Row({ term, isTotal = false, children }: { term: ReactNode; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className={isTotal ? "font-semibold" : "text-muted"}>{term}</dt>
      <dd className={isTotal ? "text-right font-semibold" : "text-right"}>{children}</dd>
    </div>
  );
}
