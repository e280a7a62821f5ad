import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOut } from "./api-client.ts";
import { sessionEnded } from "./session.ts";

/**
 * Figures that bots and administrators move (balance, positions, trades, a pending deposit) are read again this often
 * while the page is in sight: a person must not decide on a figure that has long been another.
 */
export const liveFiguresMs = 10_000;

function onError(error: unknown): void {
  if (isSignedOut(error)) sessionEnded();
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
