import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { openPool } from "../../platform/db/pool.ts";
import { listDuePositions } from "./store.ts";

let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
});
afterAll(() => test.close());

describe("listDuePositions", () => {
  it("finds stops and targets that the mark has reached, by index even in small tables", async () => {
    const investor = await test.funded("1000");
    const [first, second] = [bots.ids[0]!, bots.ids[1]!];
    for (const [botId, risk] of [
      [first, { stopLossPct: 10 }],
      [second, { takeProfitPct: 10 }],
    ] as const) {
      const body = { botId, allocatedAmount: "100", ...risk };
      expect((await investor.call("POST", "/api/user/bots/activate", body)).status).toBe(200);
    }
    const held = {
      first: { userId: investor.userId, botId: first },
      second: { userId: investor.userId, botId: second },
    };
    // Now a new plan would scan the table of two rows.
    const owner = openPool(test.database.url, { role: null, max: 1 });
    await owner.unsafe("analyze positions; analyze exits");
    await owner.end();
    await test.sql.begin(async (tx) => {
      // As the connections for statements by key.
      await tx.unsafe("set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan");
      const at = (one: string, other: string) =>
        listDuePositions(
          { byKey: tx },
          [
            { botId: first, exitMark: one },
            { botId: second, exitMark: other },
          ],
          500,
        );
      expect(await at("0.91", "1.09")).toEqual([]);
      expect(await at("0.9", "1.09")).toEqual([held.first]);
      expect(await at("0.91", "1.1")).toEqual([held.second]);
      expect(await at("0.5", "1.5")).toEqual([held.first, held.second]);
      const scans = await tx<{ seq_scan: bigint }[]>`
        select seq_scan from pg_stat_xact_user_tables where relname in ('positions', 'exits')`;
      expect(scans).toEqual([{ seq_scan: 0n }, { seq_scan: 0n }]);
    });
  });
});
