import { expect, it } from "vitest";
import type { Hint } from "../../platform/hints/hint.ts";
import { createRecentHints } from "./recent-hints.ts";

const deposit: Hint = { type: "deposit", userId: "one" };
const trade: Hint = { type: "trade", botId: "two" };

it("lists the hints for a user and for everybody since a moment, each once", () => {
  const recent = createRecentHints();
  recent.begin(0);
  recent.add(deposit, 1_000);
  recent.add(trade, 2_000);
  recent.add(deposit, 3_000);
  expect(recent.list(0, "one")).toEqual([trade, deposit]);
  expect(recent.list(2_001, "one")).toEqual([deposit]);
  expect(recent.list(3_001, "one")).toEqual([]);
  expect(recent.list(0, "another")).toEqual([trade]);
});

it("knows no hints from before its start, and starts again after a gap", () => {
  const recent = createRecentHints();
  expect(recent.list(0, "one")).toBeNull();
  recent.begin(1_000);
  expect(recent.list(999, "one")).toBeNull();
  expect(recent.list(1_000, "one")).toEqual([]);
  recent.add(trade, 2_000);
  recent.begin(5_000);
  expect(recent.list(4_000, "one")).toBeNull();
  expect(recent.list(5_000, "one")).toEqual([]);
});

it("forgets what is older than about a minute, and says so", () => {
  const recent = createRecentHints();
  recent.begin(0);
  recent.add(deposit, 1_000);
  recent.add(trade, 70_000);
  expect(recent.list(0, "one")).toEqual([trade, deposit]);
  recent.add(trade, 80_000);
  expect(recent.list(1_000, "one")).toBeNull();
  expect(recent.list(1_001, "one")).toEqual([trade]);
});

it("keeps a limited number of different hints", () => {
  const recent = createRecentHints();
  recent.begin(0);
  for (let bot = 0; bot < 20_001; bot += 1) recent.add({ type: "trade", botId: String(bot) }, bot);
  expect(recent.list(0, "one")).toBeNull();
  expect(recent.list(1, "one")).toHaveLength(20_000);
});
