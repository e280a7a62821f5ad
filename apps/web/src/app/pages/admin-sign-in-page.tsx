import { getCurrentUser } from "@wazi/contracts";
import { SignInForm } from "../../people/investor/accounts/sign-in-form.tsx";
import { notifySessionChange } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";
import { toast } from "../../ui/toast-store.ts";
import { queryClient } from "../../lib/query-client.ts";
import { EntryShell } from "../shell/entry-shell.tsx";
import * as texts from "../../messages/admin-sign-in.ts";

const ONWARD_MS = 500;
const ACCESS_DENIED = texts.accessDeniedSentence;

/** Shown at /admin to everyone who is not an administrator. */
export function AdminSignInPage() {
  useTitle(texts.pageTitle);
  return (
    <EntryShell>
      <h1 className="text-32">{texts.heading}</h1>
      <p className="mt-2 mb-8 text-muted">{texts.lead}</p>
      <AdminSignInForm />
    </EntryShell>
  );
}

/** `heldFor` is the administrator whose page is covered. Their data is refreshed; for anyone else it is reset. */
export function AdminSignInForm({ heldFor }: { heldFor?: string }) {
  return (
    <SignInForm
      submitLabel={texts.submit}
      onSignedIn={(user) => {
        if (!user.isAdmin) {
          toast.bad(texts.accessDenied, texts.notAdministrator);
          return { refusal: ACCESS_DENIED };
        }
        toast.good(texts.welcomeAdmin);
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
