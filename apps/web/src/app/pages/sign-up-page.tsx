import { Icon } from "../../ui/icons.tsx";
import { Link, useLocation } from "wouter";
import { SignUpForm } from "../../features/accounts/sign-up-form.tsx";
import { RiskWarning } from "../../features/market-data/risk-warning.tsx";
import { useIsOverTls } from "../../lib/connection.ts";
import { sessionChanged } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";
import { toast } from "../../ui/toast-store.ts";
import * as pages from "../pages.ts";
import { EntryShell } from "../shell/entry-shell.tsx";

const onwardMs = 1500;

export default function SignUpPage() {
  const [, navigate] = useLocation();
  useTitle("Sign Up");
  return (
    <EntryShell>
      <h1 className="text-32">Create your account</h1>
      <p className="mt-2 mb-8 text-muted">
        Already have one?{" "}
        <Link
          href="/signin"
          className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
        >
          Sign in
        </Link>
      </p>
      <SignUpForm
        riskWarning={<RiskWarning />}
        onSignedUp={(user) => {
          toast.good("Account Created!", `Welcome to Wazi, ${user.firstName}. Taking you to your dashboard.`);
          void pages.signedInArea.preload();
          void pages.dashboard.preload();
          setTimeout(() => {
            navigate("/dashboard");
            sessionChanged();
          }, onwardMs);
        }}
      />
      <TrustBadges />
    </EntryShell>
  );
}

/** Only what is so: encryption on the way where this page came over TLS, and how the password is kept. */
function TrustBadges() {
  const isOverTls = useIsOverTls();
  return (
    <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-6 text-14 text-muted">
      <li className="flex items-center gap-2">
        <Icon name="lock" className="size-4" />
        {isOverTls ? "SSL Encryption" : "TLS when deployed"}
      </li>
      <li className="flex items-center gap-2">
        <Icon name="key" className="size-4" />
        Your password is never kept, only its argon2id hash
      </li>
    </ul>
  );
}
