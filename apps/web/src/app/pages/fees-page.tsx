import { plans } from "../../content/plans.ts";
import { useTakesShareAboveBills } from "../../lib/public-settings.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/fees.ts";

const loadCalculator = () => import("../../investing/costs/profit-share-calculator.tsx");

/** Wazi's charges and the costs of trading. */
export default function FeesPage() {
  const isAboveBills = useTakesShareAboveBills();
  return (
    <Article title={texts.fees} lead={texts.pageLead}>
      <ArticlePart title={texts.profitShare}>
        <table className="w-full text-left">
          <caption className="sr-only">{texts.planCaption}</caption>
          <thead>
            <tr className="border-b border-line text-14 text-muted">
              <th className="py-2 font-medium">{texts.plan}</th>
              <th className="py-2 font-medium">{texts.planColumnDeposits}</th>
              <th className="py-2 text-right font-medium">{texts.youKeep}</th>
              <th className="py-2 text-right font-medium">{texts.waziTakes}</th>
            </tr>
          </thead>
          <tbody>
            {plans.map(({ tier, name, minDeposit, userSharePct }) => (
              <tr key={tier} className="figure border-b border-line">
                <th className="py-2.5 pr-3 text-14 font-semibold">{name}</th>
                <td className="py-2.5">{texts.planFrom({ minDeposit: minDeposit.toLocaleString("en-US") })}</td>
                <td className="py-2.5 text-right">{userSharePct}%</td>
                <td className="py-2.5 text-right">{100 - userSharePct}%</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>{texts.shareText}</p>
        {isAboveBills ? <p>{texts.shareAboveBills}</p> : null}
      </ArticlePart>
      <ArticlePart title={texts.calculator}>
        <DeferredPart
          load={loadCalculator}
          loading={<Skeleton className="h-96" />}
          failed={<p>{texts.calculatorFailed}</p>}
        />
      </ArticlePart>
      <ArticlePart title={texts.freeTitle}>
        <p>{texts.freeText}</p>
      </ArticlePart>
      <ArticlePart title={texts.costsTitle}>
        <p>{texts.costsText}</p>
        <p>{texts.costsPreview}</p>
        <p>
          <TextLink href="/how-to-read#costs">{texts.costsLink}</TextLink> ·{" "}
          <TextLink href="/how-wazi-earns">{texts.incomeLink}</TextLink>
        </p>
      </ArticlePart>
    </Article>
  );
}
