import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { runEvery } from "./run-every.ts";

const NEVER_MS = 3_600_000;
const refuse = (error: unknown): void => {
  throw error;
};

/** A round that ends when it is told to. */
function createRound() {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  return { finish: () => finish(), finished };
}

describe("runEvery", () => {
  it("begins at once, and runs one round at a time", async () => {
    let [rounds, most, current] = [0, 0, 0];
    const running = runEvery({
      everyMs: 1,
      failed: refuse,
      run: async () => {
        current += 1;
        rounds += 1;
        most = Math.max(most, current);
        await nextTurn();
        current -= 1;
      },
    });
    expect(rounds).toBe(1);
    await expect.poll(() => rounds).toBeGreaterThan(3);
    await running.stop();
    expect(most).toBe(1);
  });

  it("waits before the first round when asked to, and a stop ends the wait", async () => {
    let rounds = 0;
    const run = (): Promise<void> => {
      rounds += 1;
      return Promise.resolve();
    };
    await runEvery({ everyMs: 1, firstAfterMs: NEVER_MS, run, failed: refuse }).stop();
    expect(rounds).toBe(0);
    const running = runEvery({ everyMs: NEVER_MS, firstAfterMs: 1, run, failed: refuse });
    await expect.poll(() => rounds).toBe(1);
    await running.stop();
    expect(rounds).toBe(1);
  });

  it("goes on after a round that failed, and tells why", async () => {
    const told: unknown[] = [];
    let rounds = 0;
    const running = runEvery({
      everyMs: 1,
      failed: (error) => told.push(error),
      run: () => {
        rounds += 1;
        return rounds === 1 ? Promise.reject(new Error("no database")) : Promise.resolve();
      },
    });
    await expect.poll(() => rounds).toBeGreaterThan(1);
    await running.stop();
    expect(told).toEqual([new Error("no database")]);
  });

  it("waits as long as a round says, and ends when it says so", async () => {
    const waits: ({ waitMs: number } | "never")[] = [{ waitMs: 0 }, { waitMs: 0 }, "never"];
    let ended = 0;
    const running = runEvery({
      everyMs: NEVER_MS,
      failed: refuse,
      run: () => Promise.resolve(waits.shift()),
      end: () => void (ended += 1),
    });
    await expect.poll(() => ended).toBe(1);
    expect(waits).toEqual([]);
    await running.stop();
    expect(ended).toBe(1);
  });

  it("tells a round of the stop, waits for it, and does not report what the stop broke", async () => {
    const { finish, finished } = createRound();
    const steps: string[] = [];
    const running = runEvery({
      everyMs: 1,
      failed: refuse,
      run: async (signal) => {
        signal.addEventListener("abort", () => steps.push("told"));
        await finished;
        steps.push("finished");
        throw new Error("broken by the stop");
      },
      end: () => void steps.push("ended"),
    });
    const stopped = running.stop().then(() => steps.push("stopped"));
    await nextTurn();
    expect(steps).toEqual(["told"]);
    finish();
    await stopped;
    expect(steps).toEqual(["told", "finished", "ended", "stopped"]);
  });

  it("leaves a round under way when it need not be awaited", async () => {
    const { finish, finished } = createRound();
    const running = runEvery({ everyMs: 1, failed: refuse, isAwaited: false, run: () => finished });
    await running.stop();
    finish();
  });
});
