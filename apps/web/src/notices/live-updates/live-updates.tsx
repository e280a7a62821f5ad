import { type Query, type QueryClient, useIsFetching, useIsMutating, useQueryClient } from "@tanstack/react-query";
import {
  type Call,
  DAY_MS,
  getCurrentUser,
  getPackageTier,
  getPerformance,
  getStatement,
  getTrackRecord,
  getVerification,
  HOUR_MS,
  listBots,
  listBotTrades,
  listDeposits,
  listNotices,
  listNotifications,
  listStatementMonths,
  listUserBots,
  listUserTrades,
  listWithdrawals,
  type LiveUpdate,
  type LiveUpdateType,
  MINUTE_MS,
} from "@wazi/contracts";
import { useEffect } from "react";
import { isOffline, useIsOnline } from "../../lib/online.ts";
import { POLL_MS } from "../../lib/query-client.ts";
import { openLiveStream } from "./open-live-stream.ts";
import { useNow } from "../../lib/clock.ts";
import { readAnsweredAt, useHasSavedFigures } from "../../lib/figures-age.ts";
import { type StreamState, useStreamState } from "../../lib/stream-state.ts";
import { useDebouncedValue } from "../../lib/use-debounced-value.ts";
import { formatTime } from "../../lib/format-date.ts";
import * as texts from "../../messages/live-updates.ts";

/** Requests that take longer count as slow. */
const SLOW_MS = 5_000;
/** Shorter interruptions are not shown. */
const BREAK_MS = 4_000;

/** A line at the bottom of the screen while the connection has a problem. */
function ConnectionLine() {
  const isOnline = useIsOnline();
  const stream = useStreamState();
  const settledStream = useDebouncedValue(stream, BREAK_MS);
  const isWaiting = useIsFetching() + useIsMutating() > 0;
  const isSlow = useDebouncedValue(isWaiting, SLOW_MS) && isWaiting;
  const hasSavedFigures = useHasSavedFigures();
  const connection = {
    isOnline,
    stream: stream === settledStream ? stream : "opening",
    isSlow,
    hasSavedFigures,
  } as const satisfies Connection;
  const isFine = describeConnection(connection, null, 0) === null;
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-10 max-lg:bottom-14">
      {isFine ? null : <Message connection={connection} />}
    </div>
  );
}

/** The figures' age grows while it is shown. */
function Message({ connection }: { connection: Connection }) {
  const now = useNow();
  return (
    <p className="arrives flex min-h-9 items-center justify-center gap-2.5 border-t border-line bg-surface px-4 py-2 text-center text-14 text-muted">
      <span aria-hidden="true" className="breathes size-2 shrink-0 rounded-full bg-accent" />
      <span>{describeConnection(connection, readAnsweredAt(), now)}</span>
    </p>
  );
}

export interface Connection {
  isOnline: boolean;
  stream: StreamState;
  /** A request has been waiting for a while. */
  isSlow: boolean;
  /** The figures on the screen were saved on this device. */
  hasSavedFigures: boolean;
}

/** The message about the connection; null while it is fine. `answeredAt`: when the server last answered. */
export function describeConnection(
  { isOnline, stream, isSlow, hasSavedFigures }: Connection,
  answeredAt: number | null,
  now: number,
): string | null {
  if (!isOnline) return texts.connectionOffline({ answeredAt: describeAge(answeredAt, now) });
  if (hasSavedFigures) return texts.connectionUnreachable({ answeredAt: describeAge(answeredAt, now) });
  if (isSlow) return texts.connectionSlow;
  if (stream === "down") return texts.connectionReconnecting;
  return null;
}

function describeAge(answeredAt: number | null, now: number): string {
  if (answeredAt === null) return texts.savedNone;
  return texts.savedFigures({
    time: formatTime(new Date(answeredAt).toISOString()),
    now: formatAgo(now - answeredAt),
  });
}

/** "12 minutes ago": the largest whole unit. */
function formatAgo(ms: number): string {
  if (ms < MINUTE_MS) return texts.agoUnderMinute;
  if (ms < HOUR_MS) return texts.agoMinutes({ count: Math.floor(ms / MINUTE_MS) });
  if (ms < DAY_MS) return texts.agoHours({ count: Math.floor(ms / HOUR_MS) });
  return texts.agoDays({ count: Math.floor(ms / DAY_MS) });
}

/** The calls whose cached answers an update makes stale. */
const staleCalls: Readonly<Record<LiveUpdateType, readonly Call[]>> = {
  prices: [getCurrentUser, listUserBots],
  trade: [listBots, listUserTrades],
  account: [getCurrentUser, getPackageTier, getStatement, listStatementMonths, getPerformance],
  position: [getCurrentUser, listUserBots, listUserTrades],
  deposit: [listDeposits, listNotifications],
  withdrawal: [listWithdrawals, listNotifications],
  verification: [getVerification, getCurrentUser, listNotifications],
  notice: [listNotices, listUserBots, listNotifications],
};

/** Per bot: stale after a trade of that bot. */
const staleBotCalls: readonly Call[] = [getTrackRecord, listBotTrades];

/** The prefixes of the query keys to refetch after these updates, without duplicates. */
export function findStaleKeys(updates: readonly LiveUpdate[]): (readonly string[])[] {
  const keys = new Map<string, readonly string[]>();
  const add = (...key: string[]) => keys.set(key.join(" "), key);
  for (const { type, botId } of updates) {
    for (const { path } of staleCalls[type]) add(path);
    if (type !== "trade") continue;
    for (const { path } of staleBotCalls) {
      if (botId === undefined) add(path);
      else add(path, botId);
    }
  }
  return [...keys.values()];
}

/** One transaction sends several updates. They are collected for this long and handled together. */
const GATHER_MS = 300;

/**
 * Collects updates and handles them together: the first ones after a short time, later ones also not before `restMs` have
 * passed since the last time.
 */
export function gatherUpdates(
  handle: (updates: readonly LiveUpdate[]) => void,
  restMs: number,
): { add: (update: LiveUpdate) => void; stop: () => void } {
  let gathered: LiveUpdate[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let handledAt = -Infinity;

  const run = (): void => {
    timer = undefined;
    handledAt = Date.now();
    const updates = gathered;
    gathered = [];
    handle(updates);
  };

  return {
    add(update) {
      gathered.push(update);
      timer ??= setTimeout(run, Math.max(GATHER_MS, handledAt + restMs - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

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
