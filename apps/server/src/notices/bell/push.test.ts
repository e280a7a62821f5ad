import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Notifications } from "@wazi/contracts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  startFakePushService,
  type FakeBrowser,
  type FakePushService,
} from "../../../../../tests/harness/fake-push-service.ts";
import { settleWithdrawal, startWithdrawal } from "../../../../../tests/harness/money-calls.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import {
  adminAccount,
  PASSWORD,
  startTestApp,
  type TestApp,
  type TestClient,
} from "../../../../../tests/harness/test-app.ts";
import { MAX_SUBSCRIPTIONS_PER_USER } from "../push/store.ts";
import { PUSH_RETRY_WAITS_MS, sendDuePushes } from "../push/send-pushes.ts";
import type { PushTransport } from "../../platform/push/push-transport.ts";

const CHOICES = "/api/user/notifications";
const PUSH = "/api/user/push";

let service: FakePushService;
let test: TestApp;
let transport: PushTransport;
beforeAll(async () => {
  service = await startFakePushService();
  test = await startTestApp(undefined, undefined, { PUSH_TEST_ORIGIN: service.origin });
  transport = test.push!;
});
afterAll(async () => {
  transport.close();
  await test.close();
  await service.close();
});
afterEach(async () => {
  await test.sql`delete from push_outbox`;
  service.received.length = 0;
  service.answers.length = 0;
});

const send = (): Promise<number> => sendDuePushes({ sql: test.sql, transport }, silentLog);
const read = async (client: TestClient): Promise<Notifications> => (await client.call("GET", CHOICES)).body;
const received = () =>
  service.received.map(({ text }) => JSON.parse(text) as { title: string; body: string; path: string });
const isOn = async (client: TestClient, { endpoint }: FakeBrowser) =>
  (await client.call("POST", `${PUSH}/check`, { endpoint })).body as { isOn: boolean };
const makeDue = () => test.sql`update push_outbox set next_attempt_at = clock_timestamp() - interval '1 second'`;

/** An investor whose browser gets push messages. */
async function subscribed(): Promise<{ client: TestClient; browser: FakeBrowser }> {
  const client = await test.signUp();
  const browser = service.createBrowser();
  expect((await client.call("POST", PUSH, browser)).status).toBe(204);
  return { client, browser };
}

async function credit(client: TestClient, amount = "500"): Promise<void> {
  const body = { amount, currency: "USDT", network: "TRC20" };
  const { id } = (await client.call("POST", "/api/user/deposits", body)).body as { id: string };
  await test.admin.call("POST", `/api/admin/deposits/${id}/approve`, { status: "completed" });
}

describe("the address of a browser", { tags: ["S63"] }, () => {
  it.each([
    "https://127.0.0.1/x",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/x",
    "https://[::ffff:10.0.0.1]/x",
    "https://2130706433/x",
    "https://localhost/x",
    "https://user:password@fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "http://fcm.googleapis.com/x",
    "file:///etc/passwd",
  ])("is refused, also when it was stored before: %s", async (endpoint) => {
    const { client } = await subscribed();
    expect((await client.call("POST", PUSH, { ...service.createBrowser(), endpoint })).status).toBe(400);
    await test.sql`update push_subscriptions set endpoint = ${endpoint} where user_id = ${client.userId}`;
    await credit(client);
    await send();
    // No request was sent: after a failed one, the address would be tried again.
    expect(await test.sql`select from push_subscriptions where user_id = ${client.userId}`).toEqual([]);
    expect(await test.sql`select from push_outbox`).toEqual([]);
  });

  it("cannot send the server on to another one", async () => {
    let asked = 0;
    const inside = createServer((_request, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
    service.location = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`;
    const { client } = await subscribed();
    for (const status of [301, 302, 307, 308]) {
      service.answers.push(status);
      await credit(client);
      await send();
      await makeDue();
    }
    expect([service.answers, asked]).toEqual([[], 0]);
    inside.close();
  });
});

describe("push messages", () => {
  it(
    "tell of a credited deposit and a paid withdrawal, encrypted, signed and without amounts",
    { tags: ["push-encrypted", "push-text"] },
    async () => {
      const { client } = await subscribed();
      expect(await read(client)).toMatchObject({ pushKey: transport.publicKey, pushDevices: 1 });
      await credit(client, "1234.56");
      const withdrawal = await startWithdrawal(client, "150");
      await settleWithdrawal(test.admin, withdrawal.id, { status: "completed" });
      expect(await send()).toBe(2);
      expect(new Set(received().map(({ title }) => title))).toEqual(new Set(["Deposit credited", "Withdrawal paid"]));
      expect(service.received.map(({ text }) => text).join()).not.toMatch(/\d/);
      const [first, second] = service.received;
      expect(first!.bodyLength).toBe(second!.bodyLength);
      expect(first!.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
      expect(first!.claims).toMatchObject({ aud: service.origin, sub: "mailto:no-reply@wazi.local" });
      expect(first!.claims.exp * 1_000 - Date.now()).toBeLessThan(24 * 3_600_000);
      expect(await send()).toBe(0);
      expect(await test.sql`select from push_outbox`).toEqual([]);
    },
  );

  it("tell of adjustments, rejections and pauses, and are left out for kinds that the user does not want", async () => {
    const { client } = await subscribed();
    await credit(client);
    await test.admin.call("POST", `/api/admin/users/${client.userId}/balance`, {
      balance: "520.00",
      reason: "Goodwill",
    });
    await client.call("POST", `${CHOICES}/muted`, { channel: "push", muted: ["withdrawal"] });
    const withdrawal = await startWithdrawal(client, "100");
    await settleWithdrawal(test.admin, withdrawal.id, { status: "rejected" });
    await send();
    expect(
      received()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(["Account adjusted", "Deposit credited"]);
    expect(await read(client)).toMatchObject({ muted: [], mailMuted: ["bot"], pushMuted: ["withdrawal"] });
  });

  it("never go to an address that is not of a public push service", async () => {
    const client = await test.signUp();
    const browser = service.createBrowser();
    for (const endpoint of [
      "https://127.0.0.1/x",
      "https://localhost/x",
      "https://[::1]/x",
      "http://updates.push.services.mozilla.com/x",
      "https://metadata.google.internal/x",
      "https://user:secret@fcm.googleapis.com/x",
      `${service.origin}@169.254.169.254/x`,
      "http://127.0.0.1:1/x",
    ]) {
      const answer = await client.call("POST", PUSH, { ...browser, endpoint });
      expect([answer.status, answer.body], endpoint).toMatchObject([400, { code: "VALIDATION" }]);
    }
    for (const change of [{ p256dh: "A".repeat(87) }, { auth: "short" }, { p256dh: "" }, { extra: 1 }]) {
      expect((await client.call("POST", PUSH, { ...browser, ...change })).status).toBe(400);
    }
    expect(await read(client)).toMatchObject({ pushDevices: 0 });
    // One that came into the table in another way is forgotten, and nothing is sent to it.
    await client.call("POST", PUSH, browser);
    await test.sql`update push_subscriptions set endpoint = 'https://127.0.0.1/x' where user_id = ${client.userId}`;
    await credit(client);
    await send();
    expect(await read(client)).toMatchObject({ pushDevices: 0 });
  });
});

describe("a browser gets no more messages", () => {
  it("when its push service does not know it any more", async () => {
    const { client } = await subscribed();
    await credit(client);
    service.answers.push(410);
    await send();
    expect(await read(client)).toMatchObject({ pushDevices: 0 });
    expect(service.received).toEqual([]);
  });

  it("after a bounded number of attempts for one message, without following a redirect", async () => {
    const { client } = await subscribed();
    await credit(client);
    let rounds = 0;
    for (const status of [503, 429, 401, 500, 503, 503, 503]) {
      service.answers.push(status);
      rounds += await send();
      service.answers.length = 0;
      await makeDue();
    }
    expect(rounds).toBe(PUSH_RETRY_WAITS_MS.length + 1);
    expect(await read(client)).toMatchObject({ pushDevices: 1 });
    await client.call("POST", `${CHOICES}/muted`, { channel: "mail", muted: [] });
    await test.admin.call("POST", `/api/admin/users/${client.userId}/balance`, { balance: "1.00", reason: "Test" });
    service.answers.push(302);
    expect(await send()).toBe(1);
    await makeDue();
    expect(await send()).toBe(0);
  });

  it(
    "after a sign-out, and when its session is ended from elsewhere, but not when the session expires",
    { tags: ["push-ends"] },
    async () => {
      const { client, browser } = await subscribed();
      await test.sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${client.userId}`;
      await test.sql`delete from sessions where user_id = ${client.userId}`;
      await client.call("POST", "/api/auth/signin", { email: client.email, password: PASSWORD });
      expect(await isOn(client, browser)).toEqual({ isOn: true });
      expect((await client.call("POST", "/api/auth/signout")).status).toBe(204);
      await client.call("POST", "/api/auth/signin", { email: client.email, password: PASSWORD });
      expect(await isOn(client, browser)).toEqual({ isOn: false });

      const other = await subscribed();
      await test.sql`delete from sessions where user_id = ${other.client.userId}`;
      expect(await test.sql`select from push_subscriptions where user_id = ${other.client.userId}`).toEqual([]);
    },
  );

  it("when its user turns them off, or someone else turns them on there", { tags: ["push-ends"] }, async () => {
    const { client, browser } = await subscribed();
    const other = await test.signUp();
    expect(await isOn(other, browser)).toEqual({ isOn: false });
    await other.call("POST", PUSH, browser);
    expect([await isOn(client, browser), await isOn(other, browser)]).toEqual([{ isOn: false }, { isOn: true }]);
    expect((await client.call("POST", `${PUSH}/off`, { endpoint: browser.endpoint })).status).toBe(204);
    expect(await isOn(other, browser)).toEqual({ isOn: true });
    expect((await other.call("POST", `${PUSH}/off`, {})).status).toBe(204);
    expect(await isOn(other, browser)).toEqual({ isOn: false });
  });

  it("when the user has turned them on in too many others since", async () => {
    const { client, browser } = await subscribed();
    for (let each = 0; each < MAX_SUBSCRIPTIONS_PER_USER; each += 1)
      await client.call("POST", PUSH, service.createBrowser());
    expect(await read(client)).toMatchObject({ pushDevices: MAX_SUBSCRIPTIONS_PER_USER });
    expect(await isOn(client, browser)).toEqual({ isOn: false });
  });
});

describe("mails", () => {
  const templatesOf = async ({ userId }: TestClient) =>
    (
      await test.sql<
        { template: string }[]
      >`select template from mail_outbox where user_id = ${userId} order by template`
    ).map(({ template }) => template);

  it("come for the kinds that the user wants, and about security in any case", { tags: ["mail-choice"] }, async () => {
    const client = await test.signUp();
    await test.sql`delete from mail_outbox where user_id = ${client.userId}`;
    await client.call("POST", `${CHOICES}/muted`, {
      channel: "mail",
      muted: ["deposit", "withdrawal", "stop", "verification", "administrator", "bot"],
    });
    await credit(client);
    const withdrawal = await startWithdrawal(client, "100");
    await settleWithdrawal(test.admin, withdrawal.id, { status: "rejected" });
    await test.admin.call("POST", `/api/admin/users/${client.userId}/balance`, { balance: "1.00", reason: "Test" });
    expect(await templatesOf(client)).toEqual(["withdrawal-requested"]);
    await client.call("POST", `${CHOICES}/muted`, { channel: "mail", muted: ["bot"] });
    await test.admin.call("POST", `/api/admin/users/${client.userId}/balance`, { balance: "500.00", reason: "Test" });
    expect(await templatesOf(client)).toEqual(["account-adjusted", "withdrawal-requested"]);
  });

  it("about a bot's pause go to those who hold it and asked for them", async () => {
    const [wanting, other] = [await test.funded("500"), await test.funded("500")];
    const [bot] = await test.sql<{ id: string }[]>`select id from trading_bots where name = 'Alpha-Forex-01'`;
    for (const client of [wanting, other]) {
      const done = await client.call("POST", "/api/user/bots/activate", { botId: bot!.id, allocatedAmount: "200" });
      expect(done.status).toBeLessThan(300);
    }
    await wanting.call("POST", `${CHOICES}/muted`, { channel: "mail", muted: [] });
    const browser = service.createBrowser();
    await other.call("POST", PUSH, browser);
    expect((await test.admin.call("POST", `/api/admin/bots/${bot!.id}/pause`, { reason: "Test" })).status).toBe(200);
    expect(await templatesOf(wanting)).toContain("bot-paused");
    expect(await templatesOf(other)).not.toContain("bot-paused");
    await send();
    expect(received().map(({ title }) => title)).toEqual(["Bot paused"]);
  });
});

it("is off where the operator turns it off", async () => {
  const off = await startTestApp(test.database, undefined, { WEB_PUSH: "off" });
  const client = off.visitor();
  await client.call("POST", "/api/auth/signin", adminAccount);
  expect(await read(client)).toMatchObject({ pushKey: null });
  expect((await client.call("POST", PUSH, service.createBrowser())).status).toBe(404);
  await off.close();
});
