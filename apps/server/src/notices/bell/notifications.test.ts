import type { Notifications } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { activate, settleWithdrawal, startWithdrawal } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { PASSWORD, startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { createSmallPicture, toDataUrl } from "../../people/documents/sample-pictures.ts";

let test: TestApp;
let bots: ScriptedBots;
beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
});
afterAll(() => test.close());

const PATH = "/api/user/notifications";
const read = async (client: TestClient): Promise<Notifications> => (await client.call("GET", PATH)).body;

it("tells of a credited deposit and an adjustment, newest first, until they are read", async () => {
  const investor = await test.funded("500");
  await test.admin.call("POST", `/api/admin/users/${investor.userId}/balance`, {
    balance: "520.00",
    reason: "Goodwill",
  });
  const found = await read(investor);
  expect(found).toMatchObject({
    unread: 2,
    muted: [],
    items: [
      { kind: "administrator", event: "adjusted", amount: "20.00", reason: "Goodwill", isRead: false },
      { kind: "deposit", event: "deposit-credited", amount: "500.00", isRead: false },
    ],
  });
  expect((await investor.call("POST", `${PATH}/read`, { until: found.items[1]!.at })).status).toBe(204);
  expect((await read(investor)).items.map(({ isRead }) => isRead)).toEqual([false, true]);
  await investor.call("POST", `${PATH}/read`, { until: found.items[0]!.at });
  expect((await read(investor)).items.map(({ isRead }) => isRead)).toEqual([true, true]);
  await investor.call("POST", `${PATH}/read`, { until: "2099-01-01T00:00:00.000Z" });
  expect((await read(investor)).unread).toBe(0);
  const other = await test.funded("100");
  expect((await read(other)).items).toHaveLength(1);
});

it("leaves out the kinds that the user does not want", async () => {
  const investor = await test.funded("500");
  expect((await investor.call("POST", `${PATH}/muted`, { muted: ["deposit"] })).status).toBe(204);
  expect(await read(investor)).toMatchObject({ unread: 0, muted: ["deposit"], mailMuted: ["bot"], items: [] });
  expect((await investor.call("POST", `${PATH}/muted`, { muted: ["prices"] })).status).toBe(400);
});

it("does not tell investors of deposits that they cancelled themselves", async () => {
  const investor = await test.signUp();
  const body = { amount: "200", currency: "USDT", network: "TRC20" };
  const created = (await investor.call("POST", "/api/user/deposits", body)).body as { id: string };
  await investor.call("POST", `/api/user/deposits/${created.id}/cancel`);
  expect((await read(investor)).items).toEqual([]);
});

const eventsOf = async (client: TestClient, kind: string): Promise<unknown[]> =>
  (await read(client)).items.filter((item) => item.kind === kind).map(({ event, reason }) => [event, reason]);

it("tells of a stop that closed a position, with what came back, to its holder alone", async () => {
  const [careful, bold] = [await test.funded("1000"), await test.funded("1000")];
  const order = { botId: bots.ids[1], allocatedAmount: "500" };
  await careful.call("POST", "/api/user/bots/activate", { ...order, stopLossPct: 10 });
  await activate(bold, bots.ids[1], "500");
  await bots.open(1, { side: "buy", price: 100, exposure: "0.9" });
  await bots.price(1, 75);
  await bots.settle();
  const stop = (await read(careful)).items.find(({ kind }) => kind === "stop")!;
  expect(stop).toMatchObject({ event: "stop-loss", botId: bots.ids[1], isRead: false });
  expect(Number(stop.amount)).toBeGreaterThan(300);
  expect(Number(stop.amount)).toBeLessThan(450);
  expect(await eventsOf(bold, "stop")).toEqual([]);
});

it("tells of a paid and of a rejected withdrawal, with the reason, and not of a pending one", async () => {
  const investor = await test.funded("1000");
  const paid = await startWithdrawal(investor, "100");
  expect(await eventsOf(investor, "withdrawal")).toEqual([]);
  await settleWithdrawal(test.admin, paid.id, { status: "completed" });
  const rejected = await startWithdrawal(investor, "50");
  await settleWithdrawal(test.admin, rejected.id, { status: "rejected", notes: "Wrong network" });
  expect(await eventsOf(investor, "withdrawal")).toEqual([
    ["withdrawal-rejected", "Wrong network"],
    ["withdrawal-paid", null],
  ]);
});

it("tells of a rejected and of an approved verification", async () => {
  const investor = await test.signUp();
  const frontImageUrl = toDataUrl("jpeg", await createSmallPicture());
  const review = async (body: object): Promise<void> => {
    const made = await investor.call("POST", "/api/verification/submit", { documentType: "passport", frontImageUrl });
    const { id } = made.body as { id: string };
    expect((await test.admin.call("POST", `/api/admin/verifications/${id}/review`, body)).status).toBe(200);
  };
  await review({ status: "rejected", rejectionReason: "Blurred" });
  await review({ status: "approved" });
  expect(await eventsOf(investor, "verification")).toEqual([
    ["verification-approved", null],
    ["verification-rejected", "Blurred"],
  ]);
});

it("tells of a pause and its end to those who held the bot then", async () => {
  const [before, after] = [await test.funded("1000"), await test.funded("1000")];
  await activate(before, bots.ids[2], "300");
  await test.admin.call("POST", `/api/admin/bots/${bots.ids[2]}/pause`, { reason: "Test" });
  await test.admin.call("POST", `/api/admin/bots/${bots.ids[2]}/resume`, {});
  await activate(after, bots.ids[2], "300");
  expect(await eventsOf(before, "bot")).toEqual([
    ["bot-resumed", null],
    ["bot-paused", null],
  ]);
  expect(await eventsOf(after, "bot")).toEqual([]);
});

it("tells of one's own account being deactivated, with the reason, and being active again", async () => {
  const investor = await test.signUp();
  const other = await test.signUp();
  await test.admin.call("POST", `/api/admin/users/${investor.userId}/deactivate`, { reason: "Asked for it" });
  await test.admin.call("POST", `/api/admin/users/${investor.userId}/activate`, {});
  await investor.call("POST", "/api/auth/signin", { email: investor.email, password: PASSWORD });
  expect(await eventsOf(investor, "administrator")).toEqual([
    ["account-activated", null],
    ["account-deactivated", "Asked for it"],
  ]);
  expect(await eventsOf(other, "administrator")).toEqual([]);
});
