import type { BotCorrelations } from "@wazi/contracts";
import { expect, it } from "vitest";
import { describePair, findPair } from "./correlations.ts";

const pairs: BotCorrelations["pairs"] = [
  { botId: "a", otherBotId: "b", correlation: "-0.10", days: 40, reason: null },
  { botId: "b", otherBotId: "c", correlation: null, days: 3, reason: "too-few-days" },
];

it("finds a pair in either order and says why a figure is missing", () => {
  expect(describePair(findPair({ pairs }, "b", "a"))).toBe("−0.10");
  expect(describePair(findPair({ pairs }, "b", "c"))).toBe("Too few days");
  expect(describePair(findPair({ pairs }, "a", "c"))).toBe("–");
});
