import { type Bot, type BotEvidence, DAY_SECONDS, HOUR_SECONDS, type TrackRecord } from "@wazi/contracts";
import { useMemo, useState } from "react";
import { useCostsOfBots } from "../../investing/costs/api.ts";
import { useBotEvidences, usePublicEvidence } from "../../investing/evidence/api.ts";
import { useBots } from "../../investing/positions/api.ts";
import { useTrackRecords } from "../../proofs/track-records/api.ts";
import { useAddressSearch } from "../../lib/address-search.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { CompareTables } from "./compare-table.tsx";
import "./compare.css";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import * as texts from "../../messages/compare.ts";
import { toCurvePoints } from "../../investing/evidence/curve-points.ts";
import { toUnitPricePoints } from "../../proofs/track-records/chart-points.ts";
import { ChartCredit } from "../../ui/chart/chart-box.tsx";
import type { GrowthLine, LineLook, TimeWindow } from "../../ui/chart/chart-data.ts";
import { GrowthChart } from "../../ui/chart/growth-chart.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { formatDay } from "../../lib/format-date.ts";

const looks: readonly LineLook[] = ["main", "second", "third", "fourth"];

/** The growth of all compared bots on one chart: over real past prices, or here. */
function CompareChart({
  ids,
  evidence,
  records,
}: {
  ids: readonly string[];
  evidence: readonly BotEvidence[];
  records: readonly TrackRecord[];
}) {
  const [source, setSource] = useState<"backtest" | "own">("backtest");
  const lines = useMemo(() => toLines(ids, source, evidence, records), [ids, source, evidence, records]);
  const data = findCommonTime(lines);
  const isBacktest = source === "backtest";
  const feed = records[0]?.feed;
  return (
    <Sheet
      title={texts.growth}
      aside={isBacktest ? <BacktestTag /> : feed === undefined ? null : <FeedTag feed={feed} />}
    >
      <div className="grid gap-4">
        <div className="chart-segments justify-self-start" role="group" aria-label={texts.source}>
          <SourceButton isOn={isBacktest} onClick={() => setSource("backtest")}>
            {texts.sourceBacktest}
          </SourceButton>
          <SourceButton isOn={!isBacktest} onClick={() => setSource("own")}>
            {texts.sourceOwn}
          </SourceButton>
        </div>
        {data === null ? (
          <EmptyState>{isBacktest ? texts.chartNoBacktests : texts.chartNoTrades}</EmptyState>
        ) : (
          <GrowthChart
            key={`${source} ${ids.join()}`}
            title={isBacktest ? texts.backtests : texts.ownRecords}
            lines={lines}
            data={data}
            rowSeconds={isBacktest ? DAY_SECONDS : 1}
            stepSeconds={isBacktest ? 7 * DAY_SECONDS : HOUR_SECONDS}
            hasFalls={false}
            summary={describe(lines, data, isBacktest)}
            fileName={`wazi-compare-${source}.csv`}
          />
        )}
        <ChartCredit />
      </div>
    </Sheet>
  );
}

function SourceButton({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={isOn ? "chart-segment chart-segment-on" : "chart-segment"}
    >
      {children}
    </button>
  );
}

function toLines(
  ids: readonly string[],
  source: "backtest" | "own",
  evidence: readonly BotEvidence[],
  records: readonly TrackRecord[],
): GrowthLine[] {
  return ids.flatMap((id, index) => {
    const look = looks[index] ?? "main";
    if (source === "backtest") {
      const found = evidence.find(({ botId }) => botId === id);
      return found === undefined
        ? []
        : [{ id, label: found.botName, look, points: toCurvePoints(found, ({ bot }) => bot) }];
    }
    const record = records.find(({ botId }) => botId === id);
    if (record === undefined || record.closedTrades === 0) return [];
    // Each bot's market time is another one, so the chart of several shows none.
    const points = toUnitPricePoints(record).map(({ time, value }) => ({ time, value }));
    return [{ id, label: record.botName, look, points }];
  });
}

/** The time that all lines cover, so that they start together; null without one. */
function findCommonTime(lines: readonly GrowthLine[]): TimeWindow | null {
  const from = Math.max(...lines.map(({ points }) => points[0]?.time ?? Infinity));
  const to = Math.min(...lines.map(({ points }) => points.at(-1)?.time ?? -Infinity));
  return Number.isFinite(from) && from < to ? { from, to } : null;
}

function describe(lines: readonly GrowthLine[], { from, to }: TimeWindow, isBacktest: boolean): string {
  const [first, last] = [from, to].map((time) => formatDay(new Date(time * 1000).toISOString()));
  const names = lines.map(({ label }) => label).join(", ");
  return texts.chartDescription({
    names,
    isBacktest: isBacktest ? "yes" : "other",
    first: String(first),
    last: String(last),
  });
}

/** Bots that fit beside each other. */
const MAX_COMPARED = 4;

/** The bots named in the address, in its order: known ones, each once, at most four. */
export function readComparedIds(search: URLSearchParams, known: readonly string[]): string[] {
  const named = (search.get("bots") ?? "").split(",");
  return [...new Set(named)].filter((id) => known.includes(id)).slice(0, MAX_COMPARED);
}

/** The search parameters of a comparison. */
export function toCompareSearch(ids: readonly string[]): Record<string, string> {
  return ids.length === 0 ? {} : { bots: ids.join(",") };
}

/** Up to four bots side by side. The address holds them, so it can be shared. */
export default function ComparePage(_props: SignedInPageProps) {
  const bots = useBots();
  return (
    <>
      <p className="mb-4 flex items-center gap-2">
        <Icon name="back" className="size-4 text-muted" />
        <TextLink href="/bots">{texts.allBots}</TextLink>
      </p>
      <PageHeading title={texts.compareBots}>
        {texts.pageLead({ link: (text) => <TextLink href="/how-to-read">{text}</TextLink> })}
      </PageHeading>
      <QueryState query={bots} failedTitle={texts.botsFailedTitle} loading={<SkeletonRows rows={3} className="h-64" />}>
        {(list) => <Comparison bots={list} />}
      </QueryState>
    </>
  );
}

function Comparison({ bots }: { bots: readonly Bot[] }) {
  const [search, setSearch] = useAddressSearch();
  const named = readComparedIds(
    search,
    bots.map(({ id }) => id),
  ).join();
  const ids = useMemo(() => (named === "" ? [] : named.split(",")), [named]);
  const choose = (next: readonly string[]) => setSearch(toCompareSearch(next));
  return (
    <div className="grid gap-6">
      <Choice bots={bots} ids={ids} onChoose={choose} />
      {ids.length === 0 ? (
        <EmptyState>{texts.pageEmpty}</EmptyState>
      ) : (
        <Compared bots={ids.flatMap((id) => bots.find((bot) => bot.id === id) ?? [])} ids={ids} />
      )}
    </div>
  );
}

function Choice({
  bots,
  ids,
  onChoose,
}: {
  bots: readonly Bot[];
  ids: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}) {
  const others = bots.filter(({ id }) => !ids.includes(id));
  return (
    <div className="flex flex-wrap items-end gap-3">
      {ids.length === MAX_COMPARED ? null : (
        <SelectField
          label={ids.length === 0 ? texts.choiceFirstLabel : texts.choiceAddLabel}
          className="w-full sm:w-64"
          value=""
          onChange={({ target }) => onChoose([...ids, target.value])}
        >
          <option value="" disabled>
            {texts.choiceCount({ ids: ids.length, maxCompared: MAX_COMPARED })}
          </option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <ul className="flex flex-wrap gap-3">
        {ids.map((id) => {
          const name = bots.find((bot) => bot.id === id)?.name ?? "";
          return (
            <li key={id}>
              <button
                type="button"
                aria-label={texts.removeName({ name })}
                onClick={() => onChoose(ids.filter((each) => each !== id))}
                className="inline-flex min-h-12 items-center gap-2 rounded-sm border border-outline bg-surface px-4 text-14 font-semibold hover:border-primary hover:text-primary"
              >
                {name}
                <Icon name="close" className="size-4" />
              </button>
            </li>
          );
        })}
      </ul>
      {ids.length < 2 ? null : <CopyButton text={window.location.href} label={texts.choiceCopyLink} />}
    </div>
  );
}

function Compared({ bots, ids }: { bots: readonly Bot[]; ids: readonly string[] }) {
  const all = usePublicEvidence();
  const evidence = useBotEvidences(ids);
  const records = useTrackRecords(ids);
  const costs = useCostsOfBots(ids);
  const compared = bots.map((bot) => ({
    bot,
    headline: all.data?.bots.find(({ botId }) => botId === bot.id)?.headline,
    record: records.find(({ botId }) => botId === bot.id),
    costs: costs.find(({ botId }) => botId === bot.id),
  }));
  return (
    <>
      <CompareChart ids={ids} evidence={evidence} records={records} />
      <CompareTables compared={compared} />
    </>
  );
}
