import type { BotCosts } from "@wazi/contracts";
import type { ReactNode } from "react";
import { useDebouncedValue } from "../../lib/use-debounced-value.ts";
import { Money } from "../../ui/money.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useBotCosts } from "./api.ts";
import { costNames, describeCostSource, formatCostPercent, readAmount } from "./costs-text.ts";
import * as texts from "../../messages/costs.ts";

const SETTLES_MS = 400;

/** The amount that the bot's last year of costs would take from the typed amount. */
export default function ActivationCosts({ botId, typed }: { botId: string; typed: string }) {
  const amount = readAmount(useDebouncedValue(typed, SETTLES_MS));
  const query = useBotCosts(botId, amount);
  const costs = query.data;
  return (
    <section
      aria-label={texts.tradingCosts}
      className="rounded-sm bg-sunken px-4 py-3 text-14"
      data-testid="activation-costs"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-16">{texts.previewTitle}</h3>
        {costs?.source === "backtest" ? <BacktestTag /> : costs?.feed ? <FeedTag feed={costs.feed} /> : null}
      </header>
      <div aria-live="polite" className="mt-2">
        {amount === null ? (
          <p className="text-muted">{texts.previewAmountMissing}</p>
        ) : costs !== undefined ? (
          <Costs costs={costs} />
        ) : query.isError ? (
          <p>{texts.previewFailed}</p>
        ) : (
          <SkeletonRows rows={2} className="h-5" />
        )}
      </div>
    </section>
  );
}

function Costs({ costs }: { costs: BotCosts }) {
  const { total, totalPct, kinds, result, resultWithoutCosts, amount } = costs;
  if (total === null || totalPct === null) return <p className="text-muted">{describeCostSource(costs)}</p>;
  return (
    <>
      <dl className="grid gap-1">
        {(kinds ?? []).map(({ kind, cash }) => (
          <Row key={kind} term={costNames[kind]}>
            <Money value={cash} />
          </Row>
        ))}
        <Row term={<>{texts.costsOf({ amount: <Money value={amount} /> })}</>} isTotal>
          <Money value={total} testId="costs-total" /> <span className="figure">({formatCostPercent(totalPct)})</span>
        </Row>
        {result === null || resultWithoutCosts === null ? null : (
          <>
            <Row term={texts.previewBeforeCosts}>
              <Money value={resultWithoutCosts} change />
            </Row>
            <Row term={texts.previewAfterCosts}>
              <Money value={result} change />
            </Row>
          </>
        )}
      </dl>
      <p className="mt-2 text-muted">
        {describeCostSource(costs)} <TextLink href="/how-to-read#costs">{texts.howToReadLink}</TextLink>
      </p>
    </>
  );
}

function Row({ term, isTotal = false, children }: { term: ReactNode; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{term}</dt>
      <dd className={isTotal ? "text-right font-semibold" : "text-right"}>{children}</dd>
    </div>
  );
}
