import { QueryClientProvider } from "@tanstack/react-query";
import type { CurrentUser } from "@wazi/contracts";
import { useCurrentUser } from "../../features/accounts/current-user.ts";
import { useSignOut } from "../../features/accounts/sign-out.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Button, LinkButton } from "../../ui/button.tsx";

/** What the public bar shows to who is signed in. In a chunk of its own: visitors never need it. */
export default function SignedInActions() {
  return (
    <QueryClientProvider client={queryClient}>
      <Actions />
    </QueryClientProvider>
  );
}

function Actions() {
  const { data: user } = useCurrentUser();
  // A full page load, so that nothing of the session stays in the page.
  const signOut = useSignOut((path) => window.location.assign(path));
  if (user === undefined || user === null) return null;
  return (
    <>
      <span className="hidden items-center gap-2 text-14 md:flex">
        <span
          aria-hidden="true"
          className="flex size-9 items-center justify-center rounded-full bg-panel font-display font-semibold text-on-panel"
        >
          {initialOf(user)}
        </span>
        {user.firstName || user.email}
      </span>
      <LinkButton href="/dashboard" className="px-4">
        Dashboard
      </LinkButton>
      {user.isAdmin ? (
        <LinkButton href="/admin" look="secondary" className="px-4 max-sm:hidden">
          Admin
        </LinkButton>
      ) : null}
      <Button
        look="quiet"
        className="px-3"
        pending={signOut.isPending}
        pendingLabel="Signing Out..."
        onClick={() => signOut.mutate("/landing")}
      >
        Sign Out
      </Button>
    </>
  );
}

function initialOf({ firstName, email }: CurrentUser): string {
  return (firstName || email || "U").charAt(0).toUpperCase();
}
