import { Link, useLocation } from "wouter";
import { SignInForm } from "../../features/accounts/sign-in-form.tsx";
import { sessionChanged } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";
import { toast } from "../../ui/toast-store.ts";
import * as pages from "../pages.ts";
import { EntryShell } from "../shell/entry-shell.tsx";

const ONWARD_MS = 500;

/** With `goOn` it stands in for a screen that needs a sign-in, and that screen follows at the same address. */
export default function SignInPage({ goOn = false }: { goOn?: boolean }) {
  const [location, navigate] = useLocation();
  useTitle("Sign In");
  return (
    <EntryShell>
      <h1 className="text-32">Sign in</h1>
      <p className="mt-2 mb-8 text-muted">Welcome back. Your ledger is as you left it.</p>
      <SignInForm
        submitLabel="Sign In"
        onSignedIn={(user) => {
          toast.good("Welcome Back!", "Taking you to your account.");
          void pages.signedInArea.preload();
          setTimeout(() => {
            if (!goOn) navigate(user.isAdmin ? "/admin" : "/dashboard");
            else if (location === "/") navigate("/dashboard");
            sessionChanged();
          }, ONWARD_MS);
          return undefined;
        }}
      />
      <p className="mt-8 text-muted">
        New here?{" "}
        <Link
          href="/signup"
          className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
        >
          Create an account
        </Link>
      </p>
    </EntryShell>
  );
}
