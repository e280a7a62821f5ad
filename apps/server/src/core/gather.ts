interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns a function that runs single items together: those that arrive while `maxCalls` calls are running go together
 * in the next one, up to `maxItems`. Alone, an item waits for nothing.
 * @param run returns one result per item, in the same order; its error is the error of all its items
 */
export function gather<T, R>(
  { maxCalls, maxItems }: { maxCalls: number; maxItems: number },
  run: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = [];
  let calls = 0;
  let isScheduled = false;

  const pump = (): void => {
    isScheduled = false;
    while (calls < maxCalls && waiting.length > 0) {
      calls += 1;
      void runTogether(run, waiting.splice(0, maxItems)).finally(() => {
        calls -= 1;
        pump();
      });
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isScheduled || calls >= maxCalls) return;
      isScheduled = true;
      // Requests that arrived in the same turn of the event loop go together.
      setImmediate(pump);
    });
}

async function runTogether<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  batch: readonly Waiting<T, R>[],
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    batch.forEach(({ resolve }, index) => resolve(results[index] as R));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
