import { expect, it, vi } from "vitest";
import { createOperationId, deriveOperationId } from "./operation.ts";

it("derives the same UUID from the same parts in every release", () => {
  // Posted operations have these ids. With other ids they would be posted again.
  expect(deriveOperationId("open", "bot", 7)).toBe("87ed7dc8-5b01-5a52-8506-99f157fd0714");
  expect(deriveOperationId("practice money", "user")).toBe("c6001b35-ae2d-52d7-8fb1-4078026923d3");
});

it("derives another id from other parts, also when their texts joined are the same", () => {
  const ids = [["ab", "c"], ["a", "bc"], ["abc"], ["c", "ab"]].map((parts) => deriveOperationId(...parts));
  expect(new Set(ids).size).toBe(ids.length);
});

it("creates UUIDs of version 7 that begin with the time", () => {
  vi.useFakeTimers({ now: Date.parse("2022-02-22T19:22:22Z") });
  try {
    // The time of the example in RFC 9562, appendix A.6.
    expect(createOperationId()).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const ids = Array.from({ length: 50 }, () => {
      vi.advanceTimersByTime(1);
      return createOperationId();
    });
    expect(ids).toEqual([...new Set(ids)].sort());
  } finally {
    vi.useRealTimers();
  }
});

it("creates different ids in the same millisecond", () => {
  const ids = Array.from({ length: 1_000 }, createOperationId);
  expect(new Set(ids).size).toBe(ids.length);
});
