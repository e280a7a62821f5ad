import { costKinds, type UserCosts } from "@wazi/contracts";
import { toCents } from "../../lib/cents.ts";
import { formatDay } from "../../lib/format-date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Money } from "../../ui/money.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Table, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ThreadFigures } from "../../ui/thread-figures.tsx";
import { useUserCosts } from "./api.ts";
import { costNames, describeCostShare } from "./costs-text.ts";
import * as texts from "../../messages/costs.ts";

/** The investor's costs of all closed trades so far, with and without. */
export default function CostsSheet() {
  const costs = useUserCosts();
  return (
    <Sheet
      title={texts.sheetTitle}
      aside={
        <span className="flex flex-wrap gap-x-4">
          <TextLink href="/fees">{texts.fees}</TextLink>
          <TextLink href="/how-to-read#costs">{texts.howToReadLink}</TextLink>
        </span>
      }
    >
      <QueryState query={costs} failedTitle={texts.costsFailedTitle} loading={<SkeletonRows rows={3} />}>
        {(data) =>
          data.since === null || data.trades === 0 ? (
            <EmptyState>{texts.sheetEmpty}</EmptyState>
          ) : (
            <Costs costs={data} since={data.since} />
          )
        }
      </QueryState>
    </Sheet>
  );
}

function Costs({ costs, since }: { costs: UserCosts; since: string }) {
  const share = describeCostShare(costs);
  return (
    <div className="grid gap-5" data-testid="user-costs">
      <p className="text-14 text-muted">
        {texts.sheetLead({
          trades: costs.trades.toLocaleString("en-US"),
          trades2: costs.trades,
          since: formatDay(since),
          share: share === null ? "" : ` ${share}`,
        })}
      </p>
      <ThreadFigures
        figures={[
          {
            label: texts.sheetBeforeCosts,
            figure: <Money value={costs.resultWithoutCosts} change testId="result-without-costs" />,
            working: texts.sheetBeforeCostsWorking,
          },
          {
            label: texts.costs,
            figure: <Money value={costs.total} testId="costs-so-far" />,
            working: <Kinds costs={costs} />,
          },
          {
            label: texts.sheetAfterCosts,
            figure: <Money value={costs.result} change testId="result-after-costs" />,
            working: <>{texts.sheetShareNote({ profitShare: <Money value={costs.profitShare} /> })}</>,
          },
        ]}
      />
      {toCents(costs.interest) === 0n ? null : (
        <p className="text-14">
          {texts.sheetInterest({ interest: <Money value={costs.interest} testId="interest-so-far" /> })}
        </p>
      )}
      {costs.bots.length < 2 ? null : (
        <Table label={texts.sheetTableLabel} columns={columns} rows={costs.bots.map(toRow)} />
      )}
      {costs.tradesWithoutCosts === 0 ? null : (
        <p className="text-14 text-muted">
          {texts.sheetNotRecorded({
            tradesWithoutCosts: costs.tradesWithoutCosts.toLocaleString("en-US"),
          })}
        </p>
      )}
    </div>
  );
}

function Kinds({ costs }: { costs: Pick<UserCosts, "kinds"> }) {
  return (
    <div className="grid gap-0.5">
      {costKinds.map((kind) => (
        <p key={kind} className="flex justify-between gap-4 lg:max-w-72">
          <span>{costNames[kind]}</span>
          <Money value={costs.kinds.find((each) => each.kind === kind)?.cash} className="font-medium text-ink" />
        </p>
      ))}
    </div>
  );
}

type BotRow = UserCosts["bots"][number] & { id: string };

const toRow = (bot: UserCosts["bots"][number]): BotRow => ({ ...bot, id: bot.botId });

const columns: readonly Column<BotRow>[] = [
  { heading: texts.bot, cell: ({ botName }) => <span className="font-semibold">{botName}</span> },
  {
    heading: texts.trades,
    cell: ({ trades }) => <span className="figure">{trades.toLocaleString("en-US")}</span>,
    align: "right",
  },
  {
    heading: texts.withoutCosts,
    cell: ({ resultWithoutCosts }) => <Money value={resultWithoutCosts} change />,
    align: "right",
  },
  { heading: texts.costs, cell: ({ total }) => <Money value={total} />, align: "right" },
  { heading: texts.afterCosts, cell: ({ result }) => <Money value={result} change />, align: "right" },
];
