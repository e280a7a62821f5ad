import { expect, it } from "vitest";
import { describeLosingAccounts, formatRibbon } from "./risk-text.ts";

it("names money and feed unless the mode is live", () => {
  expect(formatRibbon({ mode: "demo", feed: "simulated", broker: "paper" })).toBe(
    "Demo: paper money, simulated markets",
  );
  expect(formatRibbon({ mode: "demo", feed: "replay", broker: "paper" })).toBe("Demo: paper money, replayed markets");
  expect(formatRibbon({ mode: "live", feed: "live", broker: "live" })).toBeNull();
});

it("shows the share of losing accounts only once it is known", () => {
  expect(describeLosingAccounts(null)).toContain("not yet known");
  expect(describeLosingAccounts(41.5)).toContain("41.5% of the accounts");
});
