import { liveUpdateTypes } from "@wazi/contracts";
import { expect, it } from "vitest";
import { findStaleKeys } from "./live-updates.tsx";

const BOT_ID = "6f1f2f8a-1d9d-4a77-8d9e-0f5b6a3c1d10";

it("includes balance and deposits once after a credited deposit", () => {
  const keys = findStaleKeys([{ type: "deposit" }, { type: "account" }, { type: "account" }]);
  expect(keys).toContainEqual(["/api/user/deposits"]);
  expect(keys.filter(([path]) => path === "/api/auth/user")).toHaveLength(1);
});

it("includes the record of the named bot, or of all bots, after a trade", () => {
  expect(findStaleKeys([{ type: "trade", botId: BOT_ID }])).toContainEqual(["/api/bots/:id/track-record", BOT_ID]);
  expect(findStaleKeys([{ type: "trade" }])).toContainEqual(["/api/bots/:id/track-record"]);
});

it("covers every kind of update", () => {
  for (const type of liveUpdateTypes) expect(findStaleKeys([{ type }]).length).toBeGreaterThan(0);
  expect(findStaleKeys([])).toEqual([]);
});
