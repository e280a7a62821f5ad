import type { CurrentUser } from "@wazi/contracts";
import { useLocation } from "wouter";
import { useSignOut } from "../../features/accounts/session.ts";
import SecuritySection from "../../features/second-factors/security-section.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { EntryShell } from "../shell/entry-shell.tsx";

/** All that an administrator without a second factor can do where one is required. */
export default function FactorRequiredPage({ user }: { user: CurrentUser }) {
  useTitle("Set Up a Second Step");
  const [, navigate] = useLocation();
  const signOut = useSignOut(navigate);
  return (
    <EntryShell>
      <h1 className="text-32">One more step</h1>
      <p className="mt-2 mb-6 text-muted">You are signed in as {user.email}.</p>
      <Notice look="warning" title="Administrators need a second step" className="mb-6">
        Set up an authenticator app or a passkey. The back office opens right after.
      </Notice>
      <SecuritySection />
      <Button
        look="quiet"
        className="mt-6"
        pending={signOut.isPending}
        pendingLabel="Signing Out..."
        onClick={() => signOut.mutate("/signin")}
      >
        Sign Out
      </Button>
    </EntryShell>
  );
}
