import { describe, expect, it } from "vitest";
import { computeMaxStreams, readOpenFilesLimit } from "./open-files.ts";

describe("computeMaxStreams", () => {
  it.each([
    [null, 10_000],
    [1_000_000, 10_000],
    [11_000, 10_000],
    [10_999, 9_999],
    [4_096, 3_096],
    [1_024, 512],
  ])("allows for %s open files %i streams", (limit, streams) => {
    expect(computeMaxStreams(limit)).toBe(streams);
  });

  it("reads the limit of this process", () => {
    const limit = readOpenFilesLimit();
    if (process.platform === "linux") expect(limit).toBeGreaterThan(100);
    else expect(limit).toBeNull();
  });
});
