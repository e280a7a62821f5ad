import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getCurrentUser, type CurrentUser } from "@wazi/contracts";
import { call, isSignedOut } from "../../lib/api-client.ts";
import { liveFiguresMs } from "../../lib/query-client.ts";
import { sessionEnded, useMayBeSignedIn } from "../../lib/session.ts";

/** The signed-in user, or null when there is none: a 401 is an answer here, not an error. */
async function readCurrentUser(signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await call(getCurrentUser, { signal });
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    sessionEnded();
    return null;
  }
}

export function useCurrentUser(): UseQueryResult<CurrentUser | null> {
  const mayBeSignedIn = useMayBeSignedIn();
  return useQuery({
    queryKey: [getCurrentUser.path],
    queryFn: ({ signal }) => readCurrentUser(signal),
    enabled: mayBeSignedIn,
    refetchInterval: liveFiguresMs,
  });
}
