import { DAY_MS, type Suitability, type SuitabilityAnswers } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activate, errorOf } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";

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
const bold: SuitabilityAnswers = { knowledge: "experienced", lossCapacity: "all", horizon: "over-3-years" };

const read = async (client: TestClient): Promise<Suitability> => (await client.call("GET", PATH)).body;
const answer = async (client: TestClient, answers: SuitabilityAnswers): Promise<Suitability> =>
  (await client.call("POST", PATH, answers)).body;
const setLimit = (client: TestClient, limit: string) => client.call("POST", `${PATH}/limit`, { limit });
/** As if a day had passed since everything that the user did here. */
const passDay = (client: TestClient) => owner`
  update suitability_limits set made_at = made_at - interval '1 day', effective_at = effective_at - interval '1 day'
  where user_id = ${client.userId}`;

describe("the limit of an investor's answers", () => {
  it("is none before the first answers", async () => {
    const client = await test.funded("5000");
    expect(await read(client)).toMatchObject({ answers: null, isDue: true, limit: null, ceiling: null, pending: null });
    expect((await activate(client, bots.ids[0], "3000")).status).toBe(200);
    expect((await read(client)).invested).toBe("3000.00");
    const early = await setLimit(client, "100");
    expect([early.status, errorOf(early).code]).toEqual([409, "CONFLICT"]);
  });

  it("counts the own money in all bots, for activations and additions", async () => {
    const client = await test.funded("2000");
    expect(await answer(client, careful)).toMatchObject({ limit: "500.00", ceiling: "500.00", isDue: false });
    expect((await activate(client, bots.ids[0], "400")).status).toBe(200);
    const second = await activate(client, bots.ids[1], "100.01");
    expect([second.status, errorOf(second).code]).toEqual([422, "SUITABILITY_LIMIT"]);
    expect((await activate(client, bots.ids[1], "60")).status).toBe(200);
    const more = { botId: bots.ids[0], amount: "40.01" };
    expect(errorOf(await client.call("POST", "/api/user/bots/top-up", more)).code).toBe("SUITABILITY_LIMIT");
    expect((await client.call("POST", "/api/user/bots/top-up", { ...more, amount: "40" })).status).toBe(200);
  });

  it("holds when activations race", async () => {
    const client = await test.funded("2000");
    await answer(client, careful);
    const answers = await Promise.all([0, 1, 2].map((bot) => activate(client, bots.ids[bot], "300")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await read(client)).invested).toBe("300.00");
  });

  it("can be lowered at once and raised after a day, up to what the answers allow", async () => {
    const client = await test.funded("2000");
    await answer(client, careful);
    expect((await setLimit(client, "200")).body).toMatchObject({ limit: "200.00", ceiling: "500.00", pending: null });
    const raised: Suitability = (await setLimit(client, "450")).body;
    expect(raised).toMatchObject({ limit: "200.00", pending: { limit: "450.00" } });
    expect(Date.parse(raised.pending!.from) - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
    expect(errorOf(await activate(client, bots.ids[0], "300")).code).toBe("SUITABILITY_LIMIT");
    await passDay(client);
    expect(await read(client)).toMatchObject({ limit: "450.00", pending: null });
    expect(errorOf(await setLimit(client, "500.01")).code).toBe("SUITABILITY_LIMIT");
  });

  it("follows new answers: stricter ones at once, bolder ones after a day, and a lower limit ends a waiting one", async () => {
    const client = await test.funded("2000");
    await answer(client, careful);
    expect(await answer(client, bold)).toMatchObject({ limit: "500.00", ceiling: null, pending: { limit: null } });
    await setLimit(client, "300");
    await passDay(client);
    expect(await read(client)).toMatchObject({ limit: "300.00", pending: null });
    await answer(client, bold);
    await passDay(client);
    expect(await read(client)).toMatchObject({ limit: null, pending: null });
    expect(await answer(client, { ...bold, lossCapacity: "none" })).toMatchObject({ limit: "100.00" });
  });

  it("is asked for again after a year and for other questions, and keeps every answer", async () => {
    const client = await test.signUp();
    await answer(client, careful);
    await owner`
      update suitability_limits set made_at = made_at - interval '366 days', effective_at = effective_at - interval '366 days'
      where user_id = ${client.userId}`;
    expect(await read(client)).toMatchObject({ isDue: true, limit: "500.00" });
    expect((await answer(client, careful)).isDue).toBe(false);
    await owner`update suitability_limits set version = '2025-01' where user_id = ${client.userId}`;
    expect((await read(client)).isDue).toBe(true);
    const [kept] = await test.sql<{ count: string }[]>`
      select count(*)::text from suitability_limits where user_id = ${client.userId}`;
    expect(kept!.count).toBe("2");
  });

  it("refuses incomplete and unknown answers", async () => {
    const client = await test.signUp();
    for (const wrong of [{}, { ...careful, horizon: "soon" }, { ...careful, more: 1 }])
      expect((await client.call("POST", PATH, wrong)).status).toBe(400);
    expect((await setLimit(client, "-1")).status).toBe(400);
  });
});
