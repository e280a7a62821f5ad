import type { AdminPosition, AdminUserDetail } from "@wazi/contracts";
import { marketNames } from "../../../content/labels.ts";
import { toCents } from "../../../lib/cents.ts";
import { formatDay } from "../../../lib/format-date.ts";
import { Money } from "../../../ui/money.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { formatUtc } from "../../../office/display/age.tsx";
import { Panel } from "../../../office/display/panel.tsx";
import type { RecordColumn } from "../../../office/records/record-columns.ts";
import { RecordTable } from "../../../office/records/record-table.tsx";
import * as texts from "../../../messages/admin-user-page.ts";

type Exit = AdminUserDetail["waitingExits"][number];
type Row = AdminPosition & { id: string; exit: Exit | undefined };

const columns: readonly RecordColumn<Row>[] = [
  {
    id: "bot",
    heading: texts.bot,
    wraps: true,
    cell: ({ botId, name, market }) => (
      <>
        <TextLink href={`/bots/${botId}`}>{name}</TextLink> <span className="text-muted">{marketNames[market]}</span>
      </>
    ),
  },
  {
    id: "since",
    heading: texts.since,
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
    heading: texts.ownMoney,
    align: "right",
    width: "md:w-25 lg:w-30",
    cell: ({ allocatedAmount }) => <Money value={allocatedAmount} />,
  },
  {
    id: "value",
    heading: texts.value,
    align: "right",
    width: "md:w-25 lg:w-30",
    cell: ({ value }) => <Money value={value} />,
  },
  {
    id: "profit",
    heading: texts.runningProfit,
    align: "right",
    width: "md:w-28 lg:w-32",
    cell: ({ runningProfit, interest }) => (
      <>
        <Money value={runningProfit} change />
        {toCents(interest) === 0n ? null : (
          <span className="block text-14 text-muted">
            {texts.interestPart({ interest: <Money value={interest} /> })}
          </span>
        )}
      </>
    ),
  },
  {
    id: "loss",
    heading: texts.lossCarried,
    align: "right",
    width: "md:w-24 lg:w-28",
    cell: ({ lossCarried }) =>
      toCents(lossCarried) === 0n ? <span className="text-muted">{texts.none}</span> : <Money value={lossCarried} />,
  },
  {
    id: "share",
    heading: texts.share,
    align: "right",
    width: "md:w-15",
    cell: ({ userSharePct, shareAbove }) => (
      <>
        <span className="figure">{userSharePct}%</span>
        {shareAbove === "bills" ? <span className="block text-14 text-muted">{texts.shareAboveBills}</span> : null}
      </>
    ),
  },
  {
    id: "state",
    heading: texts.price,
    width: "md:w-24 lg:w-44",
    cell: ({ fresh, exit }) => (
      <span className="flex flex-wrap justify-end gap-1.5 py-0.5 md:justify-start">
        {fresh ? (
          <Tag>{texts.current}</Tag>
        ) : (
          <Tag look="wait" title={texts.positionStaleTitle}>
            {texts.outdated}
          </Tag>
        )}
        {exit === undefined ? null : <Tag look="wait">{texts.exitWaiting}</Tag>}
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
    <Panel title={texts.positions} aside={<span className="text-14 text-muted">{formatBotCount(rows.length)}</span>}>
      {rows.length === 0 ? (
        <p className="text-14 text-muted">{texts.positionsNone}</p>
      ) : (
        <RecordTable label={texts.positions} columns={hasLoss ? columns : columnsWithoutLoss} rows={rows} />
      )}
    </Panel>
  );
}

function formatBotCount(count: number): string {
  return texts.botCount({ count });
}
