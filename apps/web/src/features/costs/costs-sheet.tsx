import { costKinds, type UserCosts } from "@wazi/contracts";
import { formatDay } from "../../lib/format-date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Money } from "../../ui/money.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Table, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ThreadFigures } from "../../ui/thread-figures.tsx";
import { useUserCosts } from "./api.ts";
import { costNames, describeCostShare } from "./costs-text.ts";

/** The investor's costs of all closed trades so far, with and without. */
export default function CostsSheet() {
  const costs = useUserCosts();
  return (
    <Sheet title="What trading has cost you" aside={<TextLink href="/how-to-read#costs">How to read this</TextLink>}>
      <QueryState query={costs} what="your costs" loading={<SkeletonRows rows={3} />}>
        {(data) =>
          data.since === null || data.trades === 0 ? (
            <EmptyState>No closed trades yet. The costs of your bots&apos; trades will appear here.</EmptyState>
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
        Your part of {costs.trades.toLocaleString("en-US")} closed {costs.trades === 1 ? "trade" : "trades"} since{" "}
        {formatDay(since)}, all bots together.{share === null ? "" : ` ${share}`}
      </p>
      <ThreadFigures
        figures={[
          {
            label: "Result without costs",
            figure: <Money value={costs.resultWithoutCosts} change testId="result-without-costs" />,
            working: "What prices alone did",
          },
          {
            label: "Costs",
            figure: <Money value={costs.total} testId="costs-so-far" />,
            working: <Kinds costs={costs} />,
          },
          {
            label: "Result after costs",
            figure: <Money value={costs.result} change testId="result-after-costs" />,
            working: (
              <>
                Before the profit share. Wazi has taken <Money value={costs.profitShare} /> of profits so far.
              </>
            ),
          },
        ]}
      />
      {costs.bots.length < 2 ? null : <Table label="Costs by bot" columns={columns} rows={costs.bots.map(toRow)} />}
      {costs.tradesWithoutCosts === 0 ? null : (
        <p className="text-14 text-muted">
          The costs of {costs.tradesWithoutCosts.toLocaleString("en-US")} older trades were not recorded and are not
          counted.
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
  { heading: "Bot", cell: ({ botName }) => <span className="font-semibold">{botName}</span> },
  {
    heading: "Trades",
    cell: ({ trades }) => <span className="figure">{trades.toLocaleString("en-US")}</span>,
    align: "right",
  },
  {
    heading: "Without costs",
    cell: ({ resultWithoutCosts }) => <Money value={resultWithoutCosts} change />,
    align: "right",
  },
  { heading: "Costs", cell: ({ total }) => <Money value={total} />, align: "right" },
  { heading: "After costs", cell: ({ result }) => <Money value={result} change />, align: "right" },
];
