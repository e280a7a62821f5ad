import { allCalls, getMarketPrices, signOut } from "@wazi/contracts";
import { afterAll, expect, test } from "vitest";
import { alwaysHealthy } from "../../../../../tests/harness/always-healthy.ts";
import { openPool } from "../db/pool.ts";
import { buildApp } from "../../start/build-app.ts";
import { registerCall } from "./register-call.ts";
import { findUnansweredCalls, findUndeclaredRoutes } from "./route-inventory.ts";

const app = buildApp({
  settings: { logLevel: "silent", trustProxy: undefined, publicOrigin: undefined, rateLimitScale: 0 },
  sessions: { sql: openPool("postgres://127.0.0.1:1/none"), now: () => new Date() },
  health: alwaysHealthy,
});
afterAll(() => app.close());

test("finds API routes that are not in the contract and calls without a route", { tags: ["S29"] }, () => {
  registerCall(app, signOut, () => undefined);
  registerCall(app, signOut, () => undefined, { path: "/api/signout" });
  app.get("/api/openapi.json", () => ({}));
  expect(findUndeclaredRoutes(app)).toEqual([]);
  app.get("/api/debug", () => ({}));
  app.delete(getMarketPrices.path, () => ({}));
  expect(findUndeclaredRoutes(app)).toEqual(["GET /api/debug", "DELETE /api/market/prices"]);
  expect(findUnansweredCalls(app)).toHaveLength(allCalls.length - 1);
  expect(findUnansweredCalls(app)).not.toContain("POST /api/auth/signout");
});
