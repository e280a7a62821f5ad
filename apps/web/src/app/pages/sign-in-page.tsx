import { Link, useLocation } from "wouter";
import { SignInForm } from "../../features/accounts/sign-in-form.tsx";
import { notifySessionChange } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";
import { toast } from "../../ui/toast-store.ts";
import { EntryShell } from "../shell/entry-shell.tsx";
import { signedInArea } from "../signed-in-pages.ts";

const ONWARD_MS = 500;

/** With `continueHere` it replaces a page that needs sign-in; that page follows at the same path. */
export default function SignInPage({ continueHere = false }: { continueHere?: boolean }) {
  const [location, navigate] = useLocation();
  useTitle("Sign In");
  return (
    <EntryShell>
      <h1 className="text-32">Sign in</h1>
      <p className="mt-2 mb-8 text-muted">Welcome back. Sign in to see your account.</p>
      <SignInForm
        submitLabel="Sign In"
        onSignedIn={(user) => {
          toast.good("Welcome Back!", "Taking you to your account.");
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
          Forgot your password?
        </Link>
      </p>
      <p className="mt-3 text-muted">
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
