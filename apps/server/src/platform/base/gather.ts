/** An item that waits for its result. */
export interface Waiting<T, R> {
  readonly item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

interface GatherOptions<T, R> {
  /** Calls that run at the same time, at most. */
  maxCalls: number;
  /** A second call starts only when this many items wait, or when a call takes longer than `SLOW_CALL_MS`. */
  enoughItems: number;
  /** Removes the items of the next call from the list; not all of them, or none, when they can't go together. */
  take: (waiting: Waiting<T, R>[]) => Waiting<T, R>[];
  /** Settles every item. Its error is the error of the items that are not settled. */
  run: (items: readonly Waiting<T, R>[]) => Promise<void>;
}

/** A call that takes longer than this, for example because it waits for a lock, no longer holds up the others. */
const SLOW_CALL_MS = 20;

/**
 * Returns a function that runs single items together. Alone, an item waits for nothing. Items that arrive while a call
 * is running go together in the next one: the busier the process is, the more items share a call and its cost.
 */
export function gather<T, R>({ maxCalls, enoughItems, take, run }: GatherOptions<T, R>): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = [];
  /** The calls that have taken long, and all of them. */
  let slow = 0;
  let calls = 0;
  let isScheduled = false;

  const mayStart = (): boolean =>
    waiting.length > 0 && calls < maxCalls && (calls === slow || waiting.length >= enoughItems);

  const start = (batch: readonly Waiting<T, R>[]): void => {
    let isSlow = false;
    calls += 1;
    const timer = setTimeout(() => {
      isSlow = true;
      slow += 1;
      pump();
    }, SLOW_CALL_MS);
    void run(batch)
      .catch((error: unknown) => batch.forEach(({ reject }) => reject(error)))
      .finally(() => {
        clearTimeout(timer);
        calls -= 1;
        if (isSlow) slow -= 1;
        pump();
      });
  };

  const pump = (): void => {
    isScheduled = false;
    while (mayStart()) {
      const batch = take(waiting);
      if (batch.length === 0) return;
      start(batch);
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isScheduled) return;
      isScheduled = true;
      // Items of the same turn of the event loop go together.
      setImmediate(pump);
    });
}

/** The most reads of one statement, the reads that are enough for a second statement, and the most statements at once. */
const MAX_READS = 100;
const ENOUGH_READS = 64;
const MAX_STATEMENTS = 3;
/**
 * Enough for a second statement of calls that only read. Their answers take this process as long as their statement takes
 * PostgreSQL, so with two statements both work at the same time.
 */
export const ENOUGH_ANSWERS = 16;

/**
 * As `gather`, for reads of the database.
 * @param read returns one result per item, in the same order; its error is the error of all its items
 * @param enoughItems the reads that are enough for a second statement
 */
export function gatherReads<T, R>(
  read: (items: readonly T[]) => Promise<readonly R[]>,
  enoughItems = ENOUGH_READS,
): (item: T) => Promise<R> {
  return gather<T, R>({
    maxCalls: MAX_STATEMENTS,
    enoughItems,
    take: (waiting) => waiting.splice(0, MAX_READS),
    run: async (batch) => {
      const results = await read(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as R));
    },
  });
}
