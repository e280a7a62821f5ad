import { useIsFetching, useIsMutating } from "@tanstack/react-query";
import { useNow } from "../../lib/clock.ts";
import { readAnsweredAt, useHasSavedFigures } from "../../lib/figures-age.ts";
import { useStreamState } from "../../lib/stream-state.ts";
import { useIsOnline } from "../../lib/online.ts";
import { useDebouncedValue } from "../../lib/use-debounced-value.ts";
import { describeConnection, type Connection } from "./connection-text.ts";

/** Requests that take longer count as slow. */
const SLOW_MS = 5_000;
/** Shorter interruptions are not shown. */
const BREAK_MS = 4_000;

/** A line at the bottom of the screen while the connection has a problem. */
export function ConnectionLine() {
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
