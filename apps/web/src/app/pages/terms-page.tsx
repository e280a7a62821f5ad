import { TERMS_VERSION } from "@wazi/contracts";
import { usePublicSettings } from "../../trader/api.ts";
import { useTitle } from "../../lib/use-title.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/terms.ts";

/** A change of these texts needs a new TERMS_VERSION, so that everyone is asked again. */
export default function TermsPage() {
  useTitle(texts.terms);
  return (
    <Article title={texts.terms} lead={texts.theRulesBetweenYouAnd({ termsVersion: TERMS_VERSION })}>
      <ArticlePart title={texts.whoRunsThis}>
        <Operator />
      </ArticlePart>
      <ArticlePart title={texts.yourAccount}>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{texts.youMustAtLeast18}</li>
          <li>{texts.onePersonOneAccountKeep}</li>
          <li>{texts.tellUsAtOnceWhen}</li>
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.whatCanHappenToYour}>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{texts.botsTradeWithMoneyThat}</li>
          <li>{texts.youNeverOweMoreThan}</li>
          <li>{texts.moneyInYourBalanceNot}</li>
          <li>{texts.fromProfitAboveWhatYou}</li>
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.depositsAndWithdrawals}>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{texts.yourDepositAddressesGivenTo}</li>
          <li>{texts.youCanAskForYour({ link: (text) => <TextLink href="/status">{text}</TextLink> })}</li>
          <li>{texts.theNetworkFeeWithdrawalCovered}</li>
          <li>{texts.afterChangeYourPasswordSecond}</li>
          <li>{texts.anIdentityCheckNeverStands}</li>
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.whatWeMayDo}>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{texts.weMayDeactivateAccountAnd}</li>
          <li>{texts.weMayCorrectMistakeWith}</li>
          <li>{texts.weMayPauseBotTaking}</li>
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.leaving}>
        <p>{texts.youCanDeleteYourAccount({ link: (text) => <TextLink href="/privacy">{text}</TextLink> })}</p>
      </ArticlePart>
    </Article>
  );
}

function Operator() {
  const settings = usePublicSettings();
  const operator = settings.status === "ready" ? settings.data.operator : null;
  if (operator) {
    return (
      <p>
        {texts.nameSupervisedByRegulatorLicence({
          name: operator.name,
          regulator: operator.regulator,
          licence: operator.licence,
          countriesServed: operator.countriesServed.join(", "),
        })}
      </p>
    );
  }
  return <p>{texts.thisInstallationDemoWithPaper}</p>;
}
