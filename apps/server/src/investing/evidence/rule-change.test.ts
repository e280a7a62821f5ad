import { type Bot, DAY_MS, type Notifications } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activate, deactivate, errorOf } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { isPaused } from "../../ledger/api.ts";
import { prepareEvidence } from "./prepare-evidence.ts";
import { insertRegistration, listRegistrations } from "./store.ts";

const NAMES = ["Alpha-Forex-01", "Crypto-Whale-07"] as const;
let test: TestApp;
let bots: ScriptedBots;
let holder: TestClient;
let botId: string;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
  const rows = await test.sql<{ id: string }[]>`select id from trading_bots where name = ${NAMES[0]}`;
  botId = rows[0]?.id ?? "";
  holder = await test.funded("1000");
  expect((await activate(holder, botId, "200")).status).toBe(200);
});
afterAll(() => test.close());

/** As if an earlier version had registered another rule last. */
async function registerOther(botName: string, digit: string): Promise<void> {
  await insertRegistration(test.sql, {
    botName,
    rule: "momentum",
    parameters: {},
    parametersHash: digit.repeat(64),
    dataHash: null,
    windowOpens: null,
  });
}

const readBot = async (): Promise<Bot | undefined> =>
  ((await test.visitor().call("GET", "/api/bots")).body as Bot[]).find(({ id }) => id === botId);
const countMails = async (): Promise<number> =>
  (await test.sql`select from mail_outbox where template = 'bot-rule-changes'`).length;

describe("a bot whose rule has changed", () => {
  it("goes on at once in a demo, and in live mode where no one holds it or the 30 days are over", async () => {
    await registerOther(NAMES[0], "1");
    await prepareEvidence(test.sql);
    await registerOther(NAMES[1], "1");
    await prepareEvidence(test.sql, "live");
    await registerOther(NAMES[0], "2");
    await prepareEvidence(test.sql, "live", new Date(Date.now() - 31 * DAY_MS));
    expect(await isPaused(test.sql, botId)).toBe(false);
    expect(await readBot()).toMatchObject({ status: "trading" });
    expect(await countMails()).toBe(0);
  });

  it("is a new registration, told to its holders, and does not trade or take money for 30 days", async () => {
    await registerOther(NAMES[0], "3");
    const before = (await listRegistrations(test.sql, NAMES[0])).length;
    await prepareEvidence(test.sql, "live");
    await prepareEvidence(test.sql, "live");
    const registrations = await listRegistrations(test.sql, NAMES[0]);
    expect(registrations).toHaveLength(before + 1);
    const { registeredAt, windowOpens } = registrations.at(-1)!;
    expect((windowOpens.getTime() - registeredAt.getTime()) / DAY_MS).toBeCloseTo(30, 2);
    expect(await isPaused(test.sql, botId)).toBe(true);
    await expect(bots.open(bots.ids.indexOf(botId), { side: "buy", price: 1, exposure: "0.1" })).rejects.toThrow();
    const other = await test.funded("1000");
    const answer = await activate(other, botId, "200");
    expect([answer.status, errorOf(answer).code]).toEqual([422, "BOT_UNAVAILABLE"]);
    expect(await countMails()).toBe(1);
    const [mail] = await test.sql`
      select data from mail_outbox where user_id = ${holder.userId} and template = 'bot-rule-changes'`;
    expect(mail).toEqual({ data: { bot: NAMES[0], date: windowOpens.toISOString().slice(0, 10) } });
    const { items }: Notifications = (await holder.call("GET", "/api/user/notifications")).body;
    expect(items.filter(({ event }) => event === "bot-rule-changes")).toHaveLength(1);
  });

  it("lets its holders leave, and no administrator starts it earlier", async () => {
    const path = `/api/admin/bots/${botId}`;
    await test.admin.call("POST", `${path}/pause`, { reason: "A test." });
    await test.admin.call("POST", `${path}/resume`);
    expect(await isPaused(test.sql, botId)).toBe(true);
    expect((await deactivate(holder, botId)).status).toBe(200);
  });
});
