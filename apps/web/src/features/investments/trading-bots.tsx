import { LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Money } from "../../ui/money.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { WaitingExit } from "./waiting-exit.tsx";
import { useUserBots } from "./api.ts";

export function TradingBots() {
  const positions = useUserBots();
  return (
    <Sheet title="Trading Bots">
      <QueryState
        query={positions}
        what="your bots"
        loading={<SkeletonRows rows={2} />}
        empty={
          <EmptyState action={<LinkButton href="/bots">Choose a bot</LinkButton>}>
            You have no active bots yet. Choose a bot and allocate part of your balance to it.
          </EmptyState>
        }
      >
        {(list) => (
          <ul className="-my-3 divide-y divide-line">
            {list.map((position) => (
              <li key={position.botId} className="grid grid-cols-[1fr_auto] items-center gap-x-4 py-3">
                <span className="min-w-0 truncate font-semibold">{position.name}</span>
                <Money value={position.allocatedAmount} className="text-right font-semibold" />
                <span>
                  <Tag look="gain">Active</Tag>
                </span>
                <Money value={position.runningProfit} change className="text-right text-14" />
                {position.exitPending === null ? null : (
                  <WaitingExit exit={position.exitPending} botName={position.name} className="col-span-2 mt-3" />
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Sheet>
  );
}
