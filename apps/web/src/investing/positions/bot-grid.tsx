import { type Bot, type Market, markets, type PackageTier, type PublicEvidence, type UserBot } from "@wazi/contracts";
import { type ReactNode, useCallback, useState } from "react";
import { Button, LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { BotCard } from "./bot-card.tsx";
import { BotGrades } from "./bot-grades.tsx";
import {
  arrangeBots,
  type BotFilters,
  type BotRisk,
  botRiskNames,
  botRisks,
  type BotSort,
  botSortNames,
  botSorts,
  type ListedBot,
  noBotFilters,
} from "./bot-filters.ts";
import * as texts from "../../messages/investments.ts";
import { marketNames } from "../../content/labels.ts";
import { SelectField } from "../../ui/field.tsx";

/** A comparison has room for this many. */
const MAX_COMPARED = 4;
const CARDS = "grid gap-4 empty:hidden sm:grid-cols-2 lg:grid-cols-3 lg:gap-5";

/** The core portfolios, and the bots below them. */
export function BotGrid({
  bots,
  heading,
  evidence,
  isEvidenceMissing,
  positions,
  tier,
  onActivate,
  onDeactivate,
}: {
  bots: readonly Bot[];
  /** Above the bots. */
  heading: ReactNode;
  /** Undefined while it loads, and when it has failed to. */
  evidence: PublicEvidence | undefined;
  isEvidenceMissing: boolean;
  positions: readonly UserBot[];
  tier: PackageTier;
  /** Both are stable, so that the cards are not rendered again with a dialog. */
  onActivate: (bot: Bot) => void;
  onDeactivate: (position: UserBot) => void;
}) {
  const [filters, setFilters] = useState(noBotFilters);
  const [compared, setCompared] = useState<readonly string[]>([]);
  const compare = useCallback(({ id }: Bot) => setCompared((ids) => toggle(ids, id)), []);
  const all: ListedBot[] = bots.map((bot, place) => ({
    bot,
    place,
    evidence: evidence === undefined ? undefined : (evidence.bots.find(({ botId }) => botId === bot.id) ?? null),
    isOwn: positions.some(({ botId }) => botId === bot.id),
  }));
  const portfolios = all.filter(({ bot }) => bot.market === "portfolio");
  const listed = all.filter(({ bot }) => bot.market !== "portfolio");
  const shown = arrangeBots(listed, filters);
  const showCard = (each: ListedBot) => (
    <BotCard
      key={each.bot.id}
      bot={each.bot}
      evidence={evidence === undefined && isEvidenceMissing ? "failed" : each.evidence}
      position={positions.find(({ botId }) => botId === each.bot.id)}
      tier={tier}
      isCompared={compared.includes(each.bot.id)}
      onActivate={onActivate}
      onDeactivate={onDeactivate}
      onCompare={compare}
    />
  );
  return (
    <>
      {evidence === undefined ? null : <BotGrades bots={[...portfolios, ...listed]} tier={tier} />}
      {portfolios.length === 0 ? null : (
        <div>
          <h2 className="text-24">{texts.portfoliosTitle}</h2>
          <p className="mt-1 max-w-[72ch] text-muted">{texts.portfoliosLead}</p>
        </div>
      )}
      <ul className={CARDS}>{portfolios.map(showCard)}</ul>
      {heading}
      <BotFilterFields filters={filters} onChange={setFilters} />
      <p role="status" className="-mt-3 text-14 text-muted" data-testid="bot-count">
        {texts.gridCount({
          shown: shown.length,
          bots: listed.length,
          some: shown.some(({ isOwn }) => isOwn) ? "yes" : "other",
        })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          action={
            <Button look="secondary" onClick={() => setFilters(noBotFilters)}>
              {texts.gridShowAll}
            </Button>
          }
        >
          {texts.gridEmpty}
        </EmptyState>
      ) : null}
      <ul className={CARDS}>{shown.map(showCard)}</ul>
      {compared.length === 0 ? null : <CompareBar ids={compared} onClear={() => setCompared([])} />}
    </>
  );
}

/** The newest choices stay when there are more than fit. */
function toggle(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(-MAX_COMPARED);
}

/** Above the phone's bottom bar while bots are chosen. */
function CompareBar({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  return (
    <div
      role="group"
      aria-label={texts.comparison}
      className="sticky bottom-20 z-10 flex items-center justify-between gap-3 rounded-md border border-primary bg-surface p-3 shadow-raised lg:bottom-4"
    >
      <span className="text-14">{texts.compareCount({ ids: ids.length, maxCompared: MAX_COMPARED })}</span>
      <span className="flex gap-2">
        <Button look="quiet" className="px-3" onClick={onClear}>
          {texts.clear}
        </Button>
        {ids.length < 2 ? null : <LinkButton href={`/compare?bots=${ids.join(",")}`}>{texts.compare}</LinkButton>}
      </span>
    </div>
  );
}

/** The choices above the list of bots. */
function BotFilterFields({ filters, onChange }: { filters: BotFilters; onChange: (filters: BotFilters) => void }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:max-w-3xl">
      <SelectField
        label={texts.market}
        value={filters.market}
        onChange={({ target }) => onChange({ ...filters, market: target.value as Market | "all" })}
      >
        <option value="all">{texts.allMarkets}</option>
        {markets.map((market) => (
          <option key={market} value={market}>
            {marketNames[market]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.risk}
        value={filters.risk}
        onChange={({ target }) => onChange({ ...filters, risk: target.value as BotRisk })}
      >
        {botRisks.map((risk) => (
          <option key={risk} value={risk}>
            {botRiskNames[risk]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.sort}
        className="col-span-2 sm:col-span-1"
        value={filters.sort}
        onChange={({ target }) => onChange({ ...filters, sort: target.value as BotSort })}
      >
        {botSorts.map((sort) => (
          <option key={sort} value={sort}>
            {botSortNames[sort]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
