import type { Bot, EvidenceHeadline } from "@wazi/contracts";
import { describeAfterShare, describeMoney, WITHOUT_PACKAGE } from "../../content/bot-money.ts";
import { verdictNames } from "../../content/verdicts.ts";
import { formatYearRange } from "../../lib/format-statistic.ts";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MoneySentences } from "../../ui/money-sentences.tsx";
import { VerdictName } from "../../ui/verdict-name.tsx";
import { reloadRecords, useEvidenceOfAll, useListedPortfolios } from "./landing-record.ts";
import { LandingPartFailed, PortfoliosSkeleton } from "./landing-skeletons.tsx";
import { useTakesShareAboveBills } from "../../lib/public-settings.ts";
import * as texts from "../../messages/landing.ts";

/** The core portfolios with the verdict on each and the figures behind it. */
export default function LandingPortfolios() {
  const portfolios = useListedPortfolios();
  const evidence = useEvidenceOfAll();
  if (portfolios.status === "failed" || evidence.status === "failed") {
    return <LandingPartFailed title={texts.portfoliosFailedTitle} onRetry={reloadRecords} />;
  }
  if (portfolios.status === "loading" || evidence.status === "loading") return <PortfoliosSkeleton />;
  if (portfolios.data.length === 0) return <EmptyState>{texts.portfoliosEmpty}</EmptyState>;
  return (
    <ul className="grid gap-4 lg:grid-cols-3">
      {portfolios.data.map((portfolio) => (
        <Portfolio
          key={portfolio.id}
          portfolio={portfolio}
          headline={evidence.data.bots.find(({ botId }) => botId === portfolio.id)?.headline ?? null}
        />
      ))}
    </ul>
  );
}

function Portfolio({ portfolio, headline }: { portfolio: Bot; headline: EvidenceHeadline | null }) {
  return (
    <li className="flex flex-col rounded-md border border-line bg-surface p-5 sm:p-6" data-testid="landing-portfolio">
      <h3 className="text-18 lg:text-24">{portfolio.name}</h3>
      <p className="mt-1.5 mb-4 text-muted">{portfolio.description}</p>
      {headline === null ? (
        <p className="mt-auto text-14 text-muted">{texts.portfoliosNoRecord}</p>
      ) : (
        <Figures headline={headline} />
      )}
    </li>
  );
}

function Figures({ headline }: { headline: EvidenceHeadline }) {
  const { verdict, from, to } = headline;
  const isAboveBills = useTakesShareAboveBills();
  const after = describeAfterShare(headline, WITHOUT_PACKAGE);
  const money = describeMoney(
    headline,
    WITHOUT_PACKAGE,
    (text) => <strong className="figure">{text}</strong>,
    isAboveBills,
  );
  return (
    <div className="mt-auto border-t border-line pt-4">
      <BacktestTag />
      <p className="mt-2 font-semibold">
        <VerdictName verdict={verdict} name={verdictNames[verdict]} />
      </p>
      {after === null ? null : (
        <p className="mt-1 font-medium">
          <VerdictName verdict={after.mark} name={after.text} />
        </p>
      )}
      {money === null ? null : (
        <div className="mt-3">
          <MoneySentences {...money} />
        </div>
      )}
      <p className="mt-3 text-14 text-muted">{texts.portfoliosPeriod({ period: formatYearRange(from, to) })}</p>
    </div>
  );
}
