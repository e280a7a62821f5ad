import { TERMS_VERSION } from "@wazi/contracts";
import { PersonalDataList } from "../../people/investor/accounts/personal-data-list.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/privacy.ts";

/** A change of these texts needs a new TERMS_VERSION, so that everyone is asked again. */
export default function PrivacyPage() {
  useTitle(texts.privacy);
  return (
    <Article title={texts.privacy} lead={texts.whichPersonalDataWeKeep({ termsVersion: TERMS_VERSION })}>
      <ArticlePart title={texts.whatWeKeep}>
        <PersonalDataList withPurpose />
      </ArticlePart>
      <ArticlePart title={texts.whoSeesIt}>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{texts.youOnYourProfilePage}</li>
          <li>{texts.administratorsThisPlatformAsFar}</li>
          <li>{texts.whoeverCarriesOutPaymentOr}</li>
          <li>{texts.ifYouTurnOnPush}</li>
          <li>{texts.noOneElseWeSell}</li>
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.mailAndPush}>
        <p>{texts.weWriteWhenSomethingHappens({ link: (text) => <TextLink href="/profile">{text}</TextLink> })}</p>
        <p>{texts.pushMessagesOffUntilYou}</p>
      </ArticlePart>
      <ArticlePart title={texts.yourRights}>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{texts.seeAndDownloadYourData({ link: (text) => <TextLink href="/profile">{text}</TextLink> })}</li>
          <li>{texts.correctItNamePhoneAnd}</li>
          <li>{texts.haveItErasedDeleteYour}</li>
          <li>{texts.takeBackYourConsentTo}</li>
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.backups}>
        <p>{texts.aBackupDatabaseKeepsWhat({ link: (text) => <TextLink href="/cookies">{text}</TextLink> })}</p>
      </ArticlePart>
    </Article>
  );
}
