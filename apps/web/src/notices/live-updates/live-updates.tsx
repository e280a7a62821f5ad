import { useQueryClient, type Query, type QueryClient } from "@tanstack/react-query";
import type { LiveUpdate } from "@wazi/contracts";
import { useEffect } from "react";
import { isOffline } from "../../lib/online.ts";
import { POLL_MS } from "../../lib/query-client.ts";
import { ConnectionLine } from "./connection-line.tsx";
import { gatherUpdates } from "./gather-updates.ts";
import { openLiveStream } from "./open-live-stream.ts";
import { findStaleKeys } from "./stale-keys.ts";

/** The least time between two refetches because of trades. On a fast replay, bots trade many times a second. */
const TRADES_REST_MS = 3_000;

/** The stream stays open across a change of screen. It closes when no screen has used it for this long. */
const SCREEN_CHANGE_MS = 200;

let following: (() => void) | null = null;
let closing: ReturnType<typeof setTimeout> | undefined;

function stopFollowing(): void {
  following?.();
  following = null;
}

/** Refetches what the server says has changed while the user is signed in, and shows connection problems. */
export default function LiveUpdates() {
  const queryClient = useQueryClient();
  useEffect(() => {
    clearTimeout(closing);
    following ??= followUpdates(queryClient);
    return () => {
      closing = setTimeout(stopFollowing, SCREEN_CHANGE_MS);
    };
  }, [queryClient]);
  return <ConnectionLine />;
}

function followUpdates(queryClient: QueryClient): () => void {
  // The page reads them while it opens.
  let pricesReadAt = Date.now();

  const refetch = (updates: readonly LiveUpdate[]): void => {
    for (const queryKey of findStaleKeys(updates)) void queryClient.invalidateQueries({ queryKey });
  };
  const own = gatherUpdates(refetch, 0);
  const trades = gatherUpdates(refetch, TRADES_REST_MS);
  // Requests in flight are fresh enough. Failed queries retry through their own polling or the user's "Try again".
  const refetchAll = (): void => {
    if (isOffline()) return;
    const succeeded = { predicate: ({ state }: Query) => state.status === "success" };
    void queryClient.invalidateQueries(succeeded, { cancelRefetch: false });
  };

  const close = openLiveStream({
    onUpdate(update) {
      if (update.type === "prices") {
        if (Date.now() - pricesReadAt < POLL_MS) return;
        pricesReadAt = Date.now();
      }
      (update.type === "trade" ? trades : own).add(update);
    },
    onMissed: refetchAll,
    onDown: refetchAll,
  });
  window.addEventListener("online", refetchAll);
  return () => {
    window.removeEventListener("online", refetchAll);
    own.stop();
    trades.stop();
    close();
  };
}
