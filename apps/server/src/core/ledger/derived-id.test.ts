import { expect, it } from "vitest";
import { deriveOperationId } from "./derived-id.ts";

it("derives the same UUID from the same parts in every release", () => {
  // Posted operations have these ids. With other ids they would be posted again.
  expect(deriveOperationId("open", "bot", 7)).toBe("87ed7dc8-5b01-5a52-8506-99f157fd0714");
  expect(deriveOperationId("practice money", "user")).toBe("c6001b35-ae2d-52d7-8fb1-4078026923d3");
});

it("derives another id from other parts, also when their texts joined are the same", () => {
  const ids = [["ab", "c"], ["a", "bc"], ["abc"], ["c", "ab"]].map((parts) => deriveOperationId(...parts));
  expect(new Set(ids).size).toBe(ids.length);
});
