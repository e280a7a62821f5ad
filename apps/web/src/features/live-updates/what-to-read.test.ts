import { liveUpdateTypes } from "@wazi/contracts";
import { expect, it } from "vitest";
import { keysToRead } from "./what-to-read.ts";

const BOT_ID = "6f1f2f8a-1d9d-4a77-8d9e-0f5b6a3c1d10";

it("is the balance and the deposits after a deposit was credited, each once", () => {
  const keys = keysToRead([{ type: "deposit" }, { type: "account" }, { type: "account" }]);
  expect(keys).toContainEqual(["/api/user/deposits"]);
  expect(keys.filter(([path]) => path === "/api/auth/user")).toHaveLength(1);
});

it("is a bot's own record after a trade of that bot, and all of them where none is named", () => {
  expect(keysToRead([{ type: "trade", botId: BOT_ID }])).toContainEqual(["/api/bots/:id/track-record", BOT_ID]);
  expect(keysToRead([{ type: "trade" }])).toContainEqual(["/api/bots/:id/track-record"]);
});

it("is something for every kind of update", () => {
  for (const type of liveUpdateTypes) expect(keysToRead([{ type }]).length).toBeGreaterThan(0);
  expect(keysToRead([])).toEqual([]);
});
