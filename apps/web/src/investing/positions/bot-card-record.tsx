import type { Bot, EvidenceHeadline, RiskScore } from "@wazi/contracts";
import type { ReactNode } from "react";
import { describeAfterShare, describeMoney, type KeptPlan } from "../../content/bot-money.ts";
import { describeAlpha, earnsWhatMarketsEarn, verdictNames } from "../../content/verdicts.ts";
import { VerdictName } from "../../ui/verdict-name.tsx";
import {
  formatCost,
  formatInterval,
  formatRange,
  formatSigned,
  formatStatistic,
  formatYearRange,
} from "../../lib/format-statistic.ts";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { RangeBar } from "../../ui/range-bar.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { EvidenceOfBot, ShownEvidence } from "./bot-filters.ts";
import { useTakesShareAboveBills } from "../../lib/public-settings.ts";
import * as texts from "../../messages/investments.ts";
import { classNames } from "../../lib/class-names.ts";
import { MoneySentences } from "../../ui/money-sentences.tsx";
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

/** The verdict of the backtest on real prices with its money, and the bot's own record from 30 closed trades on. */
export function BotRecord({ bot, evidence, keptPlan }: { bot: Bot; evidence: ShownEvidence; keptPlan: KeptPlan }) {
  return (
    <div className="mt-3 rounded-sm bg-sunken p-3 sm:mt-4 sm:p-4">
      {evidence === "failed" ? (
        <p className="mb-2 text-14 text-muted">{texts.backtestFailed}</p>
      ) : (
        <Backtest evidence={evidence} keptPlan={keptPlan} />
      )}
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
function Backtest({ evidence, keptPlan }: { evidence: EvidenceOfBot | null | undefined; keptPlan: KeptPlan }) {
  if (evidence === undefined) return <div className="h-72" />;
  const headline = evidence?.headline ?? null;
  if (evidence === null || headline === null) {
    return <p className="text-14 text-muted">{texts.backtestNone}</p>;
  }
  const { verdict, verdictReason, from, to } = headline;
  const isJudged = verdict !== "not-judged";
  // A range belongs to the details.
  const [alpha, isLikeMarkets] = [describeAlpha(headline), earnsWhatMarketsEarn(headline)];
  return (
    <>
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h4 className="font-sans text-14 tracking-normal text-muted">{texts.evidence}</h4>
        {isJudged ? <BacktestTag /> : null}
      </div>
      <p className="mt-1 font-display text-18 font-semibold" data-testid="card-verdict">
        <VerdictName verdict={verdict} name={verdictNames[verdict]} />
      </p>
      <AfterShare headline={headline} keptPlan={keptPlan} />
      {isJudged ? <CardMoney headline={headline} keptPlan={keptPlan} /> : null}
      {[verdictReason, isJudged && isLikeMarkets ? alpha : null].map((text) =>
        text === null ? null : (
          <p key={text} className="mt-2 text-14 text-muted">
            {text}
          </p>
        ),
      )}
      {isJudged ? (
        <p className="mt-2 text-14 text-muted">{texts.backtestPeriod({ from: formatYearRange(from, to) })}</p>
      ) : null}
      <div className="mt-2 border-t border-line pt-2 sm:mt-3 sm:pt-3">
        <RiskMeter risk={evidence.risk} />
        {isJudged ? <CardDetails headline={headline} alpha={isLikeMarkets ? null : alpha} /> : null}
      </div>
    </>
  );
}

/** The verdict for this person, after the platform's share on their plan. */
function AfterShare({ headline, keptPlan }: { headline: EvidenceHeadline; keptPlan: KeptPlan }) {
  const after = describeAfterShare(headline, keptPlan);
  return after === null ? null : (
    <p className="mt-1 font-medium" data-testid="card-after-share">
      <VerdictName verdict={after.mark} name={after.text} />
    </p>
  );
}

/** The growth of money and the part that was kept, in sentences; a record of an earlier version has its return instead. */
function CardMoney({ headline, keptPlan }: { headline: EvidenceHeadline; keptPlan: KeptPlan }) {
  const isAboveBills = useTakesShareAboveBills();
  const money = describeMoney(headline, keptPlan, (text) => <strong className="figure">{text}</strong>, isAboveBills);
  if (money === null) {
    const { returnPct, maxDrawdownPct } = headline;
    return (
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2">
        <Fact term={texts.backtestReturn}>{returnPct === null ? "–" : formatSigned(returnPct)}</Fact>
        <Fact term={texts.deepestFall}>
          {maxDrawdownPct === null ? "–" : `${formatStatistic(maxDrawdownPct.value, 1)}%`}
        </Fact>
      </dl>
    );
  }
  return (
    <div className="mt-2">
      <MoneySentences {...money} />
    </div>
  );
}

/** The figures behind the verdict, for those who ask. */
function CardDetails({ headline, alpha }: { headline: EvidenceHeadline; alpha: string | null }) {
  const { sharpe, excessReturnPct, costsPct } = headline;
  return (
    <MoreDetails label={texts.backtestDetails}>
      {sharpe === null ? null : (
        <RangeBar {...sharpe} label={texts.backtestSharpe({ sharpe: formatInterval(sharpe) })} />
      )}
      <dl className="mt-1 grid grid-cols-2 gap-x-4 gap-y-2">
        <Fact term={texts.backtestOverCash}>
          {excessReturnPct === null ? "–" : formatSigned(excessReturnPct.value)}
          {excessReturnPct === null ? null : (
            <span className="block text-14 font-normal text-muted">{formatRange(excessReturnPct)}</span>
          )}
        </Fact>
        <Fact term={texts.backtestCosts}>{costsPct === null ? "–" : formatCost(costsPct)}</Fact>
      </dl>
      {alpha === null ? null : <p className="mt-2 text-14 text-muted">{alpha}</p>}
      <p className="mt-2 text-14">
        <TextLink href="/how-to-read#verdict">{texts.backtestHowToRead}</TextLink>
      </p>
    </MoreDetails>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-14 text-muted">{term}</dt>
      <dd className="figure text-18 font-semibold">{children}</dd>
    </div>
  );
}
