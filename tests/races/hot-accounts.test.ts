import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountOf, activate, statusCounts, transferInvestment } from "../harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

const CALLS = 60;
const CALLERS = 12;

let one: TestApp;
let two: TestApp;
let botId: string;

beforeAll(async () => {
  one = await startTestApp();
  two = await startTestApp(one.database);
  const [bot] = await one.sql<{ id: string }[]>`select id from trading_bots order by place limit 1`;
  botId = bot!.id;
});
afterAll(async () => {
  expect(await one.differences()).toEqual([]);
  await two.close();
  await one.close();
});

async function investorWithPosition(): Promise<TestClient> {
  const investor = await one.funded("1000");
  expect((await activate(investor, botId, "1000")).status).toBe(200);
  return investor;
}

/** Transfers 1.00 many times, `CALLERS` calls at a time. Returns how often each status was answered. */
async function transferOften(clients: readonly TestClient[]): Promise<Record<number, number>> {
  let left = CALLS;
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const own = [];
      while (left > 0) {
        left -= 1;
        own.push(await transferInvestment(clients[caller % clients.length]!, "1"));
      }
      return own;
    }),
  );
  return statusCounts(answers.flat());
}

describe("many calls at once that move money of one account", () => {
  it("wait for each other in a process, and all succeed", async () => {
    const investor = await investorWithPosition();
    expect(await transferOften([investor])).toEqual({ 200: CALLS });
    expect((await accountOf(investor)).balance).toBe(`${CALLS}.00`);
  });

  it("all succeed in two processes", async () => {
    const investor = await investorWithPosition();
    expect(await transferOften([investor, investor.through(two)])).toEqual({ 200: CALLS });
    expect((await accountOf(investor)).balance).toBe(`${CALLS}.00`);
  });
});
