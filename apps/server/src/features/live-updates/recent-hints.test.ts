import { expect, it } from "vitest";
import type { Hint } from "../../core/live-updates/hint.ts";
import { createRecentHints } from "./recent-hints.ts";

const deposit: Hint = { type: "deposit", userId: "one" };
const trade: Hint = { type: "trade", botId: "two" };

it("lists the hints since a moment, each once, oldest first", () => {
  const recent = createRecentHints();
  recent.begin(0);
  recent.add(deposit, 1_000);
  recent.add(trade, 2_000);
  recent.add(deposit, 3_000);
  expect(recent.list(0)).toEqual([trade, deposit]);
  expect(recent.list(2_001)).toEqual([deposit]);
  expect(recent.list(3_001)).toEqual([]);
});

it("knows nothing from before it began, and begins anew after a gap", () => {
  const recent = createRecentHints();
  expect(recent.list(0)).toBeNull();
  recent.begin(1_000);
  expect(recent.list(999)).toBeNull();
  expect(recent.list(1_000)).toEqual([]);
  recent.add(trade, 2_000);
  recent.begin(5_000);
  expect(recent.list(4_000)).toBeNull();
  expect(recent.list(5_000)).toEqual([]);
});

it("forgets what is older than about a minute, and says so", () => {
  const recent = createRecentHints();
  recent.begin(0);
  recent.add(deposit, 1_000);
  recent.add(trade, 70_000);
  expect(recent.list(0)).toEqual([deposit, trade]);
  recent.add(trade, 80_000);
  expect(recent.list(1_000)).toBeNull();
  expect(recent.list(1_001)).toEqual([trade]);
});

it("keeps a limited number of different hints", () => {
  const recent = createRecentHints();
  recent.begin(0);
  for (let user = 0; user < 20_001; user += 1) recent.add({ type: "account", userId: String(user) }, user);
  expect(recent.list(0)).toBeNull();
  expect(recent.list(1)).toHaveLength(20_000);
});
