import { expect, it } from "vitest";
import { losingAccountsSentence, ribbonText } from "./risk-words.ts";

it("names the money and the feed unless the mode is live", () => {
  expect(ribbonText({ mode: "demo", feed: "simulated", broker: "paper" })).toBe("Demo: paper money, simulated markets");
  expect(ribbonText({ mode: "demo", feed: "replay", broker: "paper" })).toBe("Demo: paper money, replayed markets");
  expect(ribbonText({ mode: "live", feed: "live", broker: "live" })).toBeNull();
});

it("says that the share of losing accounts is not known before there are enough", () => {
  expect(losingAccountsSentence(null)).toContain("not yet known");
  expect(losingAccountsSentence(41.5)).toContain("41.5% of the accounts");
});
