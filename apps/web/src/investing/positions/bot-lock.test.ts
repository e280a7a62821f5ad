import type { PackageTier } from "@wazi/contracts";
import { expect, it } from "vitest";
import { getLockText } from "./bot-lock.ts";

const none: PackageTier = {
  tier: "none",
  tierName: "No package",
  maxBots: 0,
  totalDeposits: 0,
  nextTier: { name: "Starter", amount: 100, bots: 3 },
};
const professional: PackageTier = {
  tier: "professional",
  tierName: "Professional",
  maxBots: 5,
  totalDeposits: 700,
  nextTier: { name: "Enterprise", amount: 1000, bots: 8 },
};

it("unlocks the first bots of the catalogue", () => {
  expect(getLockText(4, professional)).toBeNull();
  expect(getLockText(5, professional)).toBe("Deposit $1,000+ to unlock");
});

it("never locks a core portfolio", () => {
  expect(getLockText(null, none)).toBeNull();
});

it("names the amount only for bots of the next package", () => {
  expect(getLockText(2, none)).toBe("Deposit $100+ to unlock");
  expect(getLockText(3, none)).toBe("Upgrade package to unlock");
});
