import { expect, it } from "vitest";
import { describeLosingAccounts, formatRibbon } from "./risk-text.ts";

it("names the money and the feed unless the mode is live", () => {
  expect(formatRibbon({ mode: "demo", feed: "simulated", broker: "paper" })).toBe(
    "Demo: paper money, simulated markets",
  );
  expect(formatRibbon({ mode: "demo", feed: "replay", broker: "paper" })).toBe("Demo: paper money, replayed markets");
  expect(formatRibbon({ mode: "live", feed: "live", broker: "live" })).toBeNull();
});

it("says that the share of losing accounts is not known before there are enough", () => {
  expect(describeLosingAccounts(null)).toContain("not yet known");
  expect(describeLosingAccounts(41.5)).toContain("41.5% of the accounts");
});
