import type { PublicSettings } from "@wazi/contracts";
import { usePublicSettings, useTakesShareAboveBills } from "../../lib/public-settings.ts";
import { describeFeed, describeLosingAccounts } from "../../trader/risk-warning.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/disclaimer.ts";
import { shareAboveBills } from "../../messages/fees.ts";

export default function DisclaimerPage() {
  const settings = usePublicSettings();
  const isAboveBills = useTakesShareAboveBills();
  const known = settings.status === "ready" ? settings.data : null;
  return (
    <Article title={texts.disclaimer} lead={texts.pageLead}>
      <ArticlePart title={texts.lossTitle}>
        <p>{texts.lossText}</p>
        {known === null ? null : <p>{describeLosingAccounts(known.losingAccountsPct)}</p>}
      </ArticlePart>
      <ArticlePart title={texts.pastResults}>
        <p>{texts.lossPastResults}</p>
      </ArticlePart>
      <ArticlePart title={texts.realTitle}>
        <FeedMeanings settings={known} />
      </ArticlePart>
      <ArticlePart title={texts.noAdvice}>
        <p>{texts.lossAdvice}</p>
      </ArticlePart>
      <ArticlePart title={texts.chargesTitle}>
        <p>{texts.chargesShare}</p>
        {isAboveBills ? <p>{shareAboveBills}</p> : null}
      </ArticlePart>
      <ArticlePart title={texts.operatorTitle}>
        <Operator settings={known} />
        <p>
          {texts.readMore({
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
          [texts.simulated, texts.feedSimulatedMeaning],
          [texts.replay, texts.feedReplayMeaning],
          [texts.live, texts.feedLiveMeaning],
          [texts.paper, texts.brokerPaperMeaning],
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
  if (settings === null) return <p>{texts.operatorLoading}</p>;
  const { operator, mode } = settings;
  if (operator === null) {
    return <p>{mode === "demo" ? texts.operatorDemo : texts.operatorNotNamed}</p>;
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
