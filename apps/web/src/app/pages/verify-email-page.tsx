import { LinkAction } from "../../people/investor/accounts/link-action.tsx";
import { loadRecovery } from "../../people/investor/accounts/load-recovery.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EntryShell } from "../shell/entry-shell.tsx";
import * as texts from "../../messages/accounts.ts";

export default function VerifyEmailPage() {
  useTitle(texts.emailConfirmPageTitle);
  return (
    <EntryShell>
      <h1 className="text-32">{texts.emailConfirmHeading}</h1>
      <p className="mt-2 mb-8 text-muted">{texts.emailConfirmWhy}</p>
      <LinkAction
        button={texts.emailConfirmSubmit}
        pending={texts.confirming}
        act={async (token) => {
          await (await loadRecovery()).verifyEmailByLink(token);
          return (
            <div className="grid gap-4">
              <Notice look="good" title={texts.emailConfirmDoneTitle}>
                {texts.emailConfirmDoneText}
              </Notice>
              <TextLink href="/dashboard">{texts.toDashboard}</TextLink>
            </div>
          );
        }}
        afterFailure={
          <p className="text-muted">
            {texts.emailConfirmAskAgain({ link: (text) => <TextLink href="/profile">{text}</TextLink> })}
          </p>
        }
      />
    </EntryShell>
  );
}
