/** Runs a task when it is its turn. `of` names the person it is for; all tasks without it count as one person's. */
export type InTurn = <T>(task: () => Promise<T>, of?: string) => Promise<T>;

/** The numbers of waiting tasks. */
interface Waiting {
  all: number;
  /** Those of the one whom the next task is for. */
  own: number;
}

/**
 * Runs at most `mostRunning` tasks at once. When tasks wait, each person's are started in turn, so that someone who asks often does
 * not keep everyone else waiting. Tasks for the same person start in the order in which they came.
 * @param checkQueue is called before another task waits. It may throw, which refuses that task.
 */
export function createTurns(mostRunning: number, checkQueue: (waiting: Waiting) => void = () => undefined): InTurn {
  /** By whom they are for. The first is next, and goes to the end with what is left. */
  const queues = new Map<string, (() => void)[]>();
  let [running, all] = [0, 0];
  const wait = (of: string): Promise<void> => {
    const queue = queues.get(of) ?? [];
    checkQueue({ all, own: queue.length });
    all += 1;
    return new Promise((resolve) => {
      queue.push(resolve);
      queues.set(of, queue);
    });
  };
  const passOn = (): void => {
    const [[of, queue] = []] = queues;
    const next = queue?.shift();
    if (of === undefined || queue === undefined || next === undefined) {
      running -= 1;
      return;
    }
    queues.delete(of);
    if (queue.length > 0) queues.set(of, queue);
    all -= 1;
    // A task that has ended passes its turn on, so `running` does not change.
    next();
  };
  return async (task, of = "") => {
    if (running < mostRunning) running += 1;
    else await wait(of);
    try {
      return await task();
    } finally {
      passOn();
    }
  };
}
