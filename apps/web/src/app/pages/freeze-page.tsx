import { LinkAction } from "../../features/accounts/link-action.tsx";
import { loadRecovery } from "../../features/accounts/load-recovery.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EntryShell } from "../shell/entry-shell.tsx";

/** "This was not me": opened from a mail, without signing in. Opening it changes nothing. */
export default function FreezePage() {
  useTitle("Freeze Account");
  return (
    <EntryShell>
      <h1 className="text-32">Freeze my account</h1>
      <p className="mt-2 mb-4 text-muted">Do this if a mail from us tells of something that you did not do.</p>
      <ul className="mb-8 grid list-disc gap-2 pl-5">
        <li>All sessions end at once, and no one can sign in.</li>
        <li>Withdrawals wait. No money leaves your account.</li>
        <li>Your bots and your money stay as they are.</li>
        <li>To end it, reset your password by e-mail.</li>
      </ul>
      <LinkAction
        button="Freeze my account"
        pending="Freezing..."
        look="danger"
        act={async (token) => {
          await (await loadRecovery()).freezeByLink(token);
          return (
            <div className="grid gap-4">
              <Notice look="good" title="Your account is frozen">
                All sessions have ended, and withdrawals wait. First make sure that only you can read your e-mail. Then
                reset your password.
              </Notice>
              <TextLink href="/forgot-password">Reset my password</TextLink>
            </div>
          );
        }}
        afterFailure={
          <p className="text-muted">
            You can also <TextLink href="/forgot-password">reset your password</TextLink>: that ends all sessions and
            makes withdrawals wait too.
          </p>
        }
      />
    </EntryShell>
  );
}
