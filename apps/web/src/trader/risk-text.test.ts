import { expect, it } from "vitest";
import { formatRibbon } from "./risk-ribbon.tsx";
import { describeFeed, describeLosingAccounts } from "./risk-warning.tsx";

it("names money and feed unless the mode is live", () => {
  expect(formatRibbon({ mode: "demo", feed: "simulated", broker: "paper", simulatedSpeed: 1 })).toBe(
    "Demo: paper money, simulated markets",
  );
  expect(formatRibbon({ mode: "demo", feed: "replay", broker: "paper", simulatedSpeed: 1 })).toBe(
    "Demo: paper money, replayed markets",
  );
  expect(formatRibbon({ mode: "live", feed: "live", broker: "live", simulatedSpeed: 1 })).toBeNull();
});

it("says how much faster than the clock simulated markets are", () => {
  const fast = { mode: "demo", feed: "simulated", broker: "paper", simulatedSpeed: 60 } as const;
  expect(formatRibbon(fast)).toBe("Demo: paper money, simulated markets, 60 times faster than the clock");
  expect(describeFeed(fast)).toContain(
    "Prices here are simulated, 60 times faster than the clock, and trading is on paper",
  );
  expect(formatRibbon({ ...fast, feed: "replay" })).toBe("Demo: paper money, replayed markets");
});

it("shows the share of losing accounts only once it is known", () => {
  expect(describeLosingAccounts(null)).toContain("not yet known");
  expect(describeLosingAccounts(41.5)).toContain("41.5% of the accounts");
});
