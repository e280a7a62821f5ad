import type { Bot, RiskScore } from "@wazi/contracts";
import type { ReactNode } from "react";
import { describeAlpha, verdictNames } from "../../content/verdicts.ts";
import { VerdictName } from "../../ui/verdict-name.tsx";
import {
  formatCost,
  formatInterval,
  formatSigned,
  formatStatistic,
  formatYearRange,
} from "../../lib/format-statistic.ts";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { RangeBar } from "../../ui/range-bar.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { EvidenceOfBot } from "./bot-filters.ts";
import * as texts from "../../messages/investments.ts";
import { classNames } from "../../lib/class-names.ts";
import { MoreDetails } from "../../ui/more-details.tsx";

const levels = [1, 2, 3, 4, 5] as const;

/** The level from 1 to 5, and what it is made of. */
function RiskMeter({ risk }: { risk: RiskScore | null }) {
  if (risk === null) return <p className="text-14 text-muted">{texts.riskUnknown}</p>;
  const { level, volatilityPct, deepestFallPct } = risk;
  return (
    <div data-testid="risk">
      <p className="flex items-center justify-between gap-3 text-14">
        <span>
          <span className="text-muted">{texts.risk}</span>{" "}
          <strong className="font-semibold">{texts.riskLevel({ level: String(level) })}</strong>
        </span>
        <span aria-hidden="true" className="flex gap-1">
          {levels.map((each) => (
            <span
              key={each}
              className={classNames("h-3 w-2 rounded-[1px]", each <= level ? "bg-primary" : "bg-line")}
            />
          ))}
        </span>
      </p>
      <MoreDetails label={texts.riskMoreLabel}>
        <p className="text-14 text-muted">
          {texts.riskExplained({
            volatilityPct: formatStatistic(volatilityPct, 1),
            deepestFallPct: formatStatistic(-deepestFallPct, 1),
          })}
        </p>
      </MoreDetails>
    </div>
  );
}

/**
 * The verdict of the backtest on real prices, and the bot's own record from 30 closed trades on. A phone shows less of it, so that
 * the list can be scanned: the bot's page has the rest.
 */
export function BotRecord({
  bot,
  evidence,
}: {
  bot: Bot;
  /** Undefined while it loads; null without a record. */
  evidence: EvidenceOfBot | null | undefined;
}) {
  return (
    <div className="mt-3 rounded-sm bg-sunken p-3 sm:mt-4 sm:p-4">
      <Backtest evidence={evidence} />
      {bot.recordSource === "own" ? (
        <>
          <div className="mt-3 mb-2 flex items-center justify-between gap-3 border-t border-line pt-3">
            <h4 className="font-sans text-14 tracking-normal">{texts.cardRecordTitle}</h4>
            <FeedTag feed={bot.feed} />
          </div>
          <dl className="grid grid-cols-2 gap-4">
            <Fact term={texts.winRate}>{bot.winRate}%</Fact>
            <Fact term={texts.closedTrades}>{bot.totalTrades.toLocaleString("en-US")}</Fact>
          </dl>
        </>
      ) : (
        <p className="border-t border-line pt-2.5 text-14 text-muted max-sm:hidden">
          {texts.cardClosedTrades({
            closedTrades: bot.closedTrades.toLocaleString("en-US"),
            closedTrades2: bot.closedTrades,
          })}
        </p>
      )}
    </div>
  );
}

/** `evidence` is undefined while it loads and null without a record. */
function Backtest({ evidence }: { evidence: EvidenceOfBot | null | undefined }) {
  if (evidence === undefined) return <div className="h-44 sm:h-72" />;
  const headline = evidence?.headline ?? null;
  if (evidence === null || headline === null) {
    return <p className="text-14 text-muted">{texts.backtestNone}</p>;
  }
  const { verdict, sharpe, from, to, returnPct, maxDrawdownPct, excessReturnPct, costsPct } = headline;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
        <h4 className="font-sans text-14 tracking-normal text-muted max-sm:sr-only">{texts.evidence}</h4>
        <span className="justify-self-end max-sm:col-start-2 max-sm:row-start-1">
          <BacktestTag />
        </span>
        <p
          className="font-display text-18 font-semibold max-sm:col-start-1 max-sm:row-start-1"
          data-testid="card-verdict"
        >
          <VerdictName verdict={verdict} name={verdictNames[verdict]} />
        </p>
        <Sparkline values={evidence.curve} className="justify-self-end max-sm:col-start-2 max-sm:row-start-2" />
        {sharpe === null ? null : (
          <div className="col-span-2 mt-1 max-sm:hidden">
            <RangeBar {...sharpe} label={texts.backtestSharpe({ sharpe: formatInterval(sharpe) })} />
          </div>
        )}
        <dl className="mt-1 grid grid-cols-2 gap-x-4 gap-y-2 max-sm:col-start-1 max-sm:row-start-2 sm:col-span-2">
          <Fact term={texts.backtestReturn}>{returnPct === null ? "–" : formatSigned(returnPct)}</Fact>
          <Fact term={texts.deepestFall}>
            {maxDrawdownPct === null ? "–" : `${formatStatistic(maxDrawdownPct.value, 1)}%`}
          </Fact>
          <Fact term={texts.backtestOverCash} className="max-sm:hidden">
            {excessReturnPct === null ? "–" : formatSigned(excessReturnPct.value)}
          </Fact>
          <Fact term={texts.backtestCosts} className="max-sm:hidden">
            {costsPct === null ? "–" : formatCost(costsPct)}
          </Fact>
        </dl>
      </div>
      {[headline.verdictReason, describeAlpha(headline)].map((text) =>
        text === null ? null : (
          <p key={text} className="mt-1 text-14 text-muted sm:mt-2">
            {text}
          </p>
        ),
      )}
      <p className="mt-1 text-14 text-muted sm:mt-2">
        {texts.backtestPeriod({
          from: formatYearRange(from, to),
          span: (
            <span className="max-sm:hidden">
              <TextLink href="/how-to-read#verdict">{texts.backtestHowToRead}</TextLink>
            </span>
          ),
        })}
      </p>
      <div className="mt-1 sm:mt-3 sm:border-t sm:border-line sm:pt-3">
        <RiskMeter risk={evidence.risk} />
      </div>
    </>
  );
}

function Fact({ term, className, children }: { term: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="text-14 text-muted">{term}</dt>
      <dd className="figure text-18 font-semibold">{children}</dd>
    </div>
  );
}
