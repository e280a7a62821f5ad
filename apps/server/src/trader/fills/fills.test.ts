import type { BrokerFills } from "@wazi/contracts";
import { computeEntryPrice, computeExitPrice, getSymbolCosts } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activate } from "../../../../../tests/harness/money-calls.ts";
import {
  DIVIDEND,
  type PracticeBroker,
  practiceBrokerSettings,
  startPracticeBroker,
  TITAN,
} from "../../../../../tests/harness/practice-broker.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { eventually } from "../../../../../tests/harness/wazi-process.ts";

const CACHE_MS = 10_000;

let test: TestApp;
let investor: TestClient;
let venue: PracticeBroker["venue"];
let bots: PracticeBroker["bots"];
let order: PracticeBroker["order"];
let wait: PracticeBroker["wait"];

beforeAll(async () => {
  test = await startTestApp(undefined, undefined, practiceBrokerSettings);
  ({ venue, bots, order, wait } = await startPracticeBroker(test));
  investor = await test.funded("9000");
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
  await venue.close();
});

async function read(query = ""): Promise<BrokerFills> {
  const { status, body, text } = await test.visitor().call("GET", `/api/bots/${bots.ids[TITAN]!}/fills${query}`);
  expect(status, text).toBe(200);
  return body;
}

/** Reads until the answer has this newest item: the one before is kept for two seconds. */
async function readUntil(newest: Partial<BrokerFills["items"][number]>): Promise<BrokerFills> {
  const isThere = ({ items: [item] }: BrokerFills): boolean =>
    item?.cause === newest.cause && item?.status === newest.status;
  await eventually(async () => isThere(await read()), CACHE_MS);
  return read();
}

describe("the fills of a bot at its broker", () => {
  it("are none before the first order", async () => {
    expect(await read()).toEqual({
      broker: { isPractice: true },
      since: null,
      isComplete: true,
      sum: { difference: "0.0000", fills: 0, fees: "0.00", fillsWithoutFee: 0 },
      items: [],
      nextCursor: null,
    });
  });

  it("stand beside its trade: its part of an order, money that came in, and the close", async () => {
    for (const [bot, amount] of [
      [TITAN, "1000"],
      [DIVIDEND, "3000"],
    ] as const) {
      const answer = await activate(investor, bots.ids[bot], amount);
      expect(answer.status, answer.text).toBe(200);
      await bots.open(bot, { side: "buy", price: 500, exposure: "0.5" });
    }
    await order(500, "500.10");
    await bots.price(TITAN, 510);
    const added = await investor.call("POST", "/api/user/bots/top-up", { botId: bots.ids[TITAN], amount: "500" });
    expect(added.status, added.text).toBe(200);
    await order(510, "510.20");
    await bots.close(TITAN, 520);
    await order(520, "519.50");

    const shown = await readUntil({ cause: "closed", status: "filled" });
    // The scripted trades have the costs of shares, and the bot's own rule those of funds.
    const [ofShares, ofFunds] = [getSymbolCosts("stocks", "SPY"), getSymbolCosts("portfolio", "SPY")];
    const [entry, middle, exit] = [
      computeEntryPrice("buy", 500, ofShares),
      computeEntryPrice("buy", 510, ofFunds),
      computeExitPrice("buy", 520, ofShares),
    ];
    expect(shown.items.map(({ cause, side, status, isShared }) => [cause, side, status, isShared])).toEqual([
      ["closed", "sell", "filled", false],
      ["money-in", "buy", "filled", false],
      ["opened", "buy", "filled", true],
    ]);
    expect(shown.items.map(({ recordedPrice }) => recordedPrice)).toEqual([exit, middle, entry]);
    expect(shown.items.map(({ brokerPrice }) => brokerPrice)).toEqual(["519.5", "510.2", "500.1"]);

    // By hand: half of 1,000 at the recorded price, of 4,000 ordered in all.
    const bought = Number(shown.items[2]!.quantity);
    expect(bought).toBeCloseTo(500 / Number(entry), 6);
    expect(Number(venue.orders[0]!.filled)).toBeCloseTo(4 * bought, 6);
    const [sold, more] = shown.items.map(({ quantity }) => Number(quantity)) as [number, number];
    expect(sold).toBeCloseTo(bought + more, 6);
    const differences = [
      sold * (519.5 - Number(exit)),
      more * (Number(middle) - 510.2),
      bought * (Number(entry) - 500.1),
    ];
    shown.items.forEach(({ difference }, index) =>
      expect(Math.abs(Number(difference) - differences[index]!)).toBeLessThan(0.0002),
    );
    const total = shown.items.reduce((sum, { difference }) => sum + Math.round(Number(difference) * 10_000), 0);
    expect(shown.sum).toMatchObject({ difference: (total / 10_000).toFixed(4), fills: 3 });
    expect(shown.since).not.toBeNull();
  });

  it("come in pages, with the sum of all on each", async () => {
    const whole = await read();
    const first = await read("?limit=2");
    expect(first.items).toEqual(whole.items.slice(0, 2));
    const second = await read(`?limit=2&cursor=${first.nextCursor ?? ""}`);
    expect(second.items).toEqual(whole.items.slice(2));
    expect([second.nextCursor, second.sum]).toEqual([null, whole.sum]);
    const { status } = await test.visitor().call("GET", `/api/bots/${bots.ids[TITAN]!}/fills?cursor=nothing`);
    expect(status).toBe(400);
  });

  it("say what waits and what the broker refused", async () => {
    venue.next.push("reject");
    await bots.open(TITAN, { side: "buy", price: 520, exposure: "0.5" });
    await order(520, "520");
    const refused = await readUntil({ cause: "opened", status: "refused" });
    expect(refused.items[0]).toMatchObject({ brokerPrice: null, filledAt: null, difference: null });
    venue.next.push("wait");
    wait(61_000);
    await order(520, "520");
    const { items, sum } = await readUntil({ cause: "opened", status: "waiting" });
    expect(items[0]).toMatchObject({ brokerPrice: null, difference: null });
    expect(sum.fills).toBe(3);
  });

  it("count money that came in long before the first order apart from the opening", async () => {
    venue.fillWaiting();
    await order(520, "520");
    await bots.close(TITAN, 520);
    await order(520, "520");
    venue.clock.isOpen = false;
    wait(120_000);
    await bots.open(TITAN, { side: "buy", price: 520, exposure: "0.5" });
    await bots.price(TITAN, 530);
    const added = await investor.call("POST", "/api/user/bots/top-up", { botId: bots.ids[TITAN], amount: "500" });
    expect(added.status, added.text).toBe(200);
    venue.clock.isOpen = true;
    await order(530, "530");
    // As if the broker had been closed for an hour.
    await test.sql`
      update orders set planned_at = planned_at + interval '1 hour'
      where planned_at = (select max(planned_at) from orders where symbol = 'SPY')`;
    const [money, opened] = (await readUntil({ cause: "money-in", status: "filled" })).items;
    expect([money!.cause, opened!.cause]).toEqual(["money-in", "opened"]);
    expect(Number(opened!.recordedPrice)).toBeLessThan(525);
    expect(Number(money!.recordedPrice)).toBeGreaterThan(525);
    const parts = Number(money!.quantity) / (Number(money!.quantity) + Number(opened!.quantity));
    expect(parts).toBeGreaterThan(0.2);
    expect(parts).toBeLessThan(0.4);
  });

  it("are not there for a bot without a broker, and not without a bot", async () => {
    const { body } = await test.visitor().call("GET", `/api/bots/${bots.ids[0]!}/fills`);
    expect(body).toMatchObject({ broker: null, items: [] });
    expect((await test.visitor().call("GET", "/api/bots/nothing/fills")).status).toBe(404);
  });
});
