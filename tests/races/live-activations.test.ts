import type { Suitability, SuitabilityAnswers } from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { activateBot, type ActivationDeps } from "../../apps/server/src/investing/investments/activate-bot.ts";
import { topUpBot } from "../../apps/server/src/investing/investments/change-position.ts";
import { startScriptedBots, type ScriptedBots } from "../harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

let test: TestApp;
let bots: ScriptedBots;
/** The application itself may only add rows. */
let owner: Sql;

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { max: 1, role: null });
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  await owner.end();
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const PATH = "/api/user/suitability";
const careful: SuitabilityAnswers = { knowledge: "some", lossCapacity: "part", horizon: "under-1-year" };

const read = async (client: TestClient): Promise<Suitability> => (await client.call("GET", PATH)).body;
const answer = async (client: TestClient, answers: SuitabilityAnswers): Promise<Suitability> =>
  (await client.call("POST", PATH, answers)).body;

describe("money into a bot in live mode", () => {
  /** The operations as live mode has them. The rest of the application is a demo, so that its bots take money. */
  const live = (requiresAnswers = true): ActivationDeps => ({
    sql: test.sql,
    door: test.door,
    maxPriceAgeMs: 60_000,
    now: () => new Date(),
    isTraded: () => true,
    closesBills: false,
    shareAbove: "nothing" as const,
    findDueInterestDay: () => null,
    symbolsOf: () => [],
    listEndedSymbols: () => Promise.resolve(new Set()),
    requiresAnswers,
    unprovenBots: "open",
  });
  const input = ({ userId }: TestClient, amount: string) => ({
    userId,
    botId: bots.ids[0] ?? "",
    amount: parseCents(amount),
    risk: { stopLoss: null, takeProfit: null },
    requestKey: null,
    first: null,
  });
  const refused = { code: "SUITABILITY_DUE", message: expect.stringContaining("No money was moved.") as string };

  it("waits for the first answers", async () => {
    const client = await test.funded("1000");
    await expect(activateBot(live(), input(client, "100"))).rejects.toMatchObject(refused);
    await answer(client, careful);
    expect((await activateBot(live(), input(client, "100"))).status).toBe(200);
    expect((await topUpBot(live(), input(client, "50"))).status).toBe(200);
  });

  it("waits for new answers after a year and for other questions, in activations and additions", async () => {
    const client = await test.funded("1000");
    await answer(client, careful);
    await activateBot(live(), input(client, "100"));
    await owner`
      update suitability_limits set made_at = made_at - interval '366 days', effective_at = effective_at - interval '366 days'
      where user_id = ${client.userId}`;
    await expect(topUpBot(live(), input(client, "50"))).rejects.toMatchObject(refused);
    await answer(client, careful);
    await topUpBot(live(), input(client, "50"));
    await owner`update suitability_limits set version = '2025-01' where user_id = ${client.userId} and version is not null`;
    await expect(topUpBot(live(), input(client, "50"))).rejects.toMatchObject(refused);
    expect((await read(client)).invested).toBe("150.00");
  });

  it("is never refused for it in a demo", async () => {
    const client = await test.funded("1000");
    expect((await activateBot(live(false), input(client, "100"))).status).toBe(200);
    expect((await topUpBot(live(false), input(client, "50"))).status).toBe(200);
  });
});
