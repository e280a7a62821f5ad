import type { Bot, BrokerFill, BrokerFills } from "@wazi/contracts";
import type { ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { formatDay, formatDayAndTime, formatTime } from "../../lib/format-date.ts";
import { useWideScreen } from "../../lib/use-wide-screen.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { InfoList } from "../../ui/info-list.tsx";
import { MoreDetails } from "../../ui/more-details.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import * as texts from "../../messages/broker-fills.ts";
import { useBrokerFills } from "./api.ts";

/** A live bot's trades beside what its broker filled, with the sum of the differences. */
export default function BrokerFillsPart({ bot }: { bot: Bot }) {
  const fills = useBrokerFills(bot.id);
  return (
    <Sheet title={texts.title} className="rests-behind-dialog">
      <QueryState query={fills} failedTitle={texts.failedTitle} loading={<SkeletonRows rows={4} className="h-12" />}>
        {({ pages }) => {
          const [newest] = pages;
          if (newest === undefined || newest.broker === null) return <EmptyState>{texts.emptyOnPaper}</EmptyState>;
          const items = pages.flatMap((page) => page.items);
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5" data-testid="broker-fills">
              {newest.broker.isPractice ? <Notice>{texts.practice}</Notice> : null}
              {items.length === 0 ? <EmptyState>{texts.empty}</EmptyState> : <Sum data={newest} />}
              {items.length === 0 ? null : <Fills fills={items} />}
              {fills.hasNextPage ? (
                <Button
                  look="secondary"
                  className="w-full"
                  pending={fills.isFetchingNextPage}
                  pendingLabel={texts.loading}
                  onClick={() => void fills.fetchNextPage()}
                >
                  {texts.showMore}
                </Button>
              ) : null}
              {items.length === 0 ? null : <HowWeCompare />}
            </div>
          );
        }}
      </QueryState>
    </Sheet>
  );
}

function Sum({ data: { broker, sum, since, isComplete } }: { data: BrokerFills }) {
  const direction = Math.sign(Number(sum.difference));
  const meaning = direction > 0 ? texts.sumBetter : direction < 0 ? texts.sumWorse : texts.sumSame;
  return (
    <div className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-8">
      <div>
        <p className="text-14 text-muted">{texts.sumTitle}</p>
        <p className="text-24 font-semibold">
          <Difference value={sum.difference} testId="fills-sum" />
        </p>
        <p className="text-14 text-muted">
          {sum.fills === 0 || since === null
            ? texts.sumNone
            : texts.sumFills({ count: sum.fills, since: formatDay(since) })}
        </p>
      </div>
      <div className="grid max-w-[60ch] content-start gap-1.5 text-14 text-muted">
        <p>{broker?.isPractice === true ? texts.leadPractice : texts.lead}</p>
        {sum.fills === 0 ? null : <p>{meaning}</p>}
        <p>{describeFees(sum)}</p>
        {isComplete ? null : <p>{texts.cut}</p>}
      </div>
    </div>
  );
}

function describeFees({ fees, fillsWithoutFee }: BrokerFills["sum"]): string {
  const paid = Number(fees) === 0 ? null : texts.feesPaid({ fees: `$${fees}` });
  const open = fillsWithoutFee === 0 ? null : texts.feesUnknown({ count: fillsWithoutFee });
  return [paid, open].filter((text) => text !== null).join(" ") || texts.feesNone;
}

const DASH = "–";

/** Finer than prices elsewhere, so that a reader can compute the difference. */
const formatFinePrice = (price: string | null): string =>
  price === null ? DASH : Number(price).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 5 });

const causes: Readonly<Record<BrokerFill["cause"], string>> = {
  opened: texts.causeOpened,
  closed: texts.causeClosed,
  "money-in": texts.causeMoneyIn,
  "money-out": texts.causeMoneyOut,
  unmatched: texts.causeUnmatched,
};

const statuses: Readonly<Record<Exclude<BrokerFill["status"], "filled">, string>> = {
  offset: texts.statusOffset,
  waiting: texts.statusWaiting,
  unknown: texts.statusUnknown,
  refused: texts.statusRefused,
  lost: texts.statusLost,
  "not-ordered": texts.statusNotOrdered,
};

const columns: readonly Column<BrokerFill>[] = [
  { heading: texts.time, cell: (fill) => <FillTime {...fill} /> },
  {
    heading: texts.trade,
    cell: (fill) => (
      <span className="lg:whitespace-nowrap">
        <SymbolAndSide {...fill} />
        <span className="block text-12 text-muted">{causes[fill.cause]}</span>
        {fill.isShared ? <span className="block text-12 text-muted">{texts.shared}</span> : null}
      </span>
    ),
  },
  { heading: texts.quantity, cell: (fill) => <Quantity {...fill} />, align: "right" },
  {
    heading: texts.recordedPrice,
    cell: ({ recordedPrice }) => <span className="figure">{formatFinePrice(recordedPrice)}</span>,
    align: "right",
  },
  { heading: texts.brokerPrice, cell: (fill) => <BrokerPrice {...fill} />, align: "right" },
  { heading: texts.difference, cell: ({ difference }) => <Difference value={difference} />, align: "right" },
];

/** A table where it fits, else three lines for each fill. */
function Fills({ fills }: { fills: readonly BrokerFill[] }) {
  const isWide = useWideScreen();
  if (isWide) return <Table label={texts.label} columns={columns} rows={fills} />;
  return (
    <ul aria-label={texts.label} className="divide-y divide-line border-t border-line">
      {fills.map((fill) => (
        <li key={fill.id} className="grid gap-1 py-3" data-testid="fill">
          <div className="flex items-start justify-between gap-3">
            <p>
              <SymbolAndSide {...fill} />
              <span className="block text-12 text-muted">
                {causes[fill.cause]}
                {fill.isShared ? `, ${texts.sharedInline}` : null}
              </span>
            </p>
            <p className="shrink-0 text-right font-semibold">
              <Difference value={fill.difference} />
              <span className="block text-12 font-normal text-muted">
                <FillTime {...fill} />
              </span>
            </p>
          </div>
          <dl className="grid grid-cols-3 gap-3 text-12">
            <Fact name={texts.quantity}>
              <Quantity {...fill} />
            </Fact>
            <Fact name={texts.recordedPrice}>
              <span className="figure">{formatFinePrice(fill.recordedPrice)}</span>
            </Fact>
            <Fact name={texts.brokerPrice}>
              <BrokerPrice {...fill} />
            </Fact>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="last:text-right">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function SymbolAndSide({ symbol, side }: Pick<BrokerFill, "symbol" | "side">) {
  return (
    <>
      <span className="font-semibold">{symbol}</span>{" "}
      <span className="text-muted">{side === "buy" ? texts.sideBuy : texts.sideSell}</span>
    </>
  );
}

function BrokerPrice({ status, brokerPrice }: Pick<BrokerFill, "status" | "brokerPrice">) {
  if (status === "filled") return <span className="figure">{formatFinePrice(brokerPrice)}</span>;
  return <span className="text-muted">{statuses[status]}</span>;
}

/** When the broker filled it, and below it when the bot recorded it where that is not the same minute. */
function FillTime({ filledAt, recordedAt }: Pick<BrokerFill, "filledAt" | "recordedAt">) {
  const at = filledAt ?? recordedAt;
  if (at === null) return DASH;
  const shown = formatDayAndTime(at);
  const recorded = recordedAt === null ? shown : formatDayAndTime(recordedAt);
  return (
    <>
      <time dateTime={at}>
        <span className="lg:block lg:whitespace-nowrap">{formatDay(at)}</span>
        <span className="lg:hidden">, </span>
        {formatTime(at)}
      </time>
      {recordedAt === null || recorded === shown ? null : (
        <span className="block text-12 text-muted">
          {texts.recordedAt({ at: <time dateTime={recordedAt}>{recorded}</time> })}
        </span>
      )}
    </>
  );
}

const QUANTITY_PLACES = 6;
const formatQuantity = (value: string): string =>
  Number(value).toLocaleString("en-US", { maximumFractionDigits: QUANTITY_PLACES });

function Quantity({ quantity, recordedQuantity }: Pick<BrokerFill, "quantity" | "recordedQuantity">) {
  const shown = formatQuantity(quantity);
  const recorded = recordedQuantity === null ? shown : formatQuantity(recordedQuantity);
  return (
    <span className="figure">
      {shown}
      {recorded === shown ? null : (
        <span className="block text-12 text-muted">{texts.quantityOf({ quantity: recorded })}</span>
      )}
    </span>
  );
}

/** Dollars with four decimals, because the differences of small orders are less than a cent. */
function Difference({ value, testId }: { value: string | null; testId?: string }) {
  if (value === null) return <span className="font-normal text-muted">{DASH}</span>;
  const direction = Math.sign(Number(value));
  const [whole = "0", fraction = ""] = value.replace("-", "").split(".");
  return (
    <data
      value={value}
      data-testid={testId}
      className={classNames("figure whitespace-nowrap", direction > 0 && "text-gain", direction < 0 && "text-loss")}
    >
      {direction > 0 ? "+" : direction < 0 ? "−" : ""}${Number(whole).toLocaleString("en-US")}.{fraction}
    </data>
  );
}

function HowWeCompare() {
  return (
    <MoreDetails label={texts.how}>
      <InfoList
        items={[
          texts.howDifference,
          texts.howRecorded,
          texts.howShared,
          texts.howOffset,
          texts.howLots,
          texts.howMoney,
        ]}
      />
    </MoreDetails>
  );
}
