import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOut } from "./api-client.ts";
import { isStreamOpen } from "./live-stream.ts";
import { clearSession } from "./session.ts";

/** The prices behind positions move all the time: told of them, figures are read again this often and not more. */
export const POLL_MS = 10_000;
const POLL_WITH_STREAM_MS = 60_000;

/**
 * Figures that bots and administrators move (balance, positions, trades, a pending deposit) are read again this often
 * while the page is in sight: a person must not decide on a figure that has long been another. While the server tells
 * by itself what has changed, that is only a second string.
 */
export function getRefetchMs(): number {
  return isStreamOpen() ? POLL_WITH_STREAM_MS : POLL_MS;
}

function onError(error: unknown): void {
  if (isSignedOut(error)) clearSession();
}

/** Nothing is retried and nothing goes stale by itself: a mutation names what it changes, and polling is stated per query. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: Infinity },
    mutations: { retry: false },
  },
});
