import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { LiveUpdate } from "@wazi/contracts";
import { useEffect } from "react";
import { openLiveStream } from "../../lib/live-stream.ts";
import { POLL_MS } from "../../lib/query-client.ts";
import { keysToRead } from "./what-to-read.ts";

/** What one transaction changes is told in several updates: they are gathered for this long and read once. */
const GATHER_MS = 300;

/** From one screen to the next the stream stays open: only when none has followed after this long is it closed. */
const CHANGE_OF_SCREEN_MS = 200;

let following: (() => void) | null = null;
let closing: ReturnType<typeof setTimeout> | undefined;

function stopFollowing(): void {
  following?.();
  following = null;
}

/** Follows what the server tells for as long as somebody is signed in: what is on the screen is read again. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  useEffect(() => {
    clearTimeout(closing);
    following ??= followUpdates(queryClient);
    return () => {
      closing = setTimeout(stopFollowing, CHANGE_OF_SCREEN_MS);
    };
  }, [queryClient]);
  return null;
}

function followUpdates(queryClient: QueryClient): () => void {
  let gathered: LiveUpdate[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pricesReadAt = 0;

  const readGathered = (): void => {
    timer = undefined;
    for (const queryKey of keysToRead(gathered)) void queryClient.invalidateQueries({ queryKey });
    gathered = [];
  };
  // What is on its way already is as new as can be; what failed is tried again by its own poll, or by who is asked to.
  const readAll = () =>
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
      timer ??= setTimeout(readGathered, GATHER_MS);
    },
    onOpen: readAll,
    onDown: readAll,
  });
  return () => {
    clearTimeout(timer);
    close();
  };
}
