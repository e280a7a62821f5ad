import { formatAmount, type Bot, type BotCosts, type EvidenceHeadline, type TrackRecord } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { marketNames } from "../../content/labels.ts";
import { verdictNames } from "../../content/verdicts.ts";
import { describePair, findPair, useBotCorrelations } from "../../proofs/track-records/correlations.ts";
import {
  formatCost,
  formatInterval,
  formatSigned,
  formatStatistic,
  formatYearRange,
  formatYears,
} from "../../lib/format-statistic.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import * as texts from "../../messages/compare.ts";

/** A bot with everything that is known about it so far. */
export interface ComparedBot {
  bot: Bot;
  /** Undefined while it loads; null without a record. */
  headline: EvidenceHeadline | null | undefined;
  record: TrackRecord | undefined;
  costs: BotCosts | undefined;
}

interface FigureRow {
  name: string;
  /** Its place on the page "How to read this". */
  about?: string;
  read: (compared: ComparedBot) => string | null | undefined;
}

const signed = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : formatSigned(value);
const share = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : `${formatStatistic(value * 100, 0)}%`;

const evidenceRows: readonly FigureRow[] = [
  { name: texts.verdict, about: "verdict", read: ({ headline }) => headline && verdictNames[headline.verdict] },
  {
    name: texts.rowSharpe,
    about: "sharpe",
    read: ({ headline }) => headline?.sharpe && formatInterval(headline.sharpe),
  },
  {
    name: texts.rowOverCash,
    about: "excess-return",
    read: ({ headline }) => signed(headline?.excessReturnPct?.value),
  },
  { name: texts.deepestFall, about: "drawdown", read: ({ headline }) => signed(headline?.maxDrawdownPct?.value) },
  {
    name: texts.yearsMissing,
    about: "years",
    read: ({ headline }) => {
      const years = headline?.yearsMissing;
      return years === null || years === undefined ? null : years === 0 ? texts.none : formatYears(years);
    },
  },
  { name: texts.deflatedSharpe, about: "deflated", read: ({ headline }) => share(headline?.deflatedSharpe) },
  { name: texts.overfitting, about: "overfitting", read: ({ headline }) => share(headline?.overfittingProbability) },
  {
    name: texts.rowCosts,
    about: "costs",
    read: ({ headline }) => {
      const costs = headline?.costsPct;
      return costs === null || costs === undefined ? null : formatCost(costs);
    },
  },
  { name: texts.trades, read: ({ headline }) => headline?.trades.toLocaleString("en-US") },
  {
    name: texts.realPrices,
    about: "backtest",
    read: ({ headline }) => headline && formatYearRange(headline.from, headline.to),
  },
];

const ownRows: readonly FigureRow[] = [
  {
    name: texts.returnLabel,
    about: "return",
    read: ({ record }) => (record?.closedTrades ? signed(Number(record.returnPct)) : null),
  },
  { name: texts.winRate, about: "win-rate", read: ({ record }) => record?.winRatePct && `${record.winRatePct}%` },
  { name: texts.closedTrades, about: "own-record", read: ({ record }) => record?.closedTrades.toLocaleString("en-US") },
  { name: texts.maxDrawdown, about: "drawdown", read: ({ record }) => record && `${record.maxDrawdownPct}%` },
  {
    name: texts.rowBuyAndHold,
    about: "buy-and-hold",
    read: ({ record }) => record?.buyAndHoldPct && signed(Number(record.buyAndHoldPct)),
  },
];

const costRows: readonly FigureRow[] = [
  { name: texts.costs, about: "costs", read: ({ costs }) => costs?.total && `$${formatAmount(costs.total)}` },
  {
    name: texts.countedOver,
    read: ({ costs }) => ((costs?.days ?? null) === null ? null : texts.rowDays({ days: String(costs?.days) })),
  },
  {
    name: texts.source,
    about: "backtest",
    read: ({ costs }) => costs && { own: texts.ownTrades, backtest: "BACKTEST", none: null }[costs.source],
  },
];

/** The figures of the compared bots side by side. */
export function CompareTables({ compared }: { compared: readonly ComparedBot[] }) {
  const feed = compared[0]?.bot.feed;
  return (
    <>
      <Part title={texts.evidence} aside={<BacktestTag />} rows={evidenceRows} compared={compared} />
      <Part
        title={texts.sourceOwn}
        aside={feed === undefined ? undefined : <FeedTag feed={feed} />}
        rows={ownRows}
        compared={compared}
      />
      <Part title={texts.tableCostsTitle} rows={costRows} compared={compared} />
      {compared.length < 2 ? null : <Correlations compared={compared} />}
    </>
  );
}

/** How much the compared bots move together: near 1, they win and lose on the same days. */
function Correlations({ compared }: { compared: readonly ComparedBot[] }) {
  const all = useBotCorrelations().data;
  return (
    <Part
      title={texts.tableCorrelationsTitle}
      rows={compared.map(({ bot }) => ({
        name: bot.name,
        read: ({ bot: other }) => (other.id === bot.id ? "1.00" : all && describePair(findPair(all, bot.id, other.id))),
      }))}
      compared={compared}
    >
      <p className="mt-3 text-14 text-muted">
        {texts.tableCorrelationsLead({
          all: all === undefined ? "" : texts.tableCorrelationsMissing({ minDays: all.minDays }),
        })}
      </p>
    </Part>
  );
}

function Part({
  title,
  aside,
  rows,
  compared,
  children,
}: {
  title: string;
  aside?: ReactNode;
  rows: readonly FigureRow[];
  compared: readonly ComparedBot[];
  /** Below the table. */
  children?: ReactNode;
}) {
  return (
    <Sheet title={title} aside={aside}>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={texts.tablePartLabel({ title })}>
        <table className="compare-table text-14">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{texts.figure}</span>
              </th>
              {compared.map(({ bot }) => (
                <th key={bot.id} scope="col">
                  <Link href={`/bots/${bot.id}`} className="underline-offset-4 hover:text-primary hover:underline">
                    {bot.name}
                  </Link>
                  <span className="block font-normal text-muted">{marketNames[bot.market]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, about, read }) => (
              <tr key={name}>
                <th scope="row">
                  {about === undefined ? (
                    name
                  ) : (
                    <a
                      href={`/how-to-read#${about}`}
                      className="underline decoration-dotted underline-offset-4 hover:text-ink"
                    >
                      {name}
                    </a>
                  )}
                </th>
                {compared.map((each) => (
                  <td key={each.bot.id} className="figure">
                    {read(each) ?? "–"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {children}
    </Sheet>
  );
}
