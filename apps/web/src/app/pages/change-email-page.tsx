import { LinkAction } from "../../features/accounts/link-action.tsx";
import { loadRecovery } from "../../features/accounts/load-recovery.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EntryShell } from "../shell/entry-shell.tsx";

export default function ChangeEmailPage() {
  useTitle("New E-mail");
  return (
    <EntryShell>
      <h1 className="text-32">Use this e-mail address</h1>
      <p className="mt-2 mb-8 text-muted">
        Your account changes to this address. Sign in with it from then on. Withdrawals wait 24 hours after the change.
      </p>
      <LinkAction
        button="Use this address"
        pending="Changing..."
        act={async (token) => {
          const { email } = await (await loadRecovery()).changeEmailByLink(token);
          return (
            <div className="grid gap-4">
              <Notice look="good" title="Your e-mail address was changed">
                Sign in with <strong>{email}</strong> from now on. We have told both addresses.
              </Notice>
              <TextLink href="/dashboard">Go to your dashboard</TextLink>
            </div>
          );
        }}
        afterFailure={
          <p className="text-muted">
            Sign in and start the change again on your <TextLink href="/profile">profile page</TextLink>.
          </p>
        }
      />
    </EntryShell>
  );
}
