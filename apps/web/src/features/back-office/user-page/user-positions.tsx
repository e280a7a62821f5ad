import type { AdminPosition, AdminUserDetail } from "@wazi/contracts";
import { marketNames } from "../../../content/labels.ts";
import { toCents } from "../../../lib/cents.ts";
import { formatDay } from "../../../lib/format-date.ts";
import { Money } from "../../../ui/money.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { formatUtc } from "../display/format-age.ts";
import { Panel } from "../display/panel.tsx";
import type { RecordColumn } from "../records/record-columns.ts";
import { RecordTable } from "../records/record-table.tsx";

type Exit = AdminUserDetail["waitingExits"][number];
type Row = AdminPosition & { id: string; exit: Exit | undefined };

const columns: readonly RecordColumn<Row>[] = [
  {
    id: "bot",
    heading: "Bot",
    wraps: true,
    cell: ({ botId, name, market }) => (
      <>
        <TextLink href={`/bots/${botId}`}>{name}</TextLink> <span className="text-muted">{marketNames[market]}</span>
      </>
    ),
  },
  {
    id: "since",
    heading: "Since",
    width: "md:w-28",
    minScreen: "2xl",
    cell: ({ activatedAt }) => (
      <time dateTime={activatedAt} title={formatUtc(activatedAt)}>
        {formatDay(activatedAt)}
      </time>
    ),
  },
  {
    id: "own",
    heading: "Own money",
    align: "right",
    width: "md:w-25 lg:w-30",
    cell: ({ allocatedAmount }) => <Money value={allocatedAmount} />,
  },
  {
    id: "value",
    heading: "Value",
    align: "right",
    width: "md:w-25 lg:w-30",
    cell: ({ value }) => <Money value={value} />,
  },
  {
    id: "profit",
    heading: "Running profit",
    align: "right",
    width: "md:w-28 lg:w-32",
    cell: ({ runningProfit }) => <Money value={runningProfit} change />,
  },
  {
    id: "loss",
    heading: "Loss carried",
    align: "right",
    width: "md:w-24 lg:w-28",
    cell: ({ lossCarried }) =>
      toCents(lossCarried) === 0n ? <span className="text-muted">none</span> : <Money value={lossCarried} />,
  },
  {
    id: "share",
    heading: "Share",
    align: "right",
    width: "md:w-15",
    cell: ({ userSharePct }) => <span className="figure">{userSharePct}%</span>,
  },
  {
    id: "state",
    heading: "Price",
    width: "md:w-24 lg:w-44",
    cell: ({ fresh, exit }) => (
      <span className="flex flex-wrap justify-end gap-1.5 py-0.5 md:justify-start">
        {fresh ? (
          <Tag>Current</Tag>
        ) : (
          <Tag
            look="wait"
            title="A trade is open but no current price is available. The value uses the last known price."
          >
            Outdated
          </Tag>
        )}
        {exit === undefined ? null : <Tag look="wait">Exit waiting</Tag>}
      </span>
    ),
  },
];

/** Without carried losses, a narrow screen leaves out their column. */
const columnsWithoutLoss = columns.map((column) =>
  column.id === "loss" ? { ...column, minScreen: "lg" as const } : column,
);

/** The bots that hold the user's money, with its current value. */
export function UserPositions({ detail }: { detail: AdminUserDetail }) {
  const { positions, waitingExits } = detail;
  const rows = positions.map((position) => ({
    ...position,
    id: position.botId,
    exit: waitingExits.find(({ botId }) => botId === position.botId),
  }));
  const hasLoss = positions.some(({ lossCarried }) => toCents(lossCarried) !== 0n);
  return (
    <Panel title="Positions" aside={<span className="text-14 text-muted">{formatBotCount(rows.length)}</span>}>
      {rows.length === 0 ? (
        <p className="text-14 text-muted">No active positions.</p>
      ) : (
        <RecordTable label="Positions" columns={hasLoss ? columns : columnsWithoutLoss} rows={rows} />
      )}
    </Panel>
  );
}

function formatBotCount(count: number): string {
  return `${count} ${count === 1 ? "bot" : "bots"}`;
}
