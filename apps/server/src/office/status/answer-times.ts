import type { AnswerCounts } from "./store.ts";

/**
 * Upper bounds, in milliseconds, of the histogram steps. Each is at most twice the one before, so that a figure is never
 * too low and at most twice too high. The last is the maximum duration of a request.
 */
export const stepBoundsMs = [
  1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30, 40, 50, 70, 100, 150, 200, 300, 400, 500, 700, 1_000, 1_500, 2_000, 3_000,
  5_000, 10_000, 300_000,
] as const;

/** Counts the answers of this process until they are saved. It stores no information about users or calls. */
export class AnswerTimes {
  private counts = createEmptyCounts();

  record({ ms, status }: { ms: number; status: number }): void {
    const found = stepBoundsMs.findIndex((bound) => ms <= bound);
    const step = found === -1 ? stepBoundsMs.length - 1 : found;
    this.counts.answers += 1;
    if (status >= 500) this.counts.serverErrors += 1;
    this.counts.byStep[step] = (this.counts.byStep[step] ?? 0) + 1;
  }

  /** Returns the counts since the last call and starts again. */
  take(): AnswerCounts {
    const taken = this.counts;
    this.counts = createEmptyCounts();
    return taken;
  }

  /** Adds back counts that could not be saved. */
  restore({ answers, serverErrors, byStep }: AnswerCounts): void {
    this.counts.answers += answers;
    this.counts.serverErrors += serverErrors;
    this.counts.byStep = this.counts.byStep.map((count, step) => count + (byStep[step] ?? 0));
  }
}

function createEmptyCounts(): AnswerCounts {
  return { answers: 0, serverErrors: 0, byStep: stepBoundsMs.map(() => 0) };
}

/** Finds the time, in milliseconds, within which `pct` per cent of the answers were sent; null without answers. */
export function findPercentileMs(byStep: readonly number[], pct: number): number | null {
  const total = byStep.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = Math.ceil((total * pct) / 100);
  let reached = 0;
  for (const [step, bound] of stepBoundsMs.entries()) {
    reached += byStep[step] ?? 0;
    if (reached >= wanted) return bound;
  }
  return null;
}
