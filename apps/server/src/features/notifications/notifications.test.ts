import type { Notifications } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
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
