import { setTimeout as sleep } from "node:timers/promises";

const MS_PER_SECOND = 1_000;

export interface Drain {
  isDraining: () => boolean;
  /** The process serves from now on. */
  begin(): void;
  run(): Promise<void>;
}

/**
 * Before a stop, a process that serves says for a while that it is not ready and still takes requests, so that a proxy sends
 * the next ones to another process.
 */
export function createDrain({ role, drainSeconds }: { role: string; drainSeconds: number }): Drain {
  let isServing = false;
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    begin: () => (isServing = role !== "trader"),
    async run() {
      isDraining = true;
      if (isServing) await sleep(drainSeconds * MS_PER_SECOND);
    },
  };
}
