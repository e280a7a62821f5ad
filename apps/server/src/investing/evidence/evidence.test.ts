import type { BotEvidence, PublicEvidence } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { openPool } from "../../platform/db/pool.ts";
import { prepareEvidence } from "./prepare-evidence.ts";
import { insertRegistration, listRegistrations } from "./store.ts";

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const readAll = async (): Promise<PublicEvidence> => (await test.visitor().call("GET", "/api/public/evidence")).body;

describe("GET /api/public/evidence", () => {
  it("lists all bots in catalogue order", async () => {
    const { bots } = await readAll();
    expect(bots).toHaveLength(8);
    expect(bots[0]).toMatchObject({ botName: "Alpha-Forex-01", market: "forex", strategy: "Scalping" });
  });

  it("scores the risk of each record and draws its last five years", async () => {
    const { bots } = await readAll();
    // The levels tell the bots apart.
    expect(new Set(bots.map(({ risk }) => risk?.level)).size).toBeGreaterThanOrEqual(3);
    for (const { headline, risk, curve } of bots) {
      expect(risk?.deepestFallPct).toBe(headline?.maxDrawdownPct?.value);
      expect(curve).toHaveLength(53);
    }
  });
});

describe("GET /api/bots/:id/evidence", () => {
  it("answers the newest record about each bot, which is never out of sample", async () => {
    const { bots, platform, recordedAt } = await readAll();
    expect(recordedAt).not.toBeNull();
    expect(platform?.verdict).toMatch(/none|weak|both-halves/);
    for (const { botId, botName, headline } of bots) {
      const evidence: BotEvidence = (await test.visitor().call("GET", `/api/bots/${botId}/evidence`)).body;
      expect(evidence).toMatchObject({ botId, botName, headline });
      expect(evidence.series).toHaveLength(headline!.seriesCount);
      expect(evidence.costLevels.map(({ multiple }) => multiple)).toEqual([0, 1, 2]);
      expect(evidence.curve[0]).toMatchObject({ bot: 1, buyAndHold: 1, cash: 1 });
      expect(evidence.trades.length).toBeLessThanOrEqual(20);
      expect(evidence.registration?.isOutOfSample).toBe(false);
    }
  });

  it("is a 404 for an unknown bot", async () => {
    const answer = await test.visitor().call("GET", "/api/bots/5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e/evidence");
    expect([answer.status, errorOf(answer).code]).toEqual([404, "NOT_FOUND"]);
  });
});

describe("records and registrations", () => {
  const count = async (table: string): Promise<number> => {
    const [row] = await test.sql<{ count: number }[]>`select count(*)::int as count from ${test.sql.raw(table)}`;
    return row?.count ?? -1;
  };

  it("are added once, however often the server starts", async () => {
    const before = [await count("bot_evidence"), await count("strategy_registrations")];
    expect(before[1]).toBe(8);
    await prepareEvidence(test.sql);
    expect([await count("bot_evidence"), await count("strategy_registrations")]).toEqual(before);
  });

  it.each([
    ["bot_evidence", "subject"],
    ["strategy_registrations", "rule"],
  ])("are never changed or removed in %s", async (table, column) => {
    const owner = openPool(test.database.url, { max: 1, role: null });
    for (const statement of [`update ${table} set ${column} = 'other'`, `delete from ${table}`, `truncate ${table}`]) {
      await expect(test.sql.unsafe(statement)).rejects.toThrow(/permission denied/);
      await expect(owner.unsafe(statement)).rejects.toThrow(/only appended/);
    }
    await owner.end();
  });

  it("are stamped by the database, whatever time is given", async () => {
    const opened = "2020-01-01T00:00:00.000Z";
    await insertRegistration(test.sql, {
      botName: "Late",
      rule: "momentum",
      parameters: {},
      parametersHash: "0".repeat(64),
      dataHash: null,
      windowOpens: opened,
    });
    const [late] = await listRegistrations(test.sql, "Late");
    expect(late?.windowOpens.toISOString()).toBe(opened);
    expect(Math.abs((late?.registeredAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});
