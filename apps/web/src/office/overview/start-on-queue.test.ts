import { expect, it } from "vitest";
import { findOldestQueue, getQueueAddress } from "./start-on-queue.ts";

const empty = { count: 0, oldestAt: null };
const none = { deposits: empty, withdrawals: empty, verifications: empty, adjustments: empty };
const since = (oldestAt: string) => ({ count: 1, oldestAt });

it("finds the queue whose oldest request has waited longest", () => {
  expect(findOldestQueue(none)).toBeNull();
  expect(findOldestQueue({ ...none, adjustments: since("2026-11-23T08:00:00.000Z") })).toBe("adjustments");
  expect(
    findOldestQueue({
      ...none,
      deposits: since("2026-11-23T08:00:00.000Z"),
      withdrawals: since("2026-11-22T08:00:00.000Z"),
    }),
  ).toBe("withdrawals");
});

it("shows pending requests first", () => {
  expect(getQueueAddress("deposits")).toBe("/admin?tab=deposits&status=pending");
  expect(getQueueAddress("withdrawals")).toBe("/admin?tab=withdrawals");
});
