import type { BotCorrelations } from "@wazi/contracts";
import { expect, it } from "vitest";
import { describeMissingCorrelations, formatLimitedEntries, listStrongestPairs } from "./risk-text.ts";

const ids = ["a", "b", "c", "d", "e"];
const bots = ids.map((id) => ({ id, name: `Bot ${id}`, market: "forex", feed: "simulated", since: null }) as const);
const answer = (pairs: BotCorrelations["pairs"]): BotCorrelations => {
  return { at: "2026-11-22T12:00:00.000Z", minDays: 30, bots, pairs };
};
const known = (correlation: string, otherBotId = "b") =>
  ({ botId: "a", otherBotId, correlation, days: 40, reason: null }) as const;
const unknown = (reason: "too-few-days" | "replay" | "no-change", days = 0) =>
  ({ botId: "a", otherBotId: "c", correlation: null, days, reason }) as const;

it("lists the strongest pairs first, of either sign", () => {
  const { shown, weaker } = listStrongestPairs(answer([known("0.10"), known("-0.80", "c"), unknown("too-few-days")]));
  expect(shown.map(({ names, correlation }) => [names, correlation])).toEqual([
    ["Bot a and Bot c", "-0.80"],
    ["Bot a and Bot b", "0.10"],
  ]);
  expect(weaker).toBe(0);
  const many = answer(Array.from({ length: 10 }, (_, index) => known(`0.${index}0`)));
  expect(listStrongestPairs(many)).toMatchObject({ weaker: 2, shown: { length: 8 } });
});

it("says why pairs have no correlation", () => {
  expect(describeMissingCorrelations(answer([known("0.10")]))).toBeNull();
  expect(describeMissingCorrelations(answer([unknown("too-few-days", 12)]))).toBe(
    "Not yet known. Two bots need 30 common days with a record. The most so far: 12.",
  );
  expect(describeMissingCorrelations(answer([known("0.10"), unknown("replay")]))).toBe(
    "1 of 2 pairs: not yet known. Replayed prices are of different years, so days cannot be compared.",
  );
  expect(describeMissingCorrelations(answer([unknown("no-change", 40)]))).toContain("needs closed trades");
});

it("counts entries that a limit has held back", () => {
  const limits = {
    maxDailyLossPct: "5.00",
    dailyLossPct: "0.00",
    entryStops: [],
    maxMarketExposurePct: "50.00",
    markets: [],
  };
  expect(formatLimitedEntries({ ...limits, refusedEntries: 0, reducedEntries: 0 })).toContain("no entry");
  expect(formatLimitedEntries({ ...limits, refusedEntries: 1, reducedEntries: 2 })).toBe(
    "In the last 24 hours, 1 entry was refused and 2 reduced.",
  );
});
