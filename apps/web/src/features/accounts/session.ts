import { useMutation, type UseMutationResult, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type CurrentUser, getCurrentUser, signOut } from "@wazi/contracts";
import { call, failureText, isSignedOut } from "../../lib/api-client.ts";
import { getRefetchMs, queryClient } from "../../lib/query-client.ts";
import { clearSession, useMayBeSignedIn } from "../../lib/session.ts";
import { toast } from "../../ui/toast-store.ts";

/** The signed-in user, or null when there is none: a 401 is an answer here, not an error. */
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

/** After a sign-out the person is sent onward after this long. */
const ONWARD_MS = 100;

/** Ends the session, forgets everything that was read in it, and goes on to the path that was given. */
export function useSignOut(goTo: (path: string) => void): UseMutationResult<undefined, Error, string> {
  return useMutation({
    mutationFn: (_path: string) => call(signOut, {}),
    onSuccess: (_answer, path) => {
      setTimeout(() => {
        goTo(path);
        clearSession();
        queryClient.clear();
      }, ONWARD_MS);
    },
    onError: (error) => toast.bad("Sign Out Failed", failureText(error, "Failed to sign out")),
  });
}
