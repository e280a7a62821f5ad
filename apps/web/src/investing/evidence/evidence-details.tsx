import type { BotEvidence, EvidenceKeep, EvidenceMoney, EvidencePeriod, SeriesEvidence } from "@wazi/contracts";
import type { ReactNode } from "react";
import { describeTerms, formatDollars, type KeptPlan } from "../../content/bot-money.ts";
import { findPlan } from "../../content/plans.ts";
import { formatDay } from "../../lib/format-date.ts";
import {
  formatCost,
  formatInterval,
  formatRange,
  formatSigned,
  formatStatistic,
  formatYearRange,
  formatYears,
} from "../../lib/format-statistic.ts";
import { useTakesShareAboveBills } from "../../lib/public-settings.ts";
import { RangeBar } from "../../ui/range-bar.tsx";
import { Table, type Column } from "../../ui/table.tsx";
import { describeCouldNotBuy, describeRegistration, describeSharpe } from "./evidence-text.ts";
import * as texts from "../../messages/evidence.ts";

const MISSING = "–";
const percent = (value: number | null): string => (value === null ? MISSING : formatSigned(value));
const ratio = (value: number | null): string => (value === null ? MISSING : formatStatistic(value));

interface NamedRow {
  id: string;
  name: string;
  /** Below the name. */
  note?: string;
  cells: readonly string[];
}

export function FigureTable({
  label,
  headings,
  rows,
}: {
  label: string;
  headings: readonly string[];
  rows: NamedRow[];
}) {
  const columns: Column<NamedRow>[] = [
    {
      heading: label,
      cell: ({ name, note }) => (
        <>
          <span className="font-semibold">{name}</span>
          {note === undefined ? null : <span className="block text-muted">{note}</span>}
        </>
      ),
    },
    ...headings.map((heading, index): Column<NamedRow> => {
      return { heading, cell: ({ cells }) => <span className="figure">{cells[index]}</span>, align: "right" };
    }),
  ];
  return <Table label={label} columns={columns} rows={rows} />;
}

/** The bot beside buy and hold and cash, per year. */
export function Benchmarks({ evidence: { botName, headline, benchmarks } }: { evidence: BotEvidence }) {
  const { buyAndHold, cash } = benchmarks;
  const own = {
    returnPct: headline.returnPct,
    sharpe: headline.sharpe?.value ?? null,
    maxDrawdownPct: headline.maxDrawdownPct?.value ?? null,
  };
  const rows = [
    { id: "bot", name: botName, figures: own },
    { id: "held", name: texts.buyAndHold, figures: buyAndHold },
    { id: "cash", name: texts.cash, figures: cash },
  ];
  return (
    <>
      <FigureTable
        label={texts.benchmarksLabel}
        headings={[texts.benchmarksReturn, texts.sharpeRatio, texts.deepestFall]}
        rows={rows.map(({ id, name, figures }) => ({
          id,
          name,
          cells: [percent(figures.returnPct), ratio(figures.sharpe), percent(figures.maxDrawdownPct)],
        }))}
      />
      <p className="mt-3 text-14 text-muted">
        {texts.benchmarksExplained({
          cashSource: benchmarks.cashSource,
          part:
            headline.sharpeBeforeCash === null
              ? null
              : texts.benchmarksBeforeCash({ sharpeBeforeCash: formatInterval(headline.sharpeBeforeCash) }),
        })}
      </p>
    </>
  );
}

export function Details({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-line">
      <summary className="flex min-h-13 items-center justify-between gap-4 font-semibold hover:text-primary">
        {title}
        <span aria-hidden="true" className="question-sign text-24 font-normal text-muted">
          +
        </span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-1 pb-6">{children}</div>
    </details>
  );
}

/** $1,000 on the reader's plan over several times, and over the whole record on each plan. */
export function Keeps({
  money,
  keeps,
  keptPlan,
}: {
  money: EvidenceMoney;
  keeps: readonly EvidenceKeep[];
  keptPlan: KeptPlan;
}) {
  const isAboveBills = useTakesShareAboveBills();
  const own = keeps.filter(({ plan }) => plan === keptPlan.plan);
  const [first] = own;
  return (
    <>
      <FigureTable
        label={texts.keepsHeld}
        headings={[texts.keepsMedian, texts.keepsLow, texts.keepsWorst, texts.keepsOverBills]}
        rows={own.map(({ years, starts, kept, overBillsPct }) => ({
          id: String(years),
          name: formatYears(years),
          note: texts.keepsStarts({ starts }),
          cells: [
            formatDollars(kept.median),
            formatDollars(kept.low),
            formatDollars(kept.worst),
            percent(overBillsPct.median),
          ],
        }))}
      />
      {first === undefined ? null : (
        <p className="text-14 text-muted">
          {texts.keepsExplained({ amount: formatDollars(first.amount), terms: describeTerms(first, isAboveBills) })}
        </p>
      )}
      <FigureTable
        label={texts.keepsPlan}
        headings={[texts.keepsKept({ years: money.years }), texts.keepsShareYearly, texts.keepsVerdict]}
        rows={money.plans.map(({ plan, userSharePct, kept, overBillsPct, hasEvidence }) => ({
          id: plan,
          name: findPlan(plan)?.name ?? texts.keepsNoPackage,
          note: texts.keepsSplit({ pct: String(userSharePct) }),
          cells: [
            formatDollars(kept),
            overBillsPct === null ? MISSING : `${formatSigned(overBillsPct.value)} (${formatRange(overBillsPct)})`,
            hasEvidence ? texts.keepsEvidence : texts.keepsNoEvidence,
          ],
        }))}
      />
      <p className="text-14 text-muted">{texts.keepsShareExplained}</p>
    </>
  );
}

/** Both halves alone, and the years traded with what was best before. */
export function Periods({ evidence: { halves, walkForward, walkForwardReason } }: { evidence: BotEvidence }) {
  return (
    <>
      {halves === null ? <p className="text-14 text-muted">{texts.periodsTooShort}</p> : null}
      <div className="grid gap-6 sm:grid-cols-2">
        {halves === null ? null : (
          <>
            <Period title={texts.firstHalf} period={halves.first} />
            <Period title={texts.secondHalf} period={halves.second} />
          </>
        )}
        {walkForward === null ? null : <Period title={texts.walkForward} period={walkForward} />}
      </div>
      <p className="text-14 text-muted">
        {walkForward === null
          ? texts.walkForwardMissing({ walkForwardReason: walkForwardReason ?? texts.notKnown })
          : texts.walkForwardWindows({ windows: walkForward.windows })}
      </p>
    </>
  );
}

function Period({ title, period }: { title: string; period: EvidencePeriod }) {
  const { from, to, sharpe, excessReturnPct } = period;
  return (
    <div>
      <h3 className="font-sans text-14 tracking-normal">
        {title} <span className="figure font-normal text-muted">{formatYearRange(from, to)}</span>
      </h3>
      {sharpe === null ? (
        <p className="mt-1 text-14 text-muted">{texts.periodTooShort}</p>
      ) : (
        <>
          <p className="figure mt-1 text-14">{formatInterval(sharpe)}</p>
          {excessReturnPct === null ? null : (
            <p className="figure text-14 text-muted">
              {texts.periodOverCash({ signed: formatSigned(excessReturnPct.value) })}
            </p>
          )}
          <div className="mt-2">
            <RangeBar {...sharpe} label={`${title}: ${describeSharpe(period)}`} />
          </div>
        </>
      )}
    </div>
  );
}

const costNames: Readonly<Record<number, string>> = {
  0: texts.withoutCosts,
  1: texts.costsReal,
  2: texts.costsDouble,
};

export function CostLevels({ evidence: { costLevels } }: { evidence: BotEvidence }) {
  return (
    <FigureTable
      label={texts.costLevel}
      headings={[texts.costsYear, texts.overCashYear, texts.sharpeRatio, texts.deepestFall]}
      rows={costLevels.map((level) => ({
        id: String(level.multiple),
        name: costNames[level.multiple] ?? texts.costsMultiple({ multiple: level.multiple }),
        cells: [
          level.costsPct === null ? MISSING : formatCost(level.costsPct),
          percent(level.excessReturnPct),
          ratio(level.sharpe),
          percent(level.maxDrawdownPct),
        ],
      }))}
    />
  );
}

/** How many instruments the bot had over time. */
export function Compositions({ evidence: { compositions } }: { evidence: BotEvidence }) {
  return (
    <>
      <FigureTable
        label={texts.period}
        headings={[texts.instrumentsCount]}
        rows={compositions.map(({ from, to, symbols }) => ({
          id: from,
          name: `${formatDay(from)} – ${formatDay(to)}`,
          cells: [String(symbols.length)],
        }))}
      />
      <p className="text-14 text-muted">{texts.instrumentsJudged}</p>
    </>
  );
}

const intervalNames: Readonly<Record<SeriesEvidence["interval"], string>> = {
  "1m": texts.minutes,
  "1h": texts.hours,
  "1d": texts.days,
};

const toNote = (note: string | null): Pick<NamedRow, "note"> => (note === null ? {} : { note });

export function SeriesTable({ evidence: { series } }: { evidence: BotEvidence }) {
  return (
    <FigureTable
      label={texts.priceSeries}
      headings={[texts.period, texts.trades, texts.seriesSharpe, texts.overCashYear]}
      rows={series.map((each) => ({
        id: each.series,
        name: `${each.symbol}, ${intervalNames[each.interval]}`,
        ...toNote(describeCouldNotBuy(each)),
        cells: [
          formatYearRange(each.from, each.to),
          each.trades.toLocaleString("en-US"),
          each.sharpe === null ? MISSING : formatInterval(each.sharpe),
          percent(each.excessReturnPct?.value ?? null),
        ],
      }))}
    />
  );
}

/** When and from what the figures were computed, so that anyone can compute them again. */
export function Provenance({ evidence }: { evidence: BotEvidence }) {
  const { hashes, parameters, recordedAt, registration, variants, headline } = evidence;
  const settings = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return (
    <>
      <dl className="grid gap-x-6 gap-y-2 text-14 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {[
          [texts.recorded, formatDay(recordedAt)],
          [
            texts.prices,
            texts.provenanceData({ bars: headline.bars.toLocaleString("en-US"), data: hashes.data.slice(0, 16) }),
          ],
          [texts.tradingCode, texts.hashCode({ code: hashes.code.slice(0, 16) })],
          [texts.provenanceRule, texts.hashParameters({ parameters: hashes.parameters.slice(0, 16) })],
          [texts.settings, settings.length === 0 ? "none" : settings.join(", ")],
          [texts.trialsTried, texts.trialsCount({ trials: evidence.trials.toLocaleString("en-US") })],
          [texts.settingsTried, texts.provenanceCombinations({ count: variants.count, blocks: variants.blocks })],
        ].map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-14 text-muted">{describeRegistration(registration)}</p>
      {headline.reason === null ? null : <p className="text-14 text-muted">{headline.reason}</p>}
    </>
  );
}
