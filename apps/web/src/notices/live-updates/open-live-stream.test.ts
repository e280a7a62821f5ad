import { describe, expect, it } from "vitest";
import { readUpdate, retryDelayMs } from "./open-live-stream.ts";

describe("retryDelayMs", () => {
  it.each([
    [0, 0, 500],
    [0, 1, 1_000],
    [3, 1, 8_000],
    [6, 1, 60_000],
    [5_000, 1, 60_000],
    [5_000, 0, 30_000],
  ])("waits after %i failures with random %f: %i ms", (failures, number, delayMs) => {
    expect(retryDelayMs(failures, () => number)).toBe(delayMs);
  });
});

describe("readUpdate", () => {
  it("parses known updates and ignores the rest", () => {
    expect(readUpdate('{"type":"deposit"}')).toEqual({ type: "deposit" });
    for (const data of ['{"type":"weather"}', "{}", "null", "7", "still here"]) expect(readUpdate(data)).toBeNull();
  });
});
