import type { AuditEvent, Bot, OperatedBot, Operations } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accountOf,
  activate,
  botsOf,
  deactivate,
  errorOf,
  transferInvestment,
} from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import {
  PreparedRace,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from "../../../../../tests/harness/test-app.ts";
import { readOperatedBot } from "./operated-bots.ts";

let test: TestApp;
let bots: ScriptedBots;
/** Before the next operation that buys units. */
const race = new PreparedRace(({ expects }) => (expects.unpaused?.length ?? 0) > 0);

beforeAll(async () => {
  test = await startTestApp(undefined, race.wrapDoor);
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const pause = (id: string, reason: unknown = "Fills look odd", client = test.admin): Promise<TestAnswer> =>
  client.call("POST", `/api/admin/bots/${id}/pause`, { reason });
const resume = (id: string): Promise<TestAnswer> => test.admin.call("POST", `/api/admin/bots/${id}/resume`);
const refusal = (answer: TestAnswer): [number, string, string] => [
  answer.status,
  errorOf(answer).code,
  errorOf(answer).message,
];
const statusOf = async (id: string): Promise<string | undefined> =>
  ((await test.visitor().call("GET", "/api/bots")).body as Bot[]).find((bot) => bot.id === id)?.status;
/** Reads the current state, because the API caches it for two seconds. */
const operated = (id: string): Promise<OperatedBot> =>
  readOperatedBot({ sql: test.sql, feedOf: () => "simulated", instrumentsOf: () => [] }, id);

async function auditOf(id: string, action: string): Promise<AuditEvent[]> {
  const page = await test.admin.call("GET", `/api/admin/audit?action=${action}&subjectId=${id}`);
  return (page.body as { items: AuditEvent[] }).items;
}

describe("a paused bot", () => {
  let id: string;
  let investor: TestClient;

  beforeAll(async () => {
    id = bots.ids[0]!;
    investor = await test.funded("2000");
    expect((await activate(investor, id, "500")).status).toBe(200);
    await bots.open(0, { side: "buy", price: 100, exposure: "0.5" });
    await bots.price(0, 101);
  });

  it("is shown as paused to everyone, and to administrators with reason and administrator", async () => {
    const answer = await pause(id, "  Fills look odd  ");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id,
      name: "Alpha-Forex-01",
      status: "paused",
      paused: { by: { email: test.admin.email }, reason: "Fills look odd" },
      haltReason: null,
      openTrade: { symbol: "EUR/USD", side: "buy" },
      investors: 1,
    });
    const operations = (await test.admin.call("GET", "/api/admin/operations")).body as Operations;
    expect(operations.bots.find((bot) => bot.id === id)).toEqual(answer.body);
    expect(await statusOf(id)).toBe("paused");
    expect((await botsOf(investor)).map(({ botStatus }) => botStatus)).toEqual(["paused"]);
    const [row] = await auditOf(id, "bot.pause");
    expect(row).toMatchObject({
      actorId: test.admin.userId,
      subjectType: "bot",
      before: { status: "trading" },
      after: { status: "paused", reason: "Fills look odd" },
    });
  });

  it("cannot be paused again; the error names the administrator and the time", async () => {
    const [status, code, message] = refusal(await pause(id));
    expect([status, code]).toEqual([409, "CONFLICT"]);
    expect(message).toMatch(/^Alpha-Forex-01 is already paused by .+ since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    expect(await auditOf(id, "bot.pause")).toHaveLength(1);
  });

  it("accepts no new money from investors or adjustments", async () => {
    const message = "Alpha-Forex-01 is paused. It does not open trades or accept new money right now.";
    const other = await test.funded("1000");
    expect(refusal(await activate(other, id, "100"))).toEqual([422, "BOT_UNAVAILABLE", message]);
    expect((await accountOf(other)).balance).toBe("1000.00");
    await bots.price(0, 101);
    const more = await test.admin.call("POST", `/api/admin/users/${investor.userId}/balance`, { totalInvested: "600" });
    expect(refusal(more).slice(0, 2)).toEqual([422, "BOT_UNAVAILABLE"]);
    const less = await test.admin.call("POST", `/api/admin/users/${investor.userId}/balance`, { totalInvested: "490" });
    expect(less.status).toBe(200);
  });

  it("lets its open trade close and opens no other", async () => {
    await bots.close(0, 102);
    await expect(bots.open(0, { side: "buy", price: 102, exposure: "0.5" })).rejects.toThrow("not recorded: moved");
    expect((await operated(id)).openTrade).toBeNull();
  });

  it("lets investors withdraw in part and in full", { tags: ["money-back"] }, async () => {
    expect((await transferInvestment(investor, "100")).status).toBe(200);
    expect((await deactivate(investor, id)).status).toBe(200);
    expect(await botsOf(investor)).toEqual([]);
  });

  it("trades and accepts money again after being resumed", async () => {
    const answer = await resume(id);
    expect(answer.body).toMatchObject({ status: "trading", paused: null });
    expect(await statusOf(id)).toBe("trading");
    await bots.open(0, { side: "sell", price: 102, exposure: "0.5" });
    await bots.price(0, 102);
    expect((await activate(investor, id, "100")).status).toBe(200);
    await bots.close(0, 101);
    const [row] = await auditOf(id, "bot.resume");
    expect(row).toMatchObject({ before: { status: "paused", reason: "Fills look odd" }, after: { status: "trading" } });
  });

  it("cannot be resumed twice; the error names the administrator", async () => {
    const [status, code, message] = refusal(await resume(id));
    expect([status, code]).toEqual([409, "CONFLICT"]);
    expect(message).toMatch(/^Alpha-Forex-01 is not paused: it was resumed by .+ at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    expect(refusal(await resume(bots.ids[5]!))).toEqual([409, "CONFLICT", "Crypto-Scalper-03 is not paused"]);
  });

  it("keeps a history of its pauses", async () => {
    await pause(id, "Once more");
    await resume(id);
    const rows = await test.sql<{ reason: string; ended: boolean }[]>`
      select reason, resumed_by is not null as ended from bot_pauses where bot_id = ${id} order by id`;
    expect(rows).toEqual([
      { reason: "Fills look odd", ended: true },
      { reason: "Once more", ended: true },
    ]);
    await expect(test.sql`update bot_pauses set reason = 'Another'`).rejects.toThrow("permission denied");
    await expect(test.sql`delete from bot_pauses`).rejects.toThrow("permission denied");
  });
});

describe("pausing", () => {
  it.each([
    ["nothing", undefined],
    ["an empty text", ""],
    ["spaces", "   "],
    ["a number", 7],
    ["501 characters", "x".repeat(501)],
  ])("rejects %s as a reason", async (_what, reason) => {
    const answer = await test.admin.call("POST", `/api/admin/bots/${bots.ids[1]!}/pause`, { reason });
    expect(refusal(answer)).toEqual([400, "VALIDATION", "Please give a reason of at most 500 characters"]);
    expect(await statusOf(bots.ids[1]!)).toBe("trading");
  });

  it("answers 404 for an unknown bot", async () => {
    const unknownId = "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e";
    expect((await pause(unknownId)).status).toBe(404);
    expect((await resume(unknownId)).status).toBe(404);
    expect((await pause("alpha")).status).toBe(404);
  });

  it("accepts an id in capital letters and locks the same pool", async () => {
    const id = bots.ids[1]!;
    expect((await pause(id.toUpperCase())).status).toBe(200);
    expect((await auditOf(id, "bot.pause"))[0]?.subjectId).toBe(id);
    expect((await resume(id)).status).toBe(200);
  });

  it("rejects an allocation that was decided but not posted yet", async () => {
    const id = bots.ids[2]!;
    const investor = await test.funded("1000");
    race.prepare(async () => {
      expect((await pause(id)).status).toBe(200);
    });
    expect(refusal(await activate(investor, id, "100")).slice(0, 2)).toEqual([422, "BOT_UNAVAILABLE"]);
    expect((await accountOf(investor)).balance).toBe("1000.00");
    expect((await resume(id)).status).toBe(200);
  });

  it("does not stop a waiting exit from settling", async () => {
    const id = bots.ids[3]!;
    const investor = await test.funded("1000");
    await activate(investor, id, "200");
    await bots.open(3, { side: "buy", price: 100, exposure: "1" });
    await test.sql`update pool_marks set priced_at = now() - interval '1 hour' where bot_id = ${id}`;
    expect((await deactivate(investor, id)).status).toBe(202);
    await pause(id);
    await bots.price(3, 100);
    await bots.settle();
    expect(await botsOf(investor)).toEqual([]);
    await bots.close(3, 100);
    await resume(id);
  });
});

describe("a halted bot", () => {
  it("shows the reason, cannot be paused, and stays halted when resumed from a pause", async () => {
    const id = bots.ids[4]!;
    const investor = await test.funded("1000");
    await activate(investor, id, "200");
    await bots.open(4, { side: "sell", price: 100, exposure: "1" });
    await pause(id);
    await bots.close(4, 250);
    expect(await operated(id)).toMatchObject({
      status: "halted",
      paused: { reason: "Fills look odd" },
      haltReason: "Its last trade (GOLD, sold short, closed by the strategy) lost the whole value of the bot.",
      returnPct: "-100.00",
      value: "0.00",
    });
    expect((await resume(id)).body).toMatchObject({ status: "halted", paused: null });
    expect(refusal(await pause(id))).toEqual([409, "CONFLICT", "Gold-Trader-02 is halted. It does not open trades."]);
    expect(refusal(await activate(await test.funded("1000"), id, "100"))[2]).toBe(
      "Gold-Trader-02 does not accept new money right now.",
    );
  });

  it("has no halt reason after a new series of units started", async () => {
    const id = bots.ids[5]!;
    await bots.open(5, { side: "sell", price: 100, exposure: "0.999" });
    await bots.close(5, 199.2);
    expect(await operated(id)).toMatchObject({ status: "trading", haltReason: null, nav: "1.000000000000" });
    const returned = Number((await operated(id)).returnPct);
    expect(returned).toBeLessThan(-99);
    expect(returned).toBeGreaterThan(-100);
  });
});
