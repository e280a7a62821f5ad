import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminWithdrawal, Withdrawal } from "@wazi/contracts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { createFakeProvider, type Behaviour } from "../../../../../tests/harness/fake-payout-provider.ts";
import { createKillCampaign, readKillPlan } from "../../../../../tests/harness/kill-campaign.ts";
import {
  approveWithdrawal,
  createKillWorld,
  runKilledPayout,
  type KillWorld,
} from "../../../../../tests/harness/payout-kills.ts";
import { byDepth } from "../../../../../tests/harness/test-depth.ts";

let test: TestApp;
let world: KillWorld;
let investor: TestClient;
let numbers = 0;
const provider = createFakeProvider();
const nextNumber = (): string => `+2547${String((numbers += 1)).padStart(8, "0")}`;

beforeAll(async () => {
  test = await startTestApp(undefined, undefined, { PAYOUTS: "automatic" }, undefined, [provider.rail]);
  world = createKillWorld(test, provider);
  investor = await test.funded("100000");
});
afterAll(() => test.close());

const never = { at: Infinity, mode: "before-call" } as const;
const own = async (id: string): Promise<Withdrawal | undefined> =>
  ((await investor.call("GET", "/api/user/withdrawals")).body as Withdrawal[]).find((each) => each.id === id);
const feesPosted = async (): Promise<number> => {
  const [row] = await test.sql<{ fees: string }[]>`
    select coalesce(sum(amount), 0)::text as fees from ledger_entries
    where account_id = (select id from ledger_accounts where code = 'platform:fees')`;
  return Number(row?.fees);
};

describe("the payout worker", () => {
  it("pays an approved withdrawal, and the platform pays the rail's fee", async () => {
    const number = nextNumber();
    const before = await feesPosted();
    const id = await approveWithdrawal(test, investor, number);
    expect(await own(id)).toMatchObject({ status: "pending", payout: { state: "approved", attempt: 1, fee: null } });
    await runKilledPayout(world, { ...never, behaviours: ["delay"] });
    expect(await own(id)).toMatchObject({
      status: "completed",
      amount: "10.00",
      payout: { state: "confirmed", localAmount: "10.00", currency: "USD", fee: "0.27", feeAmount: "0.27" },
    });
    expect(provider.paidTo.get(number)).toBe(1);
    expect((await feesPosted()) - before).toBeCloseTo(-0.27);
    expect(await test.differences()).toEqual([]);
  });

  it("is processing while the provider pays, and then can neither be cancelled nor deleted", async () => {
    const id = await approveWithdrawal(test, investor, nextNumber());
    let seen: Withdrawal | undefined;
    let refused: number[] = [];
    const send = provider.rail.send.bind(provider.rail);
    provider.rail.send = async (order, signal) => {
      seen = await own(id);
      refused = [
        (await investor.call("POST", `/api/user/withdrawals/${id}/cancel`)).status,
        (await test.admin.call("DELETE", `/api/admin/withdrawals/${id}`)).status,
        (await test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "rejected" })).status,
      ];
      return send(order, signal);
    };
    try {
      await runKilledPayout(createKillWorld(test, provider), { ...never, behaviours: ["delay"] });
    } finally {
      provider.rail.send = send;
    }
    expect(seen).toMatchObject({ status: "processing", payout: { state: "sent" } });
    expect(refused).toEqual([409, 409, 409]);
  });

  it.each(["before", "while"])(
    "waits for a freeze %s it sends, and then pays without another request",
    async (moment) => {
      const payee = await test.funded("100");
      const number = nextNumber();
      const id = await approveWithdrawal(test, payee, number);
      let isFrozen = false;
      const freeze = async (): Promise<void> => {
        if (isFrozen) return;
        isFrozen = true;
        const reason = { reason: "A test" };
        expect((await test.admin.call("POST", `/api/admin/users/${payee.userId}/freeze`, reason)).status).toBe(200);
      };
      if (moment === "before") await freeze();
      const frozen = createKillWorld(test, provider);
      frozen.deps = {
        ...frozen.deps,
        door: { post: async (operation) => (await freeze(), test.door.post(operation)) },
      };
      await runKilledPayout({ ...frozen, maxRounds: 3 }, { ...never, behaviours: ["delay"] });
      await freeze();
      const statuses = () => test.sql`select status from withdrawals where id = ${id}`;
      expect([await statuses(), provider.paidTo.get(number)]).toEqual([[{ status: "pending" }], undefined]);
      expect((await test.admin.call("POST", `/api/admin/users/${payee.userId}/unfreeze`)).status).toBe(204);
      await runKilledPayout(createKillWorld(test, provider), { ...never, behaviours: ["delay"] });
      expect([await statuses(), provider.paidTo.get(number)]).toEqual([[{ status: "completed" }], 1]);
    },
  );

  it.each(["refuse", "lose-request"] as const)(
    "does not send again after %s while the account is frozen",
    async (loss) => {
      const payee = await test.funded("100");
      const number = nextNumber();
      const id = await approveWithdrawal(test, payee, number);
      const send = provider.rail.send.bind(provider.rail);
      let sent = 0;
      provider.rail.send = async (order, signal) => {
        sent += 1;
        await test.admin.call("POST", `/api/admin/users/${payee.userId}/freeze`, { reason: "A test" });
        return send(order, signal);
      };
      try {
        await runKilledPayout({ ...createKillWorld(test, provider), maxRounds: 12 }, { ...never, behaviours: [loss] });
      } finally {
        provider.rail.send = send;
      }
      const statuses = () => test.sql`select status from withdrawals where id = ${id}`;
      expect([sent, await statuses(), provider.paidTo.get(number)]).toEqual([1, [{ status: "processing" }], undefined]);
      expect((await test.admin.call("POST", `/api/admin/users/${payee.userId}/unfreeze`)).status).toBe(204);
      await runKilledPayout(createKillWorld(test, provider), { ...never, behaviours: [] });
      expect([await statuses(), provider.paidTo.get(number)]).toEqual([[{ status: "completed" }], 1]);
    },
  );

  it("begins another attempt only after a failure that the provider has confirmed", async () => {
    for (const failure of ["refuse", "fail-later"] as const) {
      const number = nextNumber();
      const id = await approveWithdrawal(test, investor, number);
      await runKilledPayout(world, { ...never, behaviours: [failure, "delay"] });
      expect(await own(id)).toMatchObject({ status: "completed", payout: { state: "confirmed", attempt: 2 } });
      expect(provider.paidTo.get(number)).toBe(1);
    }
  });

  it("asks after a time-out, and never makes another attempt", async () => {
    for (const loss of ["silent", "lose-request"] as const) {
      const number = nextNumber();
      const id = await approveWithdrawal(test, investor, number);
      await runKilledPayout(world, { ...never, behaviours: [loss] });
      expect(await own(id)).toMatchObject({ status: "completed", payout: { state: "confirmed", attempt: 1 } });
      expect(provider.paidTo.get(number)).toBe(1);
    }
  });

  it("returns the decision to an administrator after three failures; the money stays on hold", async () => {
    const id = await approveWithdrawal(test, investor, nextNumber());
    await runKilledPayout(world, { ...never, behaviours: ["refuse", "refuse", "refuse"] });
    expect(await own(id)).toMatchObject({ status: "pending", payout: { state: "failed", attempt: 3 } });
    const again = await test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed" });
    expect((again.body as AdminWithdrawal).payout).toMatchObject({ state: "approved", attempt: 4 });
    await runKilledPayout(world, { ...never, behaviours: [] });
    expect(await own(id)).toMatchObject({ status: "completed" });
  });

  it("does not send what was cancelled, and completes by hand what was approved", async () => {
    const number = nextNumber();
    const id = await approveWithdrawal(test, investor, number);
    const approvedAgain = await test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, {
      status: "completed",
    });
    expect(approvedAgain.status).toBe(409);
    const replaced = await investor.call("POST", `/api/user/withdrawals/${id}/replace`, { amount: "9" });
    expect([replaced.status, replaced.text]).toEqual([
      409,
      expect.stringContaining("is approved and will be paid soon"),
    ]);
    expect((await own(id))?.decideBy).toBeNull();
    expect((await investor.call("POST", `/api/user/withdrawals/${id}/cancel`)).body).toMatchObject({
      status: "rejected",
      payout: { state: "cancelled" },
    });
    const byHand = await approveWithdrawal(test, investor, number);
    const paid = { status: "completed", transactionHash: "BANK-REF-1", fee: "1.5" };
    const before = await feesPosted();
    const settled = await test.admin.call("POST", `/api/admin/withdrawals/${byHand}/approve`, paid);
    expect(settled.body).toMatchObject({
      status: "completed",
      transactionHash: "BANK-REF-1",
      payout: { rail: "manual", fee: "1.50" },
    });
    expect((await feesPosted()) - before).toBeCloseTo(-1.5);
    await runKilledPayout(world, { ...never, behaviours: [] });
    expect(provider.paidTo.get(number)).toBeUndefined();
    expect(await test.differences()).toEqual([]);
  });
});

/** The long form sets PAYOUT_KILLS=50 (docs/how-to/developer/find-a-fault.md). */
const plan = readKillPlan("PAYOUT");

describe("a worker that is killed", () => {
  const lives: Behaviour[][] = [
    ["delay"],
    ["silent"],
    ["repeat"],
    ["lose-request"],
    ["report-first"],
    ["refuse", "delay"],
  ];

  /** Another Wazi with a provider of its own, for a lane. */
  async function openPlace() {
    const fake = createFakeProvider();
    const app = await startTestApp(undefined, undefined, { PAYOUTS: "automatic" }, undefined, [fake.rail]);
    return { fake, app, killed: createKillWorld(app, fake), payee: await app.funded("100000") };
  }

  it("pays exactly once, whichever await is its last", { tags: ["S59"], timeout: 300_000 * plan.kills }, async () => {
    const campaign = createKillCampaign("Fake provider in memory", plan);
    const places = await Promise.all(Array.from({ length: plan.lanes }, openPlace));
    for (const behaviours of lives) {
      await campaign.killAtEachAwait(
        behaviours.join(),
        byDepth({ quick: 1, ci: 4, long: 1 }),
        async (at, mode, lane) => {
          const { fake, app, killed, payee } = places[lane]!;
          const number = nextNumber();
          const id = await approveWithdrawal(app, payee, number);
          const mortal = await runKilledPayout(killed, { at, mode, behaviours, random: campaign.random });
          const [row] = await app.sql<{ status: string }[]>`select status from withdrawals where id = ${id}`;
          const paid = fake.paidTo.get(number);
          return {
            diedAt: mortal.isDead ? (mortal.names.at(-1) ?? "") : null,
            wrong: paid === 1 && row?.status === "completed" ? null : `${paid} payments, ${row?.status}`,
          };
        },
      );
    }
    process.stdout.write(`${campaign.describe()}\n`);
    expect(campaign.wrong).toEqual([]);
    for (const { app } of places) {
      expect(await app.differences()).toEqual([]);
      await app.close();
    }
  });
});
