import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { takeLease } from "../../platform/jobs/store.ts";
import { loadFeedState, saveCheckpoint } from "./store.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it("is saved by the holder of the lease only, so that a trader that was slow does not move the feed on", async () => {
  const { sql } = test;
  const [slow, next] = [await takeLease(sql, "slow", true), await takeLease(sql, "next", true)];
  if (!slow || !next) throw new Error("no lease");
  await saveCheckpoint(sql, next, [{ name: "replay", state: { position: 10 } }], []);
  const late = saveCheckpoint(sql, slow, [{ name: "replay", state: { position: 20 } }], []);
  await expect(late).rejects.toThrow("Another trader has taken the lease.");
  expect(await loadFeedState(sql, "replay")).toEqual({ position: 10 });
});
