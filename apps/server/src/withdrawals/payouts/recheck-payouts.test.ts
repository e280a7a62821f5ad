import { DAY_MS, HOUR_MS, type Withdrawal } from "@wazi/contracts";
import { afterEach, describe, expect, it } from "vitest";
import {
  startFlutterwave,
  startMpesa,
  startPaystack,
  type FakeMpesa,
  type PayoutService,
} from "../../../../../tests/harness/fake-payout-services.ts";
import { accountOf } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { takeLease } from "../../platform/jobs/store.ts";
import type { PayoutDeps } from "./payout-rail.ts";
import { advanceDuePayouts, createRechecks, listRechecks, recheckPayout } from "./run-payout-worker.ts";

const SECRET = "a-secret-of-the-callback-path";
const wallet = { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254708374149" };
const bank = {
  withdrawalType: "bank",
  country: "Nigeria",
  bankName: "Access Bank",
  accountName: "Amina Otieno",
  destinationAddress: "0690000040",
};

interface World {
  test: TestApp;
  service: PayoutService;
  deps: PayoutDeps;
  advance(ms: number): void;
  close(): Promise<void>;
}
let world: World;
afterEach(() => world.close());

async function startWorld(service: PayoutService): Promise<World> {
  const env = {
    PAYOUTS: "automatic",
    MPESA_B2C_CALLBACK_SECRET: SECRET,
    MPESA_B2C_CALLBACK_ADDRESSES: "127.0.0.1",
  };
  const test = await startTestApp(undefined, undefined, env, undefined, [service.rail]);
  for (const [currency, rate] of [
    ["KES", "129.25"],
    ["NGN", "1540"],
  ])
    await test.admin.call("POST", "/api/admin/local-rates", { currency, rate, source: "Central bank" });
  let aheadMs = 0;
  const deps = {
    sql: test.sql,
    door: test.door,
    now: () => new Date(Date.now() + aheadMs),
    rails: [service.rail],
    dailyLimit: undefined,
    timing: { firstCheckMs: 0, callTimeoutMs: 1_000, retryMs: 0 },
    toDollars: () => Promise.resolve(null),
  };
  return {
    ...{ test, service, deps },
    advance: (ms) => void (aheadMs += ms),
    async close() {
      expect(await test.differences()).toEqual([]);
      await test.close();
      await service.fake.close();
    },
  };
}

interface Paid {
  investor: TestClient;
  id: string;
  payoutId: string;
  reference: string;
}

const work = async ({ test, deps }: World): Promise<void> => {
  const lease = await takeLease(test.sql, "rechecks", true, "payouts");
  if (lease) await advanceDuePayouts({ ...deps, log: { warn: () => undefined } }, lease);
};
const find = async ({ investor, id }: Paid): Promise<Withdrawal | undefined> =>
  ((await investor.call("GET", "/api/user/withdrawals")).body as Withdrawal[]).find((each) => each.id === id);

const listIds = async (deps: PayoutDeps): Promise<string[]> => (await listRechecks(deps)).map(({ id }) => id);

/** M-Pesa answers questions by call-back. */
async function deliverAnswer({ test, service }: World, reference: string): Promise<void> {
  const status = "answerQuestion" in service ? (service as FakeMpesa).answerQuestion(reference) : null;
  if (status) await test.visitor().call("POST", `/api/callbacks/${SECRET}/status-result`, status);
}

/** A withdrawal that was paid. */
async function pay(destination: object): Promise<Paid> {
  const { test, service, deps } = world;
  const investor = await test.funded("1000");
  const { id } = (await investor.call("POST", "/api/user/withdrawals", { amount: "10", ...destination }))
    .body as Withdrawal;
  await test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed" });
  await work(world);
  service.end("paid");
  const [row] = await test.sql<{ payoutId: string; reference: string }[]>`
    update payouts set next_at = ${deps.now()} where withdrawal_id = ${id} returning id as "payoutId", reference`;
  await work(world);
  await deliverAnswer(world, row?.reference ?? "");
  const paid = { investor, id, payoutId: row?.payoutId ?? "", reference: row?.reference ?? "" };
  expect(await find(paid)).toMatchObject({ status: "completed", payout: { state: "confirmed" } });
  return paid;
}

describe("a payout that came back, and whose report was lost", () => {
  it.each([
    ["Paystack", startPaystack, bank],
    ["Flutterwave", startFlutterwave, bank],
    ["M-Pesa", startMpesa, wallet],
  ])("over %s is found the next day, and the money returns once", async (_name, start, destination) => {
    world = await startWorld(await start());
    const { service, deps } = world;
    const paid = await pay(destination);
    service.reverse(paid.reference);
    expect(await listIds(deps)).toEqual([]);
    world.advance(DAY_MS + 60_000);
    expect(await listIds(deps)).toEqual([paid.payoutId]);
    await createRechecks(deps).next();
    await deliverAnswer(world, paid.reference);
    expect(await find(paid)).toMatchObject({ status: "rejected", payout: { state: "reversed" } });
    expect((await accountOf(paid.investor)).balance).toBe("1000.00");
    await recheckPayout(deps, paid.payoutId);
    world.advance(2 * DAY_MS);
    expect(await listIds(deps)).toEqual([]);
    expect((await accountOf(paid.investor)).balance).toBe("1000.00");
  });
});

describe("a payout that stays paid", () => {
  it("is asked about once a day for seven days, and nothing changes", async () => {
    world = await startWorld(await startPaystack());
    const { service, deps } = world;
    const paid = await pay(bank);
    const count = () => service.fake.asked.filter((each) => each.includes("/transfer/verify/")).length;
    const before = count();
    for (let hours = 0; hours < 24 * 10; hours += 6) {
      world.advance(DAY_MS / 4);
      await createRechecks(deps).next();
    }
    expect(count() - before).toBe(6);
    expect(await find(paid)).toMatchObject({ status: "completed", payout: { state: "confirmed" } });
  });

  it("is asked about again an hour after the provider did not answer", async () => {
    world = await startWorld(await startPaystack());
    const { service, deps } = world;
    const paid = await pay(bank);
    world.advance(DAY_MS + 60_000);
    const rails = [{ ...service.rail, query: () => Promise.reject(new Error("no answer")) }];
    expect(await recheckPayout({ ...deps, rails }, paid.payoutId)).toBe(false);
    expect(await listIds(deps)).toEqual([]);
    world.advance(HOUR_MS + 60_000);
    expect(await listIds(deps)).toEqual([paid.payoutId]);
    expect(await recheckPayout(deps, paid.payoutId)).toBe(true);
    expect(await listIds(deps)).toEqual([]);
  });
});

describe("a question without an answer", () => {
  it("about one payout does not keep the others of its rail waiting", async () => {
    world = await startWorld(await startPaystack());
    const { service, deps } = world;
    const [first, second, third] = [await pay(bank), await pay(bank), await pay(bank)];
    service.reverse(second.reference);
    service.reverse(third.reference);
    world.advance(DAY_MS + 60_000);
    service.fake.misbehave(`/transfer/verify/${first.reference}`, "server-error");
    const rechecks = createRechecks(deps);
    for (let round = 0; round < 3; round += 1) await rechecks.next();
    for (const each of [second, third]) expect(await find(each)).toMatchObject({ payout: { state: "reversed" } });
    expect(await listIds(deps)).toEqual([]);
    world.advance(HOUR_MS + 60_000);
    expect(await listIds(deps)).toEqual([first.payoutId]);
  });

  it("of a provider that answers nothing costs two questions a list, and other rails go on", async () => {
    world = await startWorld(await startPaystack());
    const { test, service, deps } = world;
    const dead = { ...service.rail, name: "dead", query: () => Promise.reject(new Error("no answer")) };
    const paid = [await pay(bank), await pay(bank), await pay(bank), await pay(bank), await pay(bank)];
    const lost = paid.slice(0, 4).map(({ payoutId }) => payoutId);
    await test.sql`update payouts set rail = 'dead' where id = any(${lost}::uuid[])`;
    const last = paid[4]!;
    service.reverse(last.reference);
    world.advance(DAY_MS + 60_000);
    const both = { ...deps, rails: [dead, service.rail] };
    expect((await listRechecks(both)).map(({ rail }) => rail)).toEqual(["dead", "paystack", "dead", "dead", "dead"]);
    const rechecks = createRechecks(both);
    for (let round = 0; round < 5; round += 1) await rechecks.next();
    expect(await find(last)).toMatchObject({ payout: { state: "reversed" } });
    expect((await listIds(both)).sort()).toEqual(lost.slice(2).sort());
    await test.sql`update payouts set rail = 'paystack' where id = any(${lost}::uuid[])`;
  });

  it.each([
    ["Paystack", startPaystack, (reference: string) => `/transfer/verify/${reference}`],
    ["Flutterwave", startFlutterwave, () => "/transfers/1"],
  ])("is also what %s refuses, because it was asked too often", async (_name, start, pathOf) => {
    world = await startWorld(await start());
    const { service, deps } = world;
    const paid = await pay(bank);
    service.reverse(paid.reference);
    world.advance(DAY_MS + 60_000);
    service.fake.misbehave(pathOf(paid.reference), "rate-limit");
    expect(await recheckPayout(deps, paid.payoutId)).toBe(false);
    world.advance(HOUR_MS + 60_000);
    expect(await listIds(deps)).toEqual([paid.payoutId]);
    expect(await recheckPayout(deps, paid.payoutId)).toBe(true);
    expect(await find(paid)).toMatchObject({ payout: { state: "reversed" } });
  });
});
