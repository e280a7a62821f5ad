import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { signOut } from "@wazi/contracts";
import { call, failureText } from "../../lib/api-client.ts";
import { queryClient } from "../../lib/query-client.ts";
import { sessionEnded } from "../../lib/session.ts";
import { toast } from "../../ui/toast-store.ts";

/** After a sign-out the person is sent onward after this long. */
const ONWARD_MS = 100;

/** Ends the session, forgets everything that was read in it, and goes on to the path that was given. */
export function useSignOut(goTo: (path: string) => void): UseMutationResult<undefined, Error, string> {
  return useMutation({
    mutationFn: (_path: string) => call(signOut, {}),
    onSuccess: (_answer, path) => {
      setTimeout(() => {
        goTo(path);
        sessionEnded();
        queryClient.clear();
      }, ONWARD_MS);
    },
    onError: (error) => toast.bad("Sign Out Failed", failureText(error, "Failed to sign out")),
  });
}
