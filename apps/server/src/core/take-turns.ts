/** Runs work when a place is free. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs a few works at a time, and the others in the order in which they came.
 * @param most how many run at the same time
 * @param refuse is called with the number of those that wait before another one waits, and may throw
 */
export function takeTurns(most: number, refuse: (waiting: number) => void = () => undefined): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) {
      running += 1;
    } else {
      refuse(waiting.length);
      // A finished work passes its place to the next one, so `running` does not change.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
