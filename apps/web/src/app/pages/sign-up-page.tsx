import { type ReactNode, useSyncExternalStore } from "react";
import { Link, useLocation } from "wouter";
import { SignUpForm } from "../../people/investor/accounts/sign-up-form.tsx";
import { RiskWarning } from "../../trader/risk-warning.tsx";
import { useLeaveWhenSignedIn } from "../../lib/leave-when-signed-in.ts";
import { notifySessionChange } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { toast } from "../../ui/toast-store.ts";
import { EntryShell } from "../shell/entry-shell.tsx";
import { OperatorBlock } from "../shell/operator-block.tsx";
import { dashboard, signedInArea } from "../signed-in-pages.ts";
import * as texts from "../../messages/accounts.ts";

const ONWARD_MS = 1500;

export default function SignUpPage() {
  const [, navigate] = useLocation();
  useTitle(texts.signUp);
  useLeaveWhenSignedIn(() => navigate("/dashboard", { replace: true }));
  return (
    <EntryShell>
      <h1 className="text-32">{texts.signUpHeading}</h1>
      <p className="mt-2 mb-8 text-muted">
        {texts.signUpToSignIn({
          link: (text) => (
            <Link
              href="/signin"
              className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
            >
              {text}
            </Link>
          ),
        })}
      </p>
      <SignUpForm
        riskWarning={<RiskWarning />}
        onSignedUp={(user) => {
          toast.good(texts.accountCreated, texts.signUpDone({ firstName: user.firstName }));
          void signedInArea.preload();
          void dashboard.preload();
          setTimeout(() => {
            navigate("/dashboard");
            notifySessionChange();
          }, ONWARD_MS);
        }}
      />
      <TrustBadges />
    </EntryShell>
  );
}

/** Trust badges that state only what is in place. */
function TrustBadges() {
  const isOverTls = useIsOverTls();
  return (
    <div className="mt-8 border-t border-line pt-6 text-14 text-muted">
      <ul className="grid gap-3">
        <Badge icon="lock">{isOverTls ? texts.badgeTlsOn : texts.badgeTlsPlanned}</Badge>
        <Badge icon="key">{texts.badgeStorage}</Badge>
        <Badge icon="copy">{texts.badgePrivacy}</Badge>
      </ul>
      <OperatorBlock className="mt-6" />
    </div>
  );
}

function Badge({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon name={icon} className="mt-0.5 size-4" />
      <span>{children}</span>
    </li>
  );
}

function isOverTls(): boolean {
  return window.location.protocol === "https:";
}

/** The protocol does not change during a page's life. */
function subscribe(): () => void {
  return () => undefined;
}

/** True if this page came over TLS. False while it is not known, as in the rendered HTML. */
function useIsOverTls(): boolean {
  return useSyncExternalStore(subscribe, isOverTls, () => false);
}
