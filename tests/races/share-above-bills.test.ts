import { randomUUID } from "node:crypto";
import type { ExitResult } from "@wazi/contracts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createHoldingDoor } from "../harness/holding-door.ts";
import { activate, atOnce, deactivate, isSuccess, statusCounts } from "../harness/money-calls.ts";
import { transferInvestment, transferProfit } from "../harness/money-calls.ts";
import { OWN_TIME, type ScriptedBots, startScriptedBots } from "../harness/scripted-bots.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../harness/test-app.ts";

/** Half a per cent a day, of which the operator keeps a fifth. */
const RATE = { gross: 5_000_000_000n, margin: 1_000_000_000n };
const CALLS = 16;

/** Takes the share above bills, and above nothing, over one database. */
let above: TestApp;
let plain: TestApp;
let bots: ScriptedBots;
/** Holds back calls through `above`. */
const door = createHoldingDoor();
const [dayDoor, dayDoorAfter] = [createHoldingDoor(), createHoldingDoor("after posting")];
/** The last settled market day of each bot. */
const days = new Map<number, number>();

beforeAll(async () => {
  above = await startTestApp(undefined, door.wrap, {
    ...OWN_TIME,
    PROFIT_SHARE_ABOVE: "bills",
    CASH_INTEREST_SOURCE: "fixed:4.5",
  });
  plain = await startTestApp(above.database, undefined, OWN_TIME);
  bots = await startScriptedBots(plain);
  for (const [bot] of bots.ids.entries()) await settleDays(bot, 1);
});
afterEach(async () => {
  expect(await above.differences()).toEqual([]);
});
afterAll(async () => {
  await plain.close();
  await above.close();
});

const posting = (): TestApp["door"]["post"] => {
  const wrapped = dayDoorAfter.wrap(dayDoor.wrap(plain.door));
  return wrapped.post.bind(wrapped);
};

/** Settles the interest of this many more market days. */
async function settleDays(bot: number, count: number): Promise<void> {
  const day = (days.get(bot) ?? 20_000) + count;
  await bots.earn(bot, day, RATE, posting());
  days.set(bot, day);
}

async function readIndex(bot: number): Promise<{ index: string; days: number }> {
  const [row] = await plain.sql<{ index: string; days: number }[]>`
    select bill_index::text as index, (select count(*)::int from pool_interest i where i.bot_id = p.bot_id) as days
    from pools p where bot_id = ${bots.ids[bot]!}`;
  return row!;
}

async function readTerms({ userId }: TestClient, bot: number): Promise<{ above: string; bills: string }> {
  const [row] = await plain.sql<{ above: string; bills: string }[]>`
    select share_above as above, bill_interest::text as bills from positions
    where user_id = ${userId} and bot_id = ${bots.ids[bot]!}`;
  return row!;
}

const exitOf = (answer: TestAnswer): ExitResult => (answer.body as { exit: ExitResult }).exit;

/** $1,000 of each investor for ten days in a bot with an open trade, which then gains a tenth. */
async function holdTenDays(bot: number, investors: readonly TestClient[]): Promise<void> {
  for (const investor of investors) expect((await activate(investor, bots.ids[bot], "1000")).status).toBe(200);
  await bots.open(bot, { side: "buy", price: 100, exposure: "1" });
  await settleDays(bot, 10);
  await bots.close(bot, 110);
}

describe("an exit while a day's interest is settled", () => {
  it("that was decided before the day is decided again, and bears no share on that day's bills either", async () => {
    const [during, after, twin] = [await above.funded("1000"), await above.funded("1000"), await above.funded("1000")];
    await holdTenDays(0, [during, after, twin]);
    const before = exitOf(await deactivate(twin, bots.ids[0]));
    const arrived = door.holdNext();
    const leaving = deactivate(during, bots.ids[0]);
    await arrived;
    await settleDays(0, 1);
    door.release();
    const exit = exitOf(await leaving);
    expect(exit).toEqual(exitOf(await deactivate(after, bots.ids[0])));
    // The day's interest is in the value and bears no share, and bills earned more than that.
    expect(Number(exit.value)).toBeGreaterThan(Number(before.value));
    expect(Number(exit.profitShare)).toBeLessThan(Number(before.profitShare));
  });

  it("makes a day that was decided before it be decided again", async () => {
    const [leaves, stays] = [await above.funded("1000"), await above.funded("1000")];
    await holdTenDays(1, [leaves, stays]);
    const { days: settled, index } = await readIndex(1);
    const arrived = dayDoor.holdNext();
    const earning = settleDays(1, 1);
    await arrived;
    expect((await deactivate(leaves, bots.ids[1])).status).toBe(200);
    dayDoor.release();
    await earning;
    const later = await readIndex(1);
    expect(later.days).toBe(settled + 1);
    expect(Number(later.index) / Number(index)).toBeCloseTo(1.005, 10);
  });

  it("happens once when the process is killed before or after it is posted", async () => {
    const investor = await above.funded("1000");
    await holdTenDays(2, [investor]);
    const key = { "Idempotency-Key": randomUUID() };
    const leave = () => investor.call("POST", "/api/user/bots/deactivate", { botId: bots.ids[2] }, key);
    const arrived = door.holdNext();
    const killed = leave();
    await arrived;
    await settleDays(2, 1);
    door.failNext(new Error("the process was killed"));
    door.release();
    expect((await killed).status).toBe(500);
    expect((await readTerms(investor, 2)).above).toBe("bills");
    const again = await leave();
    expect(again.status).toBe(200);
    await settleDays(2, 1);
    expect((await leave()).body).toEqual(again.body);
    expect(await readTerms(investor, 2)).toEqual({ above: "bills", bills: "0.000000000000" });
  });
});

describe("a day of bills", () => {
  it("counts once when the trader is killed before or after it is posted", async () => {
    const stays = await above.funded("1000");
    await holdTenDays(3, [stays]);
    const { days: settled, index } = await readIndex(3);
    const day = days.get(3)! + 1;
    for (const held of [dayDoor, dayDoorAfter]) {
      const arrived = held.holdNext();
      const killed = bots.earn(3, day, RATE, posting()).catch((error: unknown) => String(error));
      await arrived;
      held.failNext(new Error("the process was killed"));
      held.release();
      expect(await killed).toContain("the process was killed");
    }
    await settleDays(3, 1);
    const later = await readIndex(3);
    expect(later.days).toBe(settled + 1);
    expect(Number(later.index) / Number(index)).toBeCloseTo(1.005, 10);
  });
});

describe("a change of the rule", () => {
  it("leaves open positions alone, and applies to the next one", async () => {
    const investor = await above.funded("1000");
    const later = investor.through(plain);
    expect((await activate(investor, bots.ids[4], "300")).status).toBe(200);
    await settleDays(4, 10);
    const added = { botId: bots.ids[4], amount: "200" };
    expect((await later.call("POST", "/api/user/bots/top-up", added)).status).toBe(200);
    expect((await readTerms(investor, 4)).above).toBe("bills");
    expect((await deactivate(later, bots.ids[4])).status).toBe(200);
    expect((await activate(later, bots.ids[4], "300")).status).toBe(200);
    expect(await readTerms(investor, 4)).toEqual({ above: "nothing", bills: "0.000000000000" });
    await settleDays(4, 10);
    expect((await deactivate(investor, bots.ids[4])).status).toBe(200);
    expect((await activate(investor, bots.ids[4], "300")).status).toBe(200);
    // Bills earn from then on, not from the days without it.
    expect(await readTerms(investor, 4)).toEqual({ above: "bills", bills: "0.000000000000" });
    expect(exitOf(await deactivate(investor, bots.ids[4])).profitShare).toBe("0.00");
  });

  it("between two calls at once gives the position the rule of the call that opened it", async () => {
    const investor = await above.funded("1000");
    const answers = await atOnce(CALLS, [investor, investor.through(plain)], (client) =>
      activate(client, bots.ids[4], "300"),
    );
    expect(statusCounts(answers)).toEqual({ 200: 1, 409: CALLS - 1 });
    const opened = answers.findIndex(isSuccess);
    expect((await readTerms(investor, 4)).above).toBe(opened % 2 === 0 ? "bills" : "nothing");
  });

  it("is kept apart by any order of days, transfers, slices and exits", async () => {
    const investors = await Promise.all([above, above, above, plain].map((app) => app.funded("1000")));
    await holdTenDays(5, investors);
    const days = (async () => {
      for (let day = 0; day < 4; day += 1) await settleDays(5, 1);
    })();
    const answers = await atOnce(CALLS * 2, investors, (investor, index) =>
      [
        () => transferProfit(investor, "5"),
        () => transferInvestment(investor.through(index % 2 === 0 ? above : plain), "50.01"),
        () => transferProfit(investor.through(plain), "3.33"),
        () => (index < CALLS ? transferInvestment(investor, "1") : deactivate(investor, bots.ids[5])),
      ][Math.floor(index / investors.length) % 4]!(),
    );
    await days;
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    // After a slice or an exit of everything, what comes later is refused, so the number depends on the order.
    expect(answers.filter(isSuccess).length).toBeGreaterThan(CALLS / 2);
    for (const investor of investors) expect((await readTerms(investor, 5)).bills).toBe("0.000000000000");
  });
});
