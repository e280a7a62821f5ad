import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOut, signedInPort } from "./api-client.ts";
import { isStreamOpen } from "./stream-state.ts";
import { clearSession } from "./session.ts";

/** Prices change all the time. Figures that depend on them are refetched at most this often. */
export const POLL_MS = 10_000;
const POLL_WITH_STREAM_MS = 60_000;

/**
 * How often to refetch figures that bots and administrators change, while the page is visible. Live updates make this a
 * fallback, so it is slower while the stream is open.
 */
export function getRefetchMs(): number {
  return isStreamOpen() ? POLL_WITH_STREAM_MS : POLL_MS;
}

function onError(error: unknown): void {
  if (isSignedOut(error)) clearSession();
}

/**
 * No retries and no automatic staleness: each mutation names the queries it changes, and each query states its polling.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: Infinity },
    mutations: { retry: false },
  },
});

signedInPort.cancelReads = () => queryClient.cancelQueries();
