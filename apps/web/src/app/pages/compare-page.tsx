import type { Bot } from "@wazi/contracts";
import { useMemo } from "react";
import { useCostsOfBots } from "../../investing/costs/api.ts";
import { useBotEvidences, usePublicEvidence } from "../../investing/evidence/api.ts";
import { useBots } from "../../investing/positions/bots-api.ts";
import { useTrackRecords } from "../../proofs/track-records/api.ts";
import { useAddressSearch } from "../../lib/address-search.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { CompareChart } from "./compare-chart.tsx";
import { MAX_COMPARED, readComparedIds, toCompareSearch } from "./compare-ids.ts";
import { CompareTables } from "./compare-table.tsx";
import "./compare.css";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import * as texts from "../../messages/compare.ts";

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
      <QueryState query={bots} what={texts.theBots} loading={<SkeletonRows rows={3} className="h-64" />}>
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
