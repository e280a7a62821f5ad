import { setTimeout as sleep } from "node:timers/promises";
import type { BaseLogger } from "pino";

/** From the end of DRAIN_SECONDS to the end of the process. Process managers wait longer before they kill. */
const STOP_WITHIN_MS = 5_000;
/**
 * The layers of the process in the order in which they stop, with the longest time of each. Parts of a layer stop at the same
 * time. The database has what is left, which is enough for PostgreSQL's immediate stop.
 */
const layers = [
  ["work", 3_000],
  ["channels", 300],
  ["connections", 400],
  ["database", STOP_WITHIN_MS],
] as const;

type StopLayer = (typeof layers)[number][0];

interface Part {
  layer: StopLayer;
  name: string;
  stop: (withinMs: number) => unknown;
}

/** The parts that have been started and have to be stopped, in a start that may itself be interrupted by the stop. */
export class StopList {
  readonly #parts: Part[] = [];
  readonly #stopping = new AbortController();

  /** Aborted once the stop begins. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** @throws the signal's reason when the process is stopping, so that a start goes no further */
  add(layer: StopLayer, name: string, stop: (withinMs: number) => unknown): void {
    this.signal.throwIfAborted();
    this.#parts.push({ layer, name, stop });
  }

  /**
   * Stops everything within STOP_WITHIN_MS. What does not stop in time is left: at any point the process may be killed.
   * @returns the names of what was left
   */
  async run(log: Pick<BaseLogger, "warn">): Promise<string[]> {
    this.#stopping.abort();
    const endAt = performance.now() + STOP_WITHIN_MS;
    const left: string[] = [];
    for (const [layer, longestMs] of layers) {
      const parts = this.#parts.filter((part) => part.layer === layer);
      const withinMs = Math.max(0, Math.min(longestMs, endAt - performance.now()));
      if (parts.length > 0) left.push(...(await stopParts(parts, withinMs, log)));
    }
    return left;
  }
}

async function stopParts(parts: readonly Part[], withinMs: number, log: Pick<BaseLogger, "warn">): Promise<string[]> {
  const open = new Set(parts);
  const stopOne = async (part: Part): Promise<void> => {
    try {
      await part.stop(withinMs);
    } catch (error) {
      log.warn({ err: error, part: part.name }, "a part of Wazi did not stop as it should");
    }
    open.delete(part);
  };
  const waiting = new AbortController();
  const limit = sleep(withinMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  await Promise.race([Promise.all(parts.map(stopOne)), limit]);
  waiting.abort();
  return [...open].map(({ name }) => name);
}
