import { expect, it } from "vitest";
import { previewProfitShare } from "./preview-profit-share.ts";

it.each([
  // put in, worth, carried loss, share of the user: gain, loss made up, profit share, paid out
  [
    ["1000", "1100", undefined, "70"],
    ["100.00", "0.00", "30.00", "1070.00"],
  ],
  [
    ["1000", "1100", undefined, "90"],
    ["100.00", "0.00", "10.00", "1090.00"],
  ],
  [
    ["1000", "1100", "40", "80"],
    ["100.00", "40.00", "12.00", "1088.00"],
  ],
  [
    ["1000", "1100", "250", "80"],
    ["100.00", "100.00", "0.00", "1100.00"],
  ],
  [
    ["1000", "900", "250", "80"],
    ["-100.00", "0.00", "0.00", "900.00"],
  ],
  [
    ["1000", "1000", undefined, "80"],
    ["0.00", "0.00", "0.00", "1000.00"],
  ],
  // The investor's part is rounded down; Wazi gets the odd cent.
  [
    ["100", "100.03", undefined, "70"],
    ["0.03", "0.00", "0.01", "100.02"],
  ],
] as const)(
  "splits the gain of %o",
  { tags: ["profit-share"] },
  ([putIn, worth, carriedLoss, userSharePct], expected) => {
    const preview = previewProfitShare({ putIn, worth, carriedLoss, userSharePct });
    expect([preview.gain, preview.lossMadeUp, preview.profitShare, preview.paidOut]).toEqual(expected);
  },
);

const NAME = "takes nothing from what bills would have earned, and makes up a carried loss of the gain above it";
it(NAME, { tags: ["profit-share"] }, () => {
  const preview = (billGain: string | undefined, carriedLoss?: string) => {
    const { belowBills, lossMadeUp, profitShare, paidOut } = previewProfitShare({
      ...{ putIn: "1000", worth: "1100", carriedLoss, billGain, userSharePct: "70" },
    });
    return [belowBills, lossMadeUp, profitShare, paidOut];
  };
  expect(preview(undefined)).toEqual(["0.00", "0.00", "30.00", "1070.00"]);
  expect(preview("40")).toEqual(["40.00", "0.00", "18.00", "1082.00"]);
  expect(preview("40", "20")).toEqual(["40.00", "20.00", "12.00", "1088.00"]);
  expect(preview("140", "20")).toEqual(["100.00", "0.00", "0.00", "1100.00"]);
});
