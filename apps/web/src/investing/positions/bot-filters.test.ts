import type { Bot, PublicEvidence } from "@wazi/contracts";
import { expect, it } from "vitest";
import { arrangeBots, noBotFilters, type EvidenceOfBot, type ListedBot } from "./bot-filters.ts";

type Level = NonNullable<EvidenceOfBot["risk"]>["level"];

function listed(place: number, market: Bot["market"], level: Level, yearly: number, isOwn = false): ListedBot {
  const headline = { returnPct: yearly, costsPct: 10 - place, maxDrawdownPct: { value: -level, low: -level, high: 0 } };
  const risk = { level, volatilityPct: level * 3, deepestFallPct: -level };
  const evidence = { risk, headline } as unknown as PublicEvidence["bots"][number];
  return { bot: { id: String(place), market } as Bot, place, evidence, isOwn };
}

const bots = [
  listed(0, "forex", 4, 1),
  listed(1, "crypto", 2, 9),
  listed(2, "stocks", 3, 5),
  listed(3, "forex", 1, 7, true),
  { ...listed(4, "indices", 5, 3), evidence: null },
];
const placesOf = (filters: Partial<typeof noBotFilters>): number[] =>
  arrangeBots(bots, { ...noBotFilters, ...filters }).map(({ place }) => place);

it("puts own bots first, then keeps the catalogue's order: never the return by default", () => {
  expect(placesOf({})).toEqual([3, 0, 1, 2, 4]);
});

it("sorts by a figure, own bots first, bots without it last", () => {
  expect(placesOf({ sort: "risk" })).toEqual([3, 1, 2, 0, 4]);
  expect(placesOf({ sort: "fall" })).toEqual([3, 1, 2, 0, 4]);
  expect(placesOf({ sort: "costs" })).toEqual([3, 2, 1, 0, 4]);
  expect(placesOf({ sort: "return" })).toEqual([3, 1, 2, 0, 4]);
});

it("filters by market and by risk", () => {
  expect(placesOf({ market: "forex" })).toEqual([3, 0]);
  expect(placesOf({ risk: "low" })).toEqual([3, 1]);
  expect(placesOf({ risk: "medium" })).toEqual([2]);
  expect(placesOf({ risk: "high" })).toEqual([0]);
  expect(placesOf({ market: "crypto", risk: "high" })).toEqual([]);
});
