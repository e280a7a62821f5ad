import { expect, it } from "vitest";
import { previewTransfer } from "./preview-transfer.ts";

const positions = [
  { name: "Alpha", allocatedAmount: "300.00", runningProfit: "14.70" },
  { name: "Whale", allocatedAmount: "150.00", runningProfit: "-6.12" },
];

it("takes from each in proportion, with its part of the gain or loss", () => {
  expect(previewTransfer(positions, 4_500n)).toEqual({ arrives: "45.86", change: "0.86", closes: [] });
});

it("ends a position whole that would be left with less than the minimum", () => {
  const { arrives, closes } = previewTransfer(positions, 20_000n);
  expect(closes).toEqual(["Whale"]);
  // 133.33 of Alpha with 6.53 of its gain, and all of Whale with its loss.
  expect(arrives).toBe("283.74");
});

it("brings everything back when everything is taken", () => {
  expect(previewTransfer(positions, 45_000n)).toEqual({
    arrives: "458.58",
    change: "8.58",
    closes: ["Alpha", "Whale"],
  });
});

it("stands with no positions", () => {
  expect(previewTransfer([], 100n)).toEqual({ arrives: "0.00", change: "0.00", closes: [] });
});
