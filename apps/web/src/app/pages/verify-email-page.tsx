import { LinkAction } from "../../people/investor/accounts/link-action.tsx";
import { loadRecovery } from "../../people/investor/accounts/load-recovery.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EntryShell } from "../shell/entry-shell.tsx";
import * as texts from "../../messages/accounts.ts";

export default function VerifyEmailPage() {
  useTitle(texts.confirmEMail);
  return (
    <EntryShell>
      <h1 className="text-32">{texts.confirmYourEMailAddress}</h1>
      <p className="mt-2 mb-8 text-muted">{texts.oneClickAndWeKnow}</p>
      <LinkAction
        button={texts.confirmEMailAddress}
        pending={texts.confirming}
        act={async (token) => {
          await (await loadRecovery()).verifyEmailByLink(token);
          return (
            <div className="grid gap-4">
              <Notice look="good" title={texts.yourEMailAddressConfirmed}>
                {texts.thankYouYouDoNot}
              </Notice>
              <TextLink href="/dashboard">{texts.goToYourDashboard}</TextLink>
            </div>
          );
        }}
        afterFailure={
          <p className="text-muted">
            {texts.signInAndAskFor({ link: (text) => <TextLink href="/profile">{text}</TextLink> })}
          </p>
        }
      />
    </EntryShell>
  );
}
