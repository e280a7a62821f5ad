import { LinkAction } from "../../people/investor/accounts/link-action.tsx";
import { loadRecovery } from "../../people/investor/accounts/load-recovery.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EntryShell } from "../shell/entry-shell.tsx";
import * as texts from "../../messages/accounts.ts";

export default function ChangeEmailPage() {
  useTitle(texts.newEmailPageTitle);
  return (
    <EntryShell>
      <h1 className="text-32">{texts.newEmailHeading}</h1>
      <p className="mt-2 mb-8 text-muted">{texts.newEmailEffect}</p>
      <LinkAction
        button={texts.newEmailSubmit}
        pending={texts.changing}
        act={async (token) => {
          const { email, waitsFor, happensAt } = await (await loadRecovery()).changeEmailByLink(token);
          const newEmail = { email: <strong className="break-all">{email}</strong> };
          return (
            <div className="grid gap-4">
              <Notice look="good" title={waitsFor === null ? texts.newEmailDoneTitle : texts.newEmailAgreedTitle}>
                {waitsFor === "new-address"
                  ? texts.newEmailWaitsForNew(newEmail)
                  : happensAt === null
                    ? texts.newEmailDoneText(newEmail)
                    : texts.newEmailWaitsForOld({ ...newEmail, time: formatDayAndTime(happensAt) })}
              </Notice>
              <TextLink href="/dashboard">{texts.toDashboard}</TextLink>
            </div>
          );
        }}
        afterFailure={
          <p className="text-muted">
            {texts.newEmailRestart({ link: (text) => <TextLink href="/profile">{text}</TextLink> })}
          </p>
        }
      />
    </EntryShell>
  );
}
