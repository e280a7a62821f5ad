import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { LiveUpdate } from "@wazi/contracts";
import { useEffect } from "react";
import { openLiveStream } from "../../lib/live-stream.ts";
import { POLL_MS } from "../../lib/query-client.ts";
import { ConnectionLine } from "./connection-line.tsx";
import { findStaleKeys } from "./stale-keys.ts";

/** One transaction sends several updates. They are collected for this long and handled together. */
const GATHER_MS = 300;

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
  let gathered: LiveUpdate[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pricesReadAt = 0;

  const refetchGathered = (): void => {
    timer = undefined;
    for (const queryKey of findStaleKeys(gathered)) void queryClient.invalidateQueries({ queryKey });
    gathered = [];
  };
  // Requests in flight are fresh enough. Failed queries retry through their own polling or the user's "Try again".
  const refetchAll = () =>
    void queryClient.invalidateQueries(
      { predicate: ({ state }) => state.status === "success" },
      { cancelRefetch: false },
    );

  const close = openLiveStream({
    onUpdate(update) {
      if (update.type === "prices") {
        if (Date.now() - pricesReadAt < POLL_MS) return;
        pricesReadAt = Date.now();
      }
      gathered.push(update);
      timer ??= setTimeout(refetchGathered, GATHER_MS);
    },
    onOpen: refetchAll,
    onDown: refetchAll,
  });
  return () => {
    clearTimeout(timer);
    close();
  };
}
