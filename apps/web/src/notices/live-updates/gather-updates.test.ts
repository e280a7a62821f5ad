import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { gatherUpdates } from "./live-updates.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("handles what arrives together once, and rests before the next time", () => {
  const handle = vi.fn();
  const { add } = gatherUpdates(handle, 3_000);
  for (let count = 0; count < 3; count += 1) add({ type: "trade" });
  vi.advanceTimersByTime(300);
  expect(handle.mock.calls).toEqual([[[{ type: "trade" }, { type: "trade" }, { type: "trade" }]]]);
  add({ type: "trade" });
  vi.advanceTimersByTime(2_900);
  expect(handle).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(handle).toHaveBeenCalledTimes(2);
});

it("handles nothing after it was stopped", () => {
  const handle = vi.fn();
  const { add, stop } = gatherUpdates(handle, 0);
  add({ type: "account" });
  stop();
  vi.advanceTimersByTime(10_000);
  expect(handle).not.toHaveBeenCalled();
});
