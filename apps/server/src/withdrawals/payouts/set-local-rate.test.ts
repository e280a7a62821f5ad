import type { LocalRate, LocalRateProposal, PayoutOverview } from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf, settleDeposit, startDeposit, startWithdrawal } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { findLocalRate } from "../../ledger/api.ts";
import { setLocalRate } from "./set-local-rate.ts";

let test: TestApp;
let owner: Sql;

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { role: null, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

const set = (by: TestClient, currency: string, rate: string): Promise<TestAnswer> =>
  by.call("POST", "/api/admin/local-rates", { currency, rate, source: "Central bank" });
const decide = (by: TestClient, { id }: { id: string }, decision: "confirm" | "decline"): Promise<TestAnswer> =>
  by.call("POST", `/api/admin/local-rate-proposals/${id}/decide`, { decision });
const proposalOf = (answer: TestAnswer): LocalRateProposal => (answer.body as { proposal: LocalRateProposal }).proposal;
const readOverview = async (): Promise<PayoutOverview> => (await test.admin.call("GET", "/api/admin/payouts")).body;
const inForce = async (currency: string): Promise<number> => Number((await findLocalRate(test.sql, currency))?.rate);

/** Only the database's owner can let the hour pass: rates are never changed. */
async function letHourPass(currency: string): Promise<void> {
  await owner`alter table local_rates disable trigger local_rates_are_kept`;
  await owner`update local_rates set takes_effect_at = takes_effect_at - interval '1 hour' where currency = ${currency}`;
  await owner`alter table local_rates enable trigger local_rates_are_kept`;
}

describe("the rate of a demo with one administrator", () => {
  it("is in force at once when it is the first or near it, and an hour later beyond, when it is the new anchor", async () => {
    expect((await set(test.admin, "KES", "100")).body).toMatchObject({ takesEffectAt: null });
    expect((await set(test.admin, "KES", "103")).body).toMatchObject({ takesEffectAt: null });
    expect((await set(test.admin, "KES", "97")).body).toMatchObject({ takesEffectAt: null });
    const far = (await set(test.admin, "KES", "103.00000001")).body as LocalRate;
    const wait = Date.parse(far.takesEffectAt ?? "") - Date.parse(far.setAt);
    expect(wait).toBe(3_600_000);
    expect(await inForce("KES")).toBe(97);
    const listed = (await readOverview()).rates.filter(({ currency }) => currency === "KES");
    expect(listed.map(({ rate }) => Number(rate))).toEqual([97, 103.00000001]);
    await letHourPass("KES");
    expect(await inForce("KES")).toBe(103.00000001);
    expect((await set(test.admin, "KES", "106")).body).toMatchObject({ takesEffectAt: null });
  });
});

describe("a rate", { tags: ["S58", "two-administrators"] }, () => {
  it("counts at what it moves of the open and the day's money, and waits above what one may do alone", async () => {
    const limited = await startTestApp(undefined, undefined, { ADMIN_ALONE_DAILY_LIMIT: "100" });
    try {
      const investor = await limited.signUp({ country: "Uganda" });
      const { id } = await startDeposit(investor, "3500");
      expect((await settleDeposit(limited.admin, id, { status: "completed" })).status).toBe(200);
      await set(limited.admin, "UGX", "3700");
      const alone = await limited.administrator("money");
      await startWithdrawal(investor, "3400");
      // 2 % of $3,400.
      expect((await set(alone, "UGX", "3774")).status).toBe(201);
      const acts = await limited.sql`select act, amount::text from acts_alone where admin_id = ${alone.userId}`;
      expect(acts).toEqual([{ act: "setLocalRate", amount: "68.00" }]);
      // About 1 % back, and $33.31 are more than the $32.00 that are left.
      const answer = await set(alone, "UGX", "3737");
      expect(answer.status, answer.text).toBe(202);
      expect((answer.body as { message: string }).message).toMatch(/^With what is open in this currency, this could/);
      expect(Number((await findLocalRate(limited.sql, "UGX"))?.rate)).toBe(3774);
    } finally {
      await limited.close();
    }
  });

  it("cannot be walked away from its anchor in small steps by one administrator", async () => {
    await set(test.admin, "NGN", "1000");
    const second = await test.administrator("money");
    for (const rate of ["1029", "1030"]) expect((await set(second, "NGN", rate)).status).toBe(201);
    const answer = await set(second, "NGN", "1031");
    expect(answer.status, answer.text).toBe(202);
    expect((answer.body as { message: string }).message).toMatch(/^This differs by more than 3% from the last rate/);
    expect(await inForce("NGN")).toBe(1030);
  });

  it("far from its anchor is agreed to by another administrator, and takes effect an hour later", async () => {
    await set(test.admin, "GHS", "10");
    const second = await test.administrator("money");
    const asked = proposalOf(await set(test.admin, "GHS", "20"));
    expect((await readOverview()).rateProposals).toContainEqual(asked);
    const own = await decide(test.admin, asked, "confirm");
    expect([own.status, errorOf(own).message]).toEqual([
      403,
      "You asked for this rate; another administrator must agree.",
    ]);
    expect((await decide(await test.administrator("read-only"), asked, "confirm")).status).toBe(403);
    const agreed = await decide(second, asked, "confirm");
    expect(agreed.status, agreed.text).toBe(204);
    expect(await inForce("GHS")).toBe(10);
    expect((await decide(second, asked, "confirm")).status).toBe(404);
    await letHourPass("GHS");
    expect(await inForce("GHS")).toBe(20);
    expect((await set(second, "GHS", "20.5")).status).toBe(201);
    const events = await test.sql<{ action: string }[]>`
      select action from audit_log where subject_id = 'GHS' order by id`;
    expect(events.map(({ action }) => action)).toEqual(["rate.set", "rate.ask", "rate.confirm", "rate.set"]);
  });

  it("is declined by another, taken back by who asked, and ends undecided after a day", async () => {
    await set(test.admin, "UGX", "3700");
    const second = await test.administrator("money");
    const ask = async (): Promise<LocalRateProposal> => proposalOf(await set(test.admin, "UGX", "9000"));
    expect((await decide(second, await ask(), "decline")).status).toBe(204);
    expect((await decide(test.admin, await ask(), "decline")).status).toBe(204);
    const old = await ask();
    await owner`update local_rate_proposals set asked_at = asked_at - interval '24 hours' where id = ${old.id}::bigint`;
    expect((await decide(second, old, "confirm")).status).toBe(404);
    expect((await readOverview()).rateProposals.filter(({ currency }) => currency === "UGX")).toEqual([]);
    expect(await inForce("UGX")).toBe(3700);
  });

  it("is confirmed once by calls at the same moment", async () => {
    await set(test.admin, "TZS", "2500");
    const second = await test.administrator("money");
    const asked = proposalOf(await set(test.admin, "TZS", "5000"));
    const answers = await Promise.all(Array.from({ length: 6 }, () => decide(second, asked, "confirm")));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
    const [row] = await test.sql<{ count: number }[]>`
      select count(*)::int as count from local_rates where currency = 'TZS' and confirmed_by is not null`;
    expect(row?.count).toBe(1);
  });

  it("needs two administrators in live mode when it is the first, and is then in force at once", async () => {
    const second = await test.administrator("money");
    const aloneRule = { limit: parseCents("5000"), bindsOnlyOne: true };
    const admin = { id: test.admin.userId, address: null };
    const body = { currency: "ZAR", rate: "18", source: "Reserve bank" } as const;
    const answer = await setLocalRate({ sql: test.sql, now: () => new Date(), aloneRule }, { admin, body });
    expect(answer).toMatchObject({
      status: 202,
      body: { message: expect.stringContaining("The first rate") as string },
    });
    expect(await findLocalRate(test.sql, "ZAR")).toBeNull();
    expect((await decide(second, proposalOf(answer as unknown as TestAnswer), "confirm")).status).toBe(204);
    expect(await inForce("ZAR")).toBe(18);
  });
});
