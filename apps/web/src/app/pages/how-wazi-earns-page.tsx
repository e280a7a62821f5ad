import { usePublicSettings, useTakesShareAboveBills } from "../../lib/public-settings.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/how-wazi-earns.ts";
import { shareAboveBills } from "../../messages/fees.ts";

/** Where the platform's income comes from, and what that means for the investor. */
export default function HowWaziEarnsPage() {
  const settings = usePublicSettings();
  const isAboveBills = useTakesShareAboveBills();
  const isDemo = settings.status === "ready" && settings.data.mode === "demo";
  return (
    <Article title={texts.pageTitle} lead={texts.pageLead}>
      {isDemo ? (
        <ArticlePart title={texts.demoTitle}>
          <p>{texts.demoText}</p>
        </ArticlePart>
      ) : null}
      <ArticlePart title={texts.incomeTitle}>
        <p>{texts.incomeShare}</p>
        {isAboveBills ? <p>{shareAboveBills}</p> : null}
        <p>{texts.checkLedger({ link: (text) => <TextLink href="/fees">{text}</TextLink> })}</p>
      </ArticlePart>
      <ArticlePart title={texts.notFromTitle}>
        <p>{texts.notFromCosts}</p>
        <p>{texts.checkRounding}</p>
      </ArticlePart>
      <ArticlePart title={texts.conflictTitle}>
        <p>{texts.conflictRisk}</p>
        <p>{texts.conflictDeposits}</p>
      </ArticlePart>
      <ArticlePart title={texts.checkTitle}>
        <p>
          {texts.checkStatement({
            link: (text) => <TextLink href="/status">{text}</TextLink>,
            link2: (text) => <TextLink href="/proofs">{text}</TextLink>,
          })}
        </p>
      </ArticlePart>
    </Article>
  );
}
