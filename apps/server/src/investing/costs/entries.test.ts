import type { PositionEntry, UserBot } from "@wazi/contracts";
import { formatDecimal, parseDecimal } from "@wazi/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  activate,
  botsOf,
  deactivate,
  errorOf,
  isSuccess,
  toCents,
  transferInvestment,
} from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { openPool } from "../../platform/db/pool.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

const UNKNOWN_ID = "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e";
const UNIT_PLACES = 12;
/** Units and unit prices have 12 decimals each, cents 2. */
const PRODUCT_PER_CENT = 10n ** 22n;

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

const call = (client: TestClient, id: string) => client.call("GET", `/api/user/bots/${id}/entries`);

async function entriesOf(client: TestClient, bot: number): Promise<PositionEntry[]> {
  const { status, body } = await call(client, bots.ids[bot]!);
  expect(status).toBe(200);
  return body;
}

async function addMoney(client: TestClient, bot: number, amount: string): Promise<void> {
  const { status, text } = await client.call("POST", "/api/user/bots/top-up", { botId: bots.ids[bot], amount });
  expect(status, text).toBe(200);
}

async function enter(client: TestClient, bot: number, amount: string): Promise<UserBot> {
  const answer = await activate(client, bots.ids[bot], amount);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const sumOf = (decimals: readonly string[], places: number): bigint =>
  decimals.reduce((sum, each) => sum + parseDecimal(each, places), 0n);

interface Posted {
  paid: string;
  toPool: string;
  toMarket: string;
}

/** The lines of the ledger of each transaction that an investor made with a bot, in order. */
const postingsOf = (client: TestClient, bot: number): Promise<Posted[]> =>
  test.sql<Posted[]>`
    select (-sum(l.amount) filter (where a.user_id = ${client.userId}))::text as paid,
      (sum(l.amount) filter (where a.code = ${`pool:${bots.ids[bot]!}`}))::text as "toPool",
      coalesce(sum(l.amount) filter (where a.code = 'market'), 0)::text as "toMarket"
    from ledger_transactions t join ledger_entries l on l.transaction_id = t.id join ledger_accounts a on a.id = l.account_id
    where t.kind = 'allocation' and t.actor_id = ${client.userId} group by t.id order by t.id`;

describe("the entries of a position", () => {
  it("are the purchases as they were posted, and add up to the position to the cent", async () => {
    const investor = await test.funded("5000");
    const first = await enter(investor, 0, "1234.56");
    // Until then the pool is in no trade, so that joining cost nothing.
    expect(first.value).toBe("1234.56");
    await bots.open(0, { side: "buy", price: 100, exposure: "0.7" });
    await bots.price(0, 103.7);
    await addMoney(investor, 0, "99.99");
    await bots.price(0, 97.3);
    await addMoney(investor, 0, "0.07");
    const entries = await entriesOf(investor, 0);
    expect(entries.map(({ amount, tradeOpen }) => [amount, tradeOpen])).toEqual([
      ["1234.56", false],
      ["99.99", true],
      ["0.07", true],
    ]);
    expect(entries[0]).toMatchObject({ units: first.units, unitPrice: "1.000000000000" });

    const postings = await postingsOf(investor, 0);
    expect(postings.map(({ paid }) => paid)).toEqual(entries.map(({ amount }) => amount));
    for (const [index, { amount, units, unitPrice, tradeOpen }] of entries.entries()) {
      // The fewest units whose price is the amount or more.
      const [bought, price] = [parseDecimal(units, UNIT_PLACES), parseDecimal(unitPrice, UNIT_PLACES)];
      const asked = toCents(amount) * PRODUCT_PER_CENT;
      expect(bought * price).toBeGreaterThanOrEqual(asked);
      expect((bought - 1n) * price).toBeLessThan(asked);
      // The pool gets the units at the price of closed trades, 1, and the market the rest.
      const { toPool, toMarket } = postings[index]!;
      expect(toCents(toPool)).toBe((bought + 10n ** 10n - 1n) / 10n ** 10n);
      if (tradeOpen) expect(toCents(toPool) + toCents(toMarket)).toBe(toCents(amount));
    }

    const [position] = await botsOf(investor);
    const amounts = entries.map(({ amount }) => amount);
    expect(formatDecimal(sumOf(amounts, 2), 2)).toBe(position!.allocatedAmount);
    const units = entries.map((entry) => entry.units);
    expect(formatDecimal(sumOf(units, UNIT_PLACES), UNIT_PLACES)).toBe(position!.units);
    await bots.close(0, 97.3);
  });

  it("cost what leaving at once would have lost, also when the price has moved since", async () => {
    const holder = await test.funded("2000");
    await enter(holder, 3, "100");
    await bots.open(3, { side: "buy", price: 100, exposure: "0.9" });
    await bots.price(3, 110);
    const investor = await test.funded("2000");
    const { allocatedAmount, value } = await enter(investor, 3, "1000");
    const cost = toCents(allocatedAmount) - toCents(value);
    expect(cost).toBeGreaterThan(0n);
    await bots.price(3, 90);
    await addMoney(investor, 3, "500");
    const [first, second] = await entriesOf(investor, 3);
    expect(toCents(first!.cost!)).toBe(cost);
    expect(toCents(second!.cost!)).toBeGreaterThan(0n);
    expect((await entriesOf(holder, 3)).map((entry) => entry.cost)).toEqual(["0.00"]);

    // A purchase from before the mark was kept.
    const owner = openPool(test.database.url, { role: null, max: 1 });
    await owner`alter table position_events disable trigger position_events_are_only_appended`;
    await owner`update position_events set exit_mark = null where user_id = ${investor.userId} and units_delta > 900`;
    await owner`alter table position_events enable trigger position_events_are_only_appended`;
    await owner.end();
    expect((await entriesOf(investor, 3)).map((entry) => entry.cost)).toEqual([null, second!.cost]);
    expect((await entriesOf(holder, 3)).map((entry) => entry.cost)).toEqual(["0.00"]);
    await bots.close(3, 90);
  });

  it("are the investor's own, and those since the position was opened", async () => {
    const investor = await test.funded("3000");
    const other = await test.funded("3000");
    await enter(investor, 1, "500");
    await enter(other, 1, "700");
    expect((await entriesOf(investor, 1)).map(({ amount }) => amount)).toEqual(["500.00"]);
    expect((await entriesOf(other, 1)).map(({ amount }) => amount)).toEqual(["700.00"]);
    expect(await entriesOf(await test.funded("3000"), 1)).toEqual([]);
    expect(await entriesOf(investor, 2)).toEqual([]);

    // Money taken out is no purchase, and leaves the purchases as they were.
    expect(isSuccess(await transferInvestment(investor, "200"))).toBe(true);
    expect((await entriesOf(investor, 1)).map(({ amount }) => amount)).toEqual(["500.00"]);
    expect(isSuccess(await deactivate(investor, bots.ids[1]))).toBe(true);
    expect(await entriesOf(investor, 1)).toEqual([]);
    await enter(investor, 1, "300");
    await addMoney(investor, 1, "20");
    expect((await entriesOf(investor, 1)).map(({ amount }) => amount)).toEqual(["300.00", "20.00"]);
    expect(await entriesOf(other, 1)).toHaveLength(1);
  });

  it("refuse an address without a bot, and visitors", async () => {
    const investor = await test.funded("100");
    for (const id of [UNKNOWN_ID, "nothing"]) {
      const answer = await call(investor, id);
      expect([answer.status, errorOf(answer).code]).toEqual([404, "NOT_FOUND"]);
    }
    expect((await call(test.visitor(), bots.ids[0]!)).status).toBe(401);
  });
});
