import { TERMS_VERSION } from "@wazi/contracts";
import { PersonalDataList } from "../../features/accounts/personal-data-list.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";

/** A change of these texts needs a new TERMS_VERSION, so that everyone is asked again. */
export default function PrivacyPage() {
  useTitle("Privacy");
  return (
    <Article
      title="Privacy"
      lead={`Which personal data we keep, why, and what happens to it when you leave. Version ${TERMS_VERSION}.`}
    >
      <ArticlePart title="What we keep">
        <PersonalDataList withPurpose />
      </ArticlePart>
      <ArticlePart title="Who sees it">
        <ul className="grid list-disc gap-2 pl-5">
          <li>You, on your profile page. You can download all of it as one file.</li>
          <li>Administrators of this platform, as far as they need it. What they do is recorded.</li>
          <li>Whoever carries out a payment or delivers a mail gets what is needed for it, such as your address.</li>
          <li>No one else. We sell nothing, and these pages load nothing from other sites.</li>
        </ul>
      </ArticlePart>
      <ArticlePart title="Mail">
        <p>
          We write when something happens to your money or your account. Those mails are part of the service. News about
          Wazi comes only if you asked for it, and you can take that back on your profile page at any time. Our mails
          contain no pictures and no trackers.
        </p>
      </ArticlePart>
      <ArticlePart title="Your rights">
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            See and download your data: on your <TextLink href="/profile">profile page</TextLink>.
          </li>
          <li>
            Correct it: name, phone and preferences there. Country and date of birth until your identity is verified.
          </li>
          <li>Have it erased: delete your account there, when it holds no money.</li>
          <li>Take back your consent to news, there.</li>
        </ul>
      </ArticlePart>
      <ArticlePart title="Backups">
        <p>
          A backup of the database keeps what it held when it was made, until the operator replaces it. Cookies have
          their <TextLink href="/cookies">own page</TextLink>.
        </p>
      </ArticlePart>
    </Article>
  );
}
