import { getCurrentUser } from "@wazi/contracts";
import { SignInForm } from "../../features/accounts/sign-in-form.tsx";
import { notifySessionChange } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";
import { toast } from "../../ui/toast-store.ts";
import { queryClient } from "../../lib/query-client.ts";
import { EntryShell } from "../shell/entry-shell.tsx";

const ONWARD_MS = 500;
const ACCESS_DENIED = "Access Denied: You do not have admin privileges";

/** Shown at /admin to everyone who is not an administrator. */
export function AdminSignInPage() {
  useTitle("Admin Sign In");
  return (
    <EntryShell>
      <h1 className="text-32">Admin sign in</h1>
      <p className="mt-2 mb-8 text-muted">For Wazi administrators.</p>
      <AdminSignInForm />
    </EntryShell>
  );
}

/** `heldFor` is the administrator whose page is covered. Their data is refreshed; for anyone else it is reset. */
export function AdminSignInForm({ heldFor }: { heldFor?: string }) {
  return (
    <SignInForm
      submitLabel="Sign In as Admin"
      onSignedIn={(user) => {
        if (!user.isAdmin) {
          toast.bad("Access Denied", "You do not have admin privileges");
          return { refusal: ACCESS_DENIED };
        }
        toast.good("Welcome Admin");
        setTimeout(() => {
          if (user.id === heldFor) {
            queryClient.setQueryData([getCurrentUser.path], user);
            void queryClient.invalidateQueries();
          } else {
            void queryClient.resetQueries();
          }
          notifySessionChange();
        }, ONWARD_MS);
        return undefined;
      }}
    />
  );
}
