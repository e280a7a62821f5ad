import { TERMS_VERSION } from "@wazi/contracts";
import { useBalanceInterestBasis, usePublicSettings, useTakesShareAboveBills } from "../../lib/public-settings.ts";
import { useTitle } from "../../lib/use-title.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/terms.ts";
import { shareAboveBills } from "../../messages/fees.ts";

/** A change of these texts needs a new TERMS_VERSION, so that everyone is asked again. */
export default function TermsPage() {
  useTitle(texts.terms);
  const isAboveBills = useTakesShareAboveBills();
  const legalBasis = useBalanceInterestBasis();
  return (
    <Article title={texts.terms} lead={texts.pageLead({ termsVersion: TERMS_VERSION })}>
      <ArticlePart title={texts.operatorTitle}>
        <Operator />
      </ArticlePart>
      <ArticlePart title={texts.yourAccount}>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{texts.accountAge}</li>
          <li>{texts.accountOne}</li>
          <li>{texts.accountMisuse}</li>
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.riskTitle}>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{texts.riskLoss}</li>
          <li>{texts.riskNoDebt}</li>
          <li>{legalBasis === null ? texts.riskBalance : texts.riskBalanceInterest({ legalBasis })}</li>
          <li>{texts.riskProfitShare}</li>
          {isAboveBills ? <li>{shareAboveBills}</li> : null}
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.paymentsTitle}>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{texts.paymentsAddresses}</li>
          <li>{texts.paymentsApproval({ link: (text) => <TextLink href="/status">{text}</TextLink> })}</li>
          <li>{texts.paymentsNetworkFee}</li>
          <li>{texts.paymentsHold}</li>
          <li>{texts.paymentsIdentityCheck}</li>
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.weTitle}>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{texts.weDeactivate}</li>
          <li>{texts.weAdjust}</li>
          <li>{texts.wePause}</li>
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.leaving}>
        <p>{texts.endText({ link: (text) => <TextLink href="/privacy">{text}</TextLink> })}</p>
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
        {texts.operatorText({
          name: operator.name,
          regulator: operator.regulator,
          licence: operator.licence,
          countriesServed: operator.countriesServed.join(", "),
        })}
      </p>
    );
  }
  return <p>{texts.operatorDemo}</p>;
}
