import type { PublicSettings } from "@wazi/contracts";
import { usePublicSettings } from "../../trader/api.ts";
import { describeFeed, describeLosingAccounts } from "../../trader/risk-text.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/disclaimer.ts";

export default function DisclaimerPage() {
  const settings = usePublicSettings();
  const known = settings.status === "ready" ? settings.data : null;
  return (
    <Article title={texts.disclaimer} lead={texts.whatYouShouldKnowBefore}>
      <ArticlePart title={texts.youCanLoseMoney}>
        <p>{texts.tradingCanLoseMoneyYou}</p>
        {known === null ? null : <p>{describeLosingAccounts(known.losingAccountsPct)}</p>}
      </ArticlePart>
      <ArticlePart title={texts.pastResults}>
        <p>{texts.pastResultsDoNotPredict}</p>
      </ArticlePart>
      <ArticlePart title={texts.whatIsRealHere}>
        <FeedMeanings settings={known} />
      </ArticlePart>
      <ArticlePart title={texts.noAdvice}>
        <p>{texts.nothingHerePersonalAdviceBecause}</p>
      </ArticlePart>
      <ArticlePart title={texts.whatThePlatformCharges}>
        <p>{texts.aShareYourProfit10}</p>
      </ArticlePart>
      <ArticlePart title={texts.whoRunsIt}>
        <Operator settings={known} />
        <p>
          {texts.howYourDataProtectedSecurity({
            link: (text) => <TextLink href="/security">{text}</TextLink>,
            link2: (text) => <TextLink href="/status">{text}</TextLink>,
          })}
        </p>
      </ArticlePart>
    </Article>
  );
}

function FeedMeanings({ settings }: { settings: PublicSettings | null }) {
  return (
    <>
      {settings === null ? null : <p className="font-semibold">{describeFeed(settings)}</p>}
      <dl className="grid gap-3.5">
        {[
          [texts.simulated, texts.pricesGeneratedByProgramThey],
          [texts.replay, texts.realPastPricesReplayedFaster],
          [texts.live, texts.currentPricesFromAMarket],
          [texts.paper, texts.orderFillsCalculatedIncludingSpread],
        ].map(([name, meaning]) => (
          <div key={name}>
            <dt className="inline font-semibold">{name}: </dt>
            <dd className="inline">{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Operator({ settings }: { settings: PublicSettings | null }) {
  if (settings === null) return <p>{texts.shownWhenTheServerResponds}</p>;
  const { operator, mode } = settings;
  if (operator === null) {
    return <p>{mode === "demo" ? texts.thisDemoWithPaperMoney : texts.theOperatorIsNotNamed}</p>;
  }
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {[
        [texts.operator, operator.name],
        [texts.supervisedBy, operator.regulator],
        [texts.licence, operator.licence],
        [texts.countriesServed, operator.countriesServed.join(", ")],
      ].map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
