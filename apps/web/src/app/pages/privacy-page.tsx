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
    <Article title={texts.privacy} lead={texts.pageLead({ termsVersion: TERMS_VERSION })}>
      <ArticlePart title={texts.dataTitle}>
        <PersonalDataList withPurpose />
      </ArticlePart>
      <ArticlePart title={texts.viewersTitle}>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{texts.viewersYou}</li>
          <li>{texts.viewersAdministrators}</li>
          <li>{texts.viewersProviders}</li>
          <li>{texts.viewersPushServices}</li>
          <li>{texts.viewersNobodyElse}</li>
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.messagesTitle}>
        <p>{texts.messagesMail({ link: (text) => <TextLink href="/profile">{text}</TextLink> })}</p>
        <p>{texts.messagesPush}</p>
      </ArticlePart>
      <ArticlePart title={texts.yourRights}>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{texts.rightDownload({ link: (text) => <TextLink href="/profile">{text}</TextLink> })}</li>
          <li>{texts.rightCorrect}</li>
          <li>{texts.rightErase}</li>
          <li>{texts.rightWithdrawConsent}</li>
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.backups}>
        <p>{texts.backupsText({ link: (text) => <TextLink href="/cookies">{text}</TextLink> })}</p>
      </ArticlePart>
    </Article>
  );
}
