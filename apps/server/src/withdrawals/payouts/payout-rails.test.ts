import { type AdminWithdrawal, DAY_MS, type PayoutOverview } from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeProvider } from "../../../../../tests/harness/fake-payout-provider.ts";
import { approveWithdrawal, createKillWorld, type KillWorld } from "../../../../../tests/harness/payout-kills.ts";
import { errorOf } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { type Lease, takeLease } from "../../platform/jobs/store.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import type { PayoutDeps } from "./payout-rail.ts";
import { advanceDuePayouts } from "./run-payout-worker.ts";

const HOUR_MS = 3_600_000;
const provider = createFakeProvider();
let test: TestApp;
let world: KillWorld;
let owner: Sql;
let numbers = 0;

beforeAll(async () => {
  const env = { PAYOUTS: "automatic", PAYOUT_DAILY_LIMIT: `9000,${provider.rail.name}:25` };
  test = await startTestApp(undefined, undefined, env, undefined, [provider.rail]);
  world = createKillWorld(test, provider);
  // Only the database's owner can move a payment into the past.
  owner = openPool(test.database.url, { role: null, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

const numberOf = (place: number): string => `+2547${String(place).padStart(8, "0")}`;
/** Each of an investor of its own: an investor has one withdrawal at a time. */
const approve = async (): Promise<string> =>
  approveWithdrawal(test, await test.funded("100"), numberOf((numbers += 1)));
const lead = async (holder = "test"): Promise<Lease> => (await takeLease(test.sql, holder, true, "payouts"))!;
const work = async (changes: Partial<PayoutDeps> = {}, lease?: Lease): Promise<number> =>
  advanceDuePayouts({ ...world.deps, ...changes, log: { warn: () => undefined } }, lease ?? (await lead()));
const readOverview = async (): Promise<PayoutOverview> => (await test.admin.call("GET", "/api/admin/payouts")).body;
const stateOf = async (withdrawalId: string) =>
  (await readOverview()).payouts.find((each) => each.withdrawalId === withdrawalId);
/** Reports come after the answer. */
const settle = async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all(world.reports);
};

describe("a rail", () => {
  it("sends no more than its limit of 24 hours, and the rest when there is room again", async () => {
    const dailyLimit = { each: parseCents("9000"), byRail: { [provider.rail.name]: parseCents("25") } };
    const ids = [await approve(), await approve(), await approve()];
    provider.behaviours.push("prompt", "prompt");
    await work({ dailyLimit });
    await settle();
    const [first, second, third] = [await stateOf(ids[0]!), await stateOf(ids[1]!), await stateOf(ids[2]!)];
    expect([first?.state, second?.state]).toEqual(["confirmed", "confirmed"]);
    expect(third).toMatchObject({ state: "approved", waitsFor: "daily-limit", sends: 0 });
    expect((await readOverview()).rails).toMatchObject([{ sentAmount: "20.00", dailyLimit: "25.00" }]);

    world.advance(HOUR_MS);
    await work({ dailyLimit });
    expect(await stateOf(ids[2]!)).toMatchObject({ state: "approved", waitsFor: "daily-limit", sends: 0 });
    world.advance(DAY_MS);
    await work({ dailyLimit });
    await settle();
    expect(await stateOf(ids[2]!)).toMatchObject({ state: "confirmed", waitsFor: null, sends: 1 });
    expect(await test.differences()).toEqual([]);
  });

  it("shows its queues with the age of the oldest, its failures, and its fees by month", async () => {
    // Fixed months: the hours and days that the test above let pass may have begun another.
    await owner`update payouts set sent_at = ended.at, ended_at = ended.at
      from (select id, case row_number() over (order by id) when 1 then timestamptz '2026-01-15' else '2026-02-15' end at
        from payouts where state = 'confirmed') ended where ended.id = payouts.id`;
    const approved = await approve();
    provider.behaviours.push("refuse", "silent");
    const [refused, lost] = [await approve(), await approve()];
    await owner`update payouts set next_at = next_at + interval '3 days', approved_at = approved_at - interval '2 hours'
      where withdrawal_id = ${approved}`;
    await work();
    await settle();
    const { rails, fees, payouts } = await readOverview();
    const twoHoursAgo = Date.now() - 2 * HOUR_MS;
    const [rail] = rails;
    expect(rail).toMatchObject({ waiting: { count: 2 }, sent: { count: 0, oldestAt: null }, unknown: { count: 1 } });
    expect(rail).toMatchObject({ failed24h: 1, lastConfirmedAt: expect.any(String) as string });
    expect(Math.abs(Date.parse(rail?.waiting.oldestAt ?? "") - twoHoursAgo)).toBeLessThan(60_000);
    // The unknown result comes first, and the refused payment has another attempt.
    expect(payouts[0]).toMatchObject({ withdrawalId: lost, state: "unknown" });
    expect(payouts.filter((each) => each.withdrawalId === refused).map(({ state }) => state)).toEqual([
      "approved",
      "failed",
    ]);
    const months = fees.map(({ rail: name, payouts: count, paid, fees: cost, withoutFee }) =>
      [name, count, paid, cost, withoutFee].join(" "),
    );
    expect(months).toEqual(["paper 2 20.00 0.54 0", "paper 1 10.00 0.27 0"]);
    expect(fees.map(({ month }) => month)).toEqual(["2026-02", "2026-01"]);
  });
});

describe("a withdrawal", () => {
  it("has one payment in flight, whatever asks for another", async () => {
    const id = await approve();
    const again = (): Promise<{ status: number }> =>
      test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed" });
    expect((await Promise.all([again(), again(), again()])).map(({ status }) => status)).toEqual([409, 409, 409]);
    const copy = owner`
      insert into payouts select (jsonb_populate_record(p, jsonb_build_object(
        'id', gen_random_uuid(), 'attempt', 2, 'reference', gen_random_uuid()::text))).*
      from payouts p where p.withdrawal_id = ${id}`;
    await expect(copy).rejects.toThrow("one_payout_in_flight_each");
  });

  it("is sent once by two workers at the same moment, of which one has the lease", async () => {
    const [lost, held] = [await lead("one"), await lead("two")];
    const id = await approve();
    world.advance(HOUR_MS);
    await work({}, lost);
    expect(await stateOf(id)).toMatchObject({ state: "approved", sends: 0 });
    world.advance(HOUR_MS);
    await Promise.all([work({}, held), work({}, lost), work({}, held), work({}, held)]);
    await settle();
    expect(await stateOf(id)).toMatchObject({ state: "confirmed", sends: 1 });
    expect(provider.paidTo.get(numberOf(numbers))).toBe(1);
    expect(await test.differences()).toEqual([]);
  });
});

describe("decisions about rails", () => {
  it("are all in the audit log, with who made them", async () => {
    world.advance(DAY_MS);
    provider.behaviours.splice(0, Infinity, "silent");
    await approve();
    await work();
    const call = async (path: string, body?: object): Promise<void> => {
      const answer = await test.admin.call("POST", path, body);
      expect([path, answer.status < 300]).toEqual([path, true]);
    };
    await call("/api/admin/payout-rails/paper/stop", { reason: "The float is low" });
    await call("/api/admin/payout-rails/paper/resume");
    await call("/api/admin/local-rates", { currency: "KES", rate: "129.25", source: "Central bank" });
    const unknown = (await readOverview()).payouts.find(({ state }) => state === "unknown");
    await call(`/api/admin/payouts/${unknown?.id}/resolve`, { outcome: "not-paid", reason: "Not in the portal" });
    await owner`insert into payout_reviews (payout_id, rail, kind, summary, found_at)
      values (${unknown?.id}, 'paper', 'other-amount', 'Another amount', now())`;
    const [review] = (await readOverview()).reviews;
    await call(`/api/admin/payout-reviews/${review?.id}/decide`, { decision: "Looked up in the portal" });
    const events = await test.sql<{ action: string }[]>`
      select action from audit_log where actor_id = ${test.admin.userId}
        and action in ('rail.stop', 'rail.resume', 'rate.set', 'payout.resolve', 'review.decide') order by id`;
    const actions = events.map(({ action }) => action);
    expect(actions).toEqual(["rail.stop", "rail.resume", "rate.set", "payout.resolve", "review.decide"]);
  });
});

describe("a payment of unknown result", { tags: ["S58"] }, () => {
  it("is declared unpaid by one administrator only within what one may move alone", async () => {
    world.advance(DAY_MS);
    provider.behaviours.splice(0, Infinity, "silent");
    const withdrawalId = await approve();
    await work();
    const unknown = (await readOverview()).payouts.find((each) => each.withdrawalId === withdrawalId);
    expect(unknown?.state).toBe("unknown");
    const second = await test.administrator("money");
    const strict = await startTestApp(test.database, undefined, { ADMIN_ALONE_DAILY_LIMIT: "9.99" });
    const resolve = (by: TestClient, outcome: object): Promise<TestAnswer> =>
      by.through(strict).call("POST", `/api/admin/payouts/${unknown?.id}/resolve`, outcome);
    const notPaid = { outcome: "not-paid", reason: "Not in the portal" };
    const refused = await resolve(test.admin, notPaid);
    expect([refused.status, errorOf(refused).message]).toEqual([
      409,
      expect.stringContaining("needs two administrators"),
    ]);
    const shown = (await second.call("GET", "/api/admin/withdrawals")).body as AdminWithdrawal[];
    const { amount, destination } = shown.find(({ id }) => id === withdrawalId)!;
    const confirmed = await second.call("POST", `/api/admin/withdrawals/${withdrawalId}/confirm`, {
      amount,
      destination,
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    expect((await resolve(second, notPaid)).status).toBe(409);
    expect((await resolve(test.admin, notPaid)).status).toBe(200);
    const [alone] = await test.sql<{ count: number }[]>`
      select count(*)::int as count from acts_alone where subject_id = ${withdrawalId} and act = 'resolvePayout'`;
    expect(alone?.count).toBe(0);
    await strict.close();
  });

  it("needs another confirmation than the one that it was paid with", async () => {
    provider.behaviours.splice(0, Infinity, "silent");
    const [first, second] = [await test.administrator("money"), await test.administrator("money")];
    const strict = await startTestApp(
      test.database,
      undefined,
      {
        ...{ PAYOUTS: "automatic", ADMIN_ALONE_DAILY_LIMIT: "9.99" },
      },
      undefined,
      [provider.rail],
    );
    const investor = await test.funded("100");
    const asked = { amount: "10", withdrawalType: "mpesa", country: "Kenya", phoneNumber: numberOf((numbers += 1)) };
    const { id } = (await investor.call("POST", "/api/user/withdrawals", asked)).body as { id: string };
    const confirm = async (): Promise<number> => {
      const listed = (await second.call("GET", "/api/admin/withdrawals")).body as AdminWithdrawal[];
      const { amount, destination } = listed.find((each) => each.id === id)!;
      return (
        await second.through(strict).call("POST", `/api/admin/withdrawals/${id}/confirm`, { amount, destination })
      ).status;
    };
    const decide = async (path: string, body: object): Promise<number> =>
      (await first.through(strict).call("POST", path, body)).status;
    const approve = (): Promise<number> => decide(`/api/admin/withdrawals/${id}/approve`, { status: "completed" });
    expect([await approve(), await confirm(), await approve()]).toEqual([409, 200, 200]);
    await work();
    const payout = await stateOf(id);
    expect(payout?.state).toBe("unknown");
    const declare = (): Promise<number> =>
      decide(`/api/admin/payouts/${payout?.id}/resolve`, { outcome: "not-paid", reason: "Not in the portal" });
    expect([await declare(), await confirm(), await declare()]).toEqual([409, 200, 200]);
    // The second confirmation is of this amount, paid once more.
    expect(await approve()).toBe(200);
    await strict.close();
  });
});
