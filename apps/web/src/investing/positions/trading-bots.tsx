import type { UserBot } from "@wazi/contracts";
import { Link } from "wouter";
import { LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";
import { Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { WaitingExit } from "./waiting-exit.tsx";
import { useSparklines, useUserBots } from "./api.ts";
import { computePositionWorth, computeWorthChange } from "./worth.ts";
import * as texts from "../../messages/investments.ts";

/** The investor's positions, each with its value now, its return and a line of the last week. */
export default function TradingBots() {
  const positions = useUserBots();
  const sparklines = useSparklines();
  return (
    <Sheet title={texts.tradingBots} aside={<TextLink href="/bots">{texts.seeAll}</TextLink>}>
      <QueryState
        query={positions}
        failedTitle={texts.botsFailedTitle}
        loading={<SkeletonRows rows={2} />}
        empty={
          <EmptyState action={<LinkButton href="/bots">{texts.chooseBot}</LinkButton>}>
            {texts.tradingBotsEmpty}
          </EmptyState>
        }
      >
        {(list) => (
          <ul className="-my-3 divide-y divide-line">
            {list.map((position) => (
              <li key={position.botId} className="py-1">
                <Link
                  href={`/bots/${position.botId}`}
                  className="-mx-2 grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 rounded-sm px-2 py-2 hover:bg-sunken sm:gap-x-4"
                >
                  <span className="leading-5 font-semibold sm:truncate">{position.name}</span>
                  <Sparkline values={sparklines.get(position.botId) ?? []} className="row-span-2" />
                  <Money
                    value={computePositionWorth(position)}
                    className="col-start-3 text-right font-semibold"
                    testId="bot-value"
                  />
                  <span className="col-start-1">
                    <Tag look="gain">{texts.active}</Tag>
                  </span>
                  <span
                    className="col-start-3 flex flex-wrap justify-end gap-x-2 text-right text-14 max-sm:flex-col max-sm:items-end"
                    data-testid="bot-return"
                  >
                    <Money value={position.runningProfit} change />
                    <PositionReturn position={position} />
                  </span>
                </Link>
                {position.exitPending === null ? null : (
                  <WaitingExit exit={position.exitPending} botName={position.name} className="mt-2" />
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Sheet>
  );
}

/** The gain or loss in per cent of the own money in it. */
function PositionReturn({ position }: { position: UserBot }) {
  const base = { worth: position.allocatedAmount, added: "0.00", taken: "0.00" };
  const { percent } = computeWorthChange(computePositionWorth(position), base);
  return percent === null || percent === "0.00" ? null : <PercentChange value={percent} />;
}
