/** Runs a task when it is its turn. */
export type InTurn = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `mostRunning` tasks at once, and the others in the order in which they came.
 * @param checkQueue is called with the number of waiting tasks before another one waits. It may throw, which refuses that task.
 */
export function createTurns(mostRunning: number, checkQueue: (waiting: number) => void = () => undefined): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < mostRunning) {
      running += 1;
    } else {
      checkQueue(waiting.length);
      // A task that has ended passes its turn to the next one, so `running` does not change.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
