import { describe, expect, it } from "vitest";
import { findPercentileMs, AnswerTimes, stepBoundsMs } from "./answer-times.ts";

describe("answer times", () => {
  it("are reported as an upper bound, at most twice as high", () => {
    const times = new AnswerTimes();
    const taken = [...Array.from({ length: 94 }, () => 2.1), 40, 40, 40, 180, 900, 4_999.9];
    for (const ms of taken) times.record({ ms, status: 200 });
    const { answers, byStep } = times.take();
    expect(answers).toBe(100);
    expect([50, 95, 99, 100].map((pct) => findPercentileMs(byStep, pct))).toEqual([3, 40, 1_000, 5_000]);
    for (const [step, bound] of stepBoundsMs.slice(1, -1).entries()) {
      expect(bound / stepBoundsMs[step]!).toBeLessThanOrEqual(2);
    }
  });

  it("count only server errors and start again after being taken", () => {
    const times = new AnswerTimes();
    for (const status of [200, 404, 422, 500, 503]) times.record({ ms: 1, status });
    expect(times.take()).toMatchObject({ answers: 5, serverErrors: 2 });
    expect(times.take()).toMatchObject({ answers: 0, serverErrors: 0 });
  });

  it("can be restored when saving fails", () => {
    const times = new AnswerTimes();
    times.record({ ms: 8, status: 200 });
    const taken = times.take();
    times.record({ ms: 600_000, status: 500 });
    times.restore(taken);
    const { answers, serverErrors, byStep } = times.take();
    expect([answers, serverErrors]).toEqual([2, 1]);
    expect([findPercentileMs(byStep, 50), findPercentileMs(byStep, 99)]).toEqual([10, 300_000]);
  });

  it("are unknown without any answers", () => {
    expect(findPercentileMs(new AnswerTimes().take().byStep, 50)).toBeNull();
    expect(findPercentileMs([], 50)).toBeNull();
  });
});
