import type { Bot, PackageTier, PublicEvidence, UserBot } from "@wazi/contracts";
import { useCallback, useState } from "react";
import { Button, LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { BotCard } from "./bot-card.tsx";
import { BotFilterFields } from "./bot-filter-fields.tsx";
import { arrangeBots, noBotFilters, type ListedBot } from "./bot-filters.ts";
import { getLockText } from "./bot-lock.ts";
import * as texts from "../../messages/investments.ts";

/** A comparison has room for this many. */
const MAX_COMPARED = 4;

export function BotGrid({
  bots,
  evidence,
  positions,
  tier,
  onActivate,
  onDeactivate,
}: {
  bots: readonly Bot[];
  /** Undefined while it loads. */
  evidence: PublicEvidence | undefined;
  positions: readonly UserBot[];
  tier: PackageTier;
  /** Both are stable, so that the cards are not rendered again with a dialog. */
  onActivate: (bot: Bot) => void;
  onDeactivate: (position: UserBot) => void;
}) {
  const [filters, setFilters] = useState(noBotFilters);
  const [compared, setCompared] = useState<readonly string[]>([]);
  const compare = useCallback(({ id }: Bot) => setCompared((ids) => toggle(ids, id)), []);
  const listed: ListedBot[] = bots.map((bot, place) => ({
    bot,
    place,
    evidence: evidence === undefined ? undefined : (evidence.bots.find(({ botId }) => botId === bot.id) ?? null),
    isOwn: positions.some(({ botId }) => botId === bot.id),
  }));
  const shown = arrangeBots(listed, filters);
  return (
    <>
      <BotFilterFields filters={filters} onChange={setFilters} />
      <p role="status" className="-mt-3 text-14 text-muted" data-testid="bot-count">
        {texts.gridCount({
          shown: shown.length,
          bots: bots.length,
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
      <ul className="grid gap-4 empty:hidden sm:grid-cols-2 lg:grid-cols-3 lg:gap-5">
        {shown.map((each) => (
          <BotCard
            key={each.bot.id}
            bot={each.bot}
            evidence={each.evidence}
            position={positions.find(({ botId }) => botId === each.bot.id)}
            locked={getLockText(each.place, tier)}
            isCompared={compared.includes(each.bot.id)}
            onActivate={onActivate}
            onDeactivate={onDeactivate}
            onCompare={compare}
          />
        ))}
      </ul>
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
