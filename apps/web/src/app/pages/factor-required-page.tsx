import type { CurrentUser } from "@wazi/contracts";
import { useLocation } from "wouter";
import { useSignOut } from "../../people/investor/accounts/session.ts";
import SecuritySection from "../../people/investor/second-factors/security-section.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { EntryShell } from "../shell/entry-shell.tsx";
import * as texts from "../../messages/accounts.ts";

/** All that an administrator without a second factor can do where one is required. */
export default function FactorRequiredPage({ user }: { user: CurrentUser }) {
  useTitle(texts.factorPageTitle);
  const [, navigate] = useLocation();
  const signOut = useSignOut(navigate);
  return (
    <EntryShell>
      <h1 className="text-32">{texts.factorHeading}</h1>
      <p className="mt-2 mb-6 text-muted">{texts.factorSignedInAs({ email: user.email })}</p>
      <Notice look="warning" title={texts.factorAdministratorTitle} className="mb-6">
        {texts.factorAdministratorText}
      </Notice>
      <h2 className="sr-only">{texts.factorSectionTitle}</h2>
      <SecuritySection />
      <Button
        look="quiet"
        className="mt-6"
        pending={signOut.isPending}
        pendingLabel={texts.signingOut}
        onClick={() => signOut.mutate("/signin")}
      >
        {texts.signOut}
      </Button>
    </EntryShell>
  );
}
