import { usePublicSettings } from "../../trader/api.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/how-wazi-earns.ts";

/** Where the platform's income comes from, and what that means for the investor. */
export default function HowWaziEarnsPage() {
  const settings = usePublicSettings();
  const isDemo = settings.status === "ready" && settings.data.mode === "demo";
  return (
    <Article title={texts.howWaziMakesMoney} lead={texts.weEarnWhenYouEarn}>
      {isDemo ? (
        <ArticlePart title={texts.inThisDemo}>
          <p>{texts.allMoneyHerePracticeMoney}</p>
        </ArticlePart>
      ) : null}
      <ArticlePart title={texts.theOneSourceOfIncome}>
        <p>{texts.waziTakesShareYourProfit}</p>
        <p>{texts.everyShareEntryInLedger({ link: (text) => <TextLink href="/fees">{text}</TextLink> })}</p>
      </ArticlePart>
      <ArticlePart title={texts.whatWaziDoesNotEarn}>
        <p>{texts.costsTradingGoToMarket}</p>
        <p>{texts.amountsRoundedToCentWhat}</p>
      </ArticlePart>
      <ArticlePart title={texts.whereOurInterestsDiffer}>
        <p>{texts.waziSharesYourGainsBut}</p>
        <p>{texts.aLargerTotalDepositsGives}</p>
      </ArticlePart>
      <ArticlePart title={texts.howYouCanCheckThis}>
        <p>
          {texts.yourStatementNamesProfitShare({
            link: (text) => <TextLink href="/status">{text}</TextLink>,
            link2: (text) => <TextLink href="/proofs">{text}</TextLink>,
          })}
        </p>
      </ArticlePart>
    </Article>
  );
}
