import { Link, useLocation } from "wouter";
import { SignInForm } from "../../people/investor/accounts/sign-in-form.tsx";
import { useLeaveWhenSignedIn } from "../../lib/leave-when-signed-in.ts";
import { notifySessionChange } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";
import { toast } from "../../ui/toast-store.ts";
import { EntryShell } from "../shell/entry-shell.tsx";
import { signedInArea } from "../signed-in-pages.ts";
import * as texts from "../../messages/accounts.ts";

const ONWARD_MS = 500;

/** With `continueHere` it replaces a page that needs sign-in; that page follows at the same path. */
export default function SignInPage({ continueHere = false }: { continueHere?: boolean }) {
  const [location, navigate] = useLocation();
  useTitle(texts.signInTitle);
  useLeaveWhenSignedIn(() => navigate("/dashboard", { replace: true }), !continueHere);
  return (
    <EntryShell>
      <h1 className="text-32">{texts.signIn}</h1>
      <p className="mt-2 mb-8 text-muted">{texts.signInLead}</p>
      <SignInForm
        submitLabel={texts.signInTitle}
        onSignedIn={(user) => {
          toast.good(texts.welcomeBack, texts.signInDone);
          void signedInArea.preload();
          setTimeout(() => {
            if (!continueHere) navigate(user.isAdmin ? "/admin" : "/dashboard");
            else if (location === "/") navigate("/dashboard");
            notifySessionChange();
          }, ONWARD_MS);
          return undefined;
        }}
      />
      <p className="mt-5">
        <Link
          href="/forgot-password"
          className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
        >
          {texts.forgotHeading}
        </Link>
      </p>
      <p className="mt-3 text-muted">
        {texts.signInToSignUp({
          link: (text) => (
            <Link
              href="/signup"
              className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
            >
              {text}
            </Link>
          ),
        })}
      </p>
    </EntryShell>
  );
}
