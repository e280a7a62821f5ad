import { LinkAction } from "../../features/accounts/link-action.tsx";
import { loadRecovery } from "../../features/accounts/load-recovery.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EntryShell } from "../shell/entry-shell.tsx";

export default function VerifyEmailPage() {
  useTitle("Confirm E-mail");
  return (
    <EntryShell>
      <h1 className="text-32">Confirm your e-mail address</h1>
      <p className="mt-2 mb-8 text-muted">
        One click, and we know that our mails reach you. Deposits and withdrawals work without it.
      </p>
      <LinkAction
        button="Confirm e-mail address"
        pending="Confirming..."
        act={async (token) => {
          await (await loadRecovery()).verifyEmailByLink(token);
          return (
            <div className="grid gap-4">
              <Notice look="good" title="Your e-mail address is confirmed">
                Thank you. You do not need to do anything else.
              </Notice>
              <TextLink href="/dashboard">Go to your dashboard</TextLink>
            </div>
          );
        }}
        afterFailure={
          <p className="text-muted">
            Sign in and ask for another link on your <TextLink href="/profile">profile page</TextLink>.
          </p>
        }
      />
    </EntryShell>
  );
}
