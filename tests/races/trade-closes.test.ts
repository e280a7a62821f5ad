import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { unfreezePools } from "../../apps/server/src/trader/loop/store.ts";
import { createHoldingDoor } from "../harness/holding-door.ts";
import { activate, deactivate, isSuccess } from "../harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../harness/scripted-bots.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";

const BOT = 0;

let test: TestApp;
let bots: ScriptedBots;
/** The outcomes of what the trader posts, in order. */
const outcomes: string[] = [];
let isKilledAfterFreeze = false;
const door = createHoldingDoor();
const doorAfter = createHoldingDoor("after posting");

beforeAll(async () => {
  test = await startTestApp();
  const noting: TestApp["door"] = {
    post: async (operation) => {
      if (isKilledAfterFreeze && outcomes.at(-1) === "freeze posted") throw new Error("the process was killed");
      const outcome = await test.door.post(operation);
      const isFreeze = operation.writes?.pools?.[0]?.frozen === true;
      outcomes.push(isFreeze ? `freeze ${outcome}` : outcome);
      return outcome;
    },
  };
  bots = await startScriptedBots({ sql: test.sql, door: doorAfter.wrap(door.wrap(noting)) });
});
afterEach(async () => {
  expect(await test.differences()).toEqual([]);
});
afterAll(() => test.close());

async function lastTrade(): Promise<{ units: string; trades: number; frozen: boolean }> {
  const [row] = await test.sql<{ units: string; trades: number; frozen: boolean }[]>`
    select t.units::numeric(20, 2)::text as units, p.close_sequence::int as trades, p.frozen
    from pools p join bot_trades t on t.bot_id = p.bot_id and t.sequence = p.close_sequence
    where p.bot_id = ${bots.ids[BOT]}`;
  return row!;
}

async function heldUnits(): Promise<string> {
  const [row] = await test.sql<{ units: string }[]>`
    select coalesce(sum(units), 0)::numeric(20, 2)::text as units from positions where bot_id = ${bots.ids[BOT]}`;
  return row!.units;
}

async function openTrade(): Promise<void> {
  await bots.open(BOT, { side: "buy", price: 100, exposure: "1" });
  await bots.price(BOT, 100);
  outcomes.length = 0;
}

describe("the close of a bot's trade", () => {
  it("is one commit when no units change hands meanwhile", async () => {
    const investor = await test.funded("500");
    expect(isSuccess(await activate(investor, bots.ids[BOT], "200"))).toBe(true);
    await openTrade();
    await bots.close(BOT, 101);
    expect(outcomes).toEqual(["posted"]);
    expect(await lastTrade()).toEqual({ units: await heldUnits(), trades: 1, frozen: false });
  });

  it("counts units that were bought or redeemed after it was decided, and freezes the pool for that", async () => {
    for (const flow of ["bought", "redeemed"]) {
      const investor = await test.funded("500");
      if (flow === "redeemed") expect(isSuccess(await activate(investor, bots.ids[BOT], "300"))).toBe(true);
      await openTrade();
      const before = await heldUnits();
      const arrived = door.holdNext();
      const closing = bots.close(BOT, 99);
      await arrived;
      const answer = await (flow === "bought"
        ? activate(investor, bots.ids[BOT], "300")
        : deactivate(investor, bots.ids[BOT]));
      expect(answer.status, answer.text).toBeLessThan(300);
      const after = await heldUnits();
      expect(after).not.toBe(before);
      door.release();
      await closing;
      expect(outcomes).toEqual(["moved", "freeze posted", "posted"]);
      expect(await lastTrade()).toMatchObject({ units: after, frozen: false });
    }
  });

  it("notices flows that leave the same units behind", async () => {
    const [one, two] = [await test.funded("500"), await test.funded("500")];
    await openTrade();
    const arrived = door.holdNext();
    const closing = bots.close(BOT, 101);
    await arrived;
    const answers = await Promise.all([activate(one, bots.ids[BOT], "300"), activate(two, bots.ids[BOT], "100")]);
    expect(answers.map(isSuccess)).toEqual([true, true]);
    expect(isSuccess(await deactivate(one, bots.ids[BOT]))).toBe(true);
    expect(isSuccess(await deactivate(two, bots.ids[BOT]))).toBe(true);
    door.release();
    await closing;
    expect(outcomes).toEqual(["moved", "freeze posted", "posted"]);
    expect(await lastTrade()).toMatchObject({ units: await heldUnits() });
  });

  it("is recorded once when its answer is lost", async () => {
    await openTrade();
    const { trades } = await lastTrade();
    const arrived = doorAfter.holdNext();
    const closing = bots.close(BOT, 101).catch((error: unknown) => String(error));
    await arrived;
    doorAfter.failNext(new Error("the connection broke"));
    doorAfter.release();
    expect(await closing).toContain("the connection broke");
    expect(await lastTrade()).toMatchObject({ trades: trades + 1, frozen: false });
  });

  it("is made again after a crash between freeze and close", async () => {
    const investor = await test.funded("500");
    await openTrade();
    const { trades } = await lastTrade();
    const arrived = door.holdNext();
    const closing = bots.close(BOT, 101).catch((error: unknown) => String(error));
    await arrived;
    expect(isSuccess(await activate(investor, bots.ids[BOT], "100"))).toBe(true);
    isKilledAfterFreeze = true;
    door.release();
    expect(await closing).toContain("the process was killed");
    isKilledAfterFreeze = false;
    expect(outcomes).toEqual(["moved", "freeze posted"]);
    await unfreezePools(test.sql);
    await bots.close(BOT, 101);
    expect(await lastTrade()).toEqual({ units: await heldUnits(), trades: trades + 1, frozen: false });
  });
});
