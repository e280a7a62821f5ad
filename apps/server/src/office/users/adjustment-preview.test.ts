import type { AccountFigures, AdjustmentPreview, Page, UserMovement } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountOf, activate, errorOf, toCents } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { createSeededRandom } from "../../../../../lab/commands/seeding/seeded-random.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
});

afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

type Subject = Pick<TestClient, "userId">;

const adjust = ({ userId }: Subject, body: object): Promise<TestAnswer> =>
  test.admin.call("POST", `/api/admin/users/${userId}/balance`, body);
const preview = ({ userId }: Subject, body: object): Promise<TestAnswer> =>
  test.admin.call("POST", `/api/admin/users/${userId}/balance/preview`, body);

/** Numbers of rows and versions, to detect any write. */
async function traceOf(): Promise<object> {
  const [row] = await test.sql<object[]>`
    select (select count(*) from ledger_transactions) as transactions, (select count(*) from ledger_entries) as entries,
      (select count(*) from audit_log where action not like 'user.view%') as audit, (select sum(version) from positions) as positions,
      (select count(*) from position_events) as events, (select sum(balance) from ledger_accounts) as balances`;
  return row!;
}

async function newestOf({ userId }: Subject): Promise<{ total: number; newest: UserMovement }> {
  const page = (await test.admin.call("GET", `/api/admin/users/${userId}/movements?limit=1`))
    .body as Page<UserMovement>;
  return { total: page.total!, newest: page.items[0]! };
}

const inOrder = (lines: readonly { account: string; amount: string }[]): string[] =>
  lines.map(({ account, amount }) => `${account} ${amount}`).sort();

/** Returns true if the adjustment was refused. */
async function expectForetold(investor: TestClient, body: object): Promise<boolean> {
  const before = { account: await accountOf(investor), trace: await traceOf(), ...(await newestOf(investor)) };
  const foretold = await preview(investor, body);
  expect(await traceOf()).toEqual(before.trace);
  const done = await adjust(investor, body);
  if (done.status !== 200) {
    expect([body, foretold.status, foretold.body]).toEqual([body, done.status, done.body]);
    expect(foretold.headers["retry-after"]).toBe(done.headers["retry-after"]);
    return true;
  }
  expect([body, foretold.status]).toEqual([body, 200]);
  const told: AdjustmentPreview = foretold.body;
  expect(told.before).toEqual(before.account);
  expect(told.after).toEqual((done.body as { account: AccountFigures }).account);
  expect(told.after).toEqual(await accountOf(investor));
  expect(told.lines.reduce((sum, { amount }) => sum + toCents(amount), 0n)).toBe(0n);
  const { total, newest } = await newestOf(investor);
  const posted = total === before.total ? [] : newest.entries;
  expect([body, inOrder(told.lines)]).toEqual([body, inOrder(posted)]);
  return false;
}

/** Random figures: higher, lower or unchanged. */
function randomTargets(random: ReturnType<typeof createSeededRandom>, account: AccountFigures): Record<string, string> {
  const near = (name: "balance" | "totalInvested" | "totalProfit"): string => {
    const change = random.next() < 0.15 ? 0 : Number(random.integer(-60_000, 60_000));
    const target = Number(account[name]) + (random.next() < 0.3 ? change / 10 : change) / 100;
    // Mostly down, so that granted money is used up soon and refusals occur.
    return (name === "totalProfit" ? target - 100 : Math.max(0, target)).toFixed(2);
  };
  const names = (["balance", "totalInvested", "totalProfit"] as const).filter(() => random.next() < 0.55);
  return Object.fromEntries((names.length > 0 ? names : (["balance"] as const)).map((name) => [name, near(name)]));
}

describe("previewing an adjustment", () => {
  it.each([1, 2, 3])("predicts every entry and every refusal of random adjustments (%i)", async (seed) => {
    const random = createSeededRandom(seed);
    const investor = await test.funded("3000");
    await adjust(investor, { totalProfit: "150" });
    for (const bot of [0, 1, 2]) await activate(investor, bots.ids[bot], "300");
    await bots.open(0, { side: "buy", price: 100, exposure: "1" });
    await bots.close(0, 97);
    await bots.open(1, { side: "buy", price: 100, exposure: "1" });
    let refused = 0;
    const steps = 25;
    for (let step = 0; step < steps; step += 1) {
      await bots.price(1, 100 + Number(random.integer(-8, 8)));
      const body = randomTargets(random, await accountOf(investor));
      if (await expectForetold(investor, body)) refused += 1;
    }
    await bots.close(1, 101);
    // Both must occur, or the test proves nothing.
    expect([refused > 0, refused < steps - 8]).toEqual([true, true]);
  });

  it("shows the figures before and after, and the name of each account", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[3], "400");
    const body = { balance: "700", totalInvested: "500", totalProfit: "25" };
    const told: AdjustmentPreview = (await preview(investor, body)).body;
    expect(told.before).toMatchObject({ balance: "600.00", totalInvested: "400.00", totalProfit: "0.00" });
    expect(told.after).toMatchObject({ balance: "700.00", totalInvested: "500.00", totalProfit: "25.00" });
    expect(inOrder(told.lines)).toEqual([
      "Deposit funds of the user 100.00",
      "Granted running profit of the user 25.00",
      "Platform: adjustments -225.00",
      expect.stringMatching(/^Pool of \w+-\w+-\d+ 100\.00$/),
    ]);
  });

  it("returns no entries if nothing changes", async () => {
    const investor = await test.funded("1000");
    expect((await preview(investor, { balance: "1000" })).body).toMatchObject({ lines: [] });
  });

  it("is refused for the same reasons as the adjustment", async () => {
    const investor = await test.funded("1000");
    const other = await test.signUp();
    await test.sql`update users set is_admin = true where id = ${other.userId}`;
    const halted = await test.funded("1000");
    await activate(halted, bots.ids[4], "400");
    await activate(halted, bots.ids[5], "400");
    await test.sql`update pools set status = 'halted' where bot_id = ${bots.ids[4]!}`;
    await bots.open(5, { side: "buy", price: 100, exposure: "0.5" });
    await test.sql`update pool_marks set priced_at = clock_timestamp() - interval '1 hour' where bot_id = ${bots.ids[5]!}`;
    const cases: [Subject, object, number][] = [
      [investor, {}, 400],
      [investor, { balance: "1.005" }, 400],
      [investor, { balance: "5", expected: { balance: "999.99" } }, 409],
      [investor, { totalInvested: "1" }, 422],
      [investor, { totalProfit: "-1" }, 422],
      [halted, { totalInvested: "900" }, 503],
      [test.admin, { balance: "1" }, 403],
      [other, { balance: "1" }, 403],
      [{ userId: crypto.randomUUID() }, { balance: "1" }, 404],
      [{ userId: "x" }, { balance: "1" }, 404],
    ];
    for (const [subject, body, status] of cases) {
      const [told, done] = [await preview(subject, body), await adjust(subject, body)];
      expect([body, done.status]).toEqual([body, status]);
      expect([body, told.status, told.body]).toEqual([body, done.status, done.body]);
    }
    await bots.price(5, 100);
    const [told, done] = [
      await preview(halted, { totalInvested: "900" }),
      await adjust(halted, { totalInvested: "900" }),
    ];
    expect([told.status, errorOf(told).code, told.body]).toEqual([422, "BOT_UNAVAILABLE", done.body]);
    await bots.close(5, 100);
    await test.sql`update pools set status = 'trading' where bot_id = ${bots.ids[4]!}`;
    await test.sql`update users set is_admin = false where id = ${other.userId}`;
  });

  it("buys no units for a deactivated user with a waiting exit, like the adjustment", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[6], "400");
    await bots.open(6, { side: "buy", price: 100, exposure: "0.5" });
    await test.sql`update pool_marks set priced_at = clock_timestamp() - interval '1 hour' where bot_id = ${bots.ids[6]!}`;
    await test.admin.call("POST", `/api/admin/users/${investor.userId}/deactivate`, {});
    await bots.price(6, 100);
    const [told, done] = [
      await preview(investor, { totalInvested: "500" }),
      await adjust(investor, { totalInvested: "500" }),
    ];
    expect([told.status, errorOf(told).code, told.body]).toEqual([403, "RESTRICTED", done.body]);
    expect((await preview(investor, { totalInvested: "300" })).status).toBe(200);
    await bots.settle();
    await bots.close(6, 100);
  });
});
