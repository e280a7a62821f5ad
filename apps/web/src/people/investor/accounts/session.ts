import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type LastingMutation, useLastingMutation } from "../../../lib/call-mutation.ts";
import { type CurrentUser, getCurrentUser, signOut } from "@wazi/contracts";
import { call, failureText, isSignedOut } from "../../../lib/api-client.ts";
import { getRefetchMs, queryClient } from "../../../lib/query-client.ts";
import { clearSession, useMayBeSignedIn } from "../../../lib/session.ts";
import { toast } from "../../../ui/toast-store.ts";
import * as texts from "../../../messages/accounts.ts";

/** The signed-in user, or null. A 401 is a valid answer here, not an error. */
async function readCurrentUser(signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await call(getCurrentUser, { signal });
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    clearSession();
    return null;
  }
}

export function useCurrentUser(): UseQueryResult<CurrentUser | null> {
  const mayBeSignedIn = useMayBeSignedIn();
  return useQuery({
    queryKey: [getCurrentUser.path],
    queryFn: ({ signal }) => readCurrentUser(signal),
    enabled: mayBeSignedIn,
    refetchInterval: getRefetchMs,
  });
}

/** The delay between sign-out and navigation. */
const ONWARD_MS = 100;

/** Ends the session, clears all cached data and navigates to the given path. */
export function useSignOut(goTo: (path: string) => void): LastingMutation<undefined, string> {
  return useLastingMutation({
    mutationFn: async (_path: string) => {
      await call(signOut, {});
      // Loaded when it is needed, as few pages have forms. Without it the drafts end with the tab.
      await import("../../../lib/drafts.ts").then(
        ({ forgetDrafts }) => forgetDrafts(),
        () => undefined,
      );
      return undefined;
    },
    onSuccess: (_answer, path) => {
      setTimeout(() => {
        goTo(path);
        clearSession();
        queryClient.clear();
      }, ONWARD_MS);
    },
    onError: (error) => toast.bad(texts.signOutFailedTitle, failureText(error, texts.signOutFailed)),
  });
}
