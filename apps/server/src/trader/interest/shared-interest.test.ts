import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Bot, BotRecordFile, ExitResult, RailStatements } from "@wazi/contracts";
import { factor } from "@wazi/domain";
import { checkRecord } from "@wazi/proofs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  approve,
  importLine,
  letInterestArrive,
  proposeInterest,
  TODAY,
  TODAY_NUMBER,
  toDay,
} from "../../../../../tests/harness/interest-arrivals.ts";
import { activate, botsOf, deactivate } from "../../../../../tests/harness/money-calls.ts";
import { OWN_TIME, type ScriptedBots, startScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { liveEnvironment } from "../../../../../tests/harness/live-environment.ts";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { findRailDifferences } from "../../bank/rail-checks/rail-checks.ts";
import { openPool } from "../../platform/db/pool.ts";
import { updateLog } from "../../proofs/log/run-log.ts";
import type { SharedInterest } from "./cash-interest.ts";
import { openSharedInterest } from "./shared-interest.ts";

const SECOND_CHECKER = fileURLToPath(new URL("../../../../../tests/harness/second-checker.py", import.meta.url));

interface Bank {
  test: TestApp;
  bots: ScriptedBots;
  omar: TestClient;
  source: SharedInterest;
}

const opened: TestApp[] = [];
async function openBank(marginPct = 0): Promise<Bank> {
  const test = await startTestApp(undefined, undefined, { ...OWN_TIME, CASH_INTEREST_SOURCE: "statements" });
  opened.push(test);
  const omar = await test.administrator("money", { firstName: "Omar" });
  return {
    test,
    omar,
    bots: await startScriptedBots(test),
    source: openSharedInterest(test.sql, { kind: "statements", marginPct }),
  };
}
afterAll(async () => {
  for (const test of opened) {
    expect(await test.differences()).toEqual([]);
    expect((await findRailDifferences(test.sql)).filter(({ check }) => check === "interest of statements")).toEqual([]);
    await test.close();
  }
});

const START = TODAY_NUMBER;
const sumOf = async ({ test, bots }: Bank, bot: number): Promise<number> => {
  const [row] = await test.sql<
    { sum: string }[]
  >`select interest_sum::text as sum from pools where bot_id = ${bots.ids[bot]!}`;
  return Number(row!.sum);
};
const invest = async ({ test, bots }: Bank, bot: number, amount: string): Promise<TestClient> => {
  const investor = await test.funded(amount);
  expect((await activate(investor, bots.ids[bot], amount)).status).toBe(200);
  return investor;
};

describe("a line that is read as interest", () => {
  let bank: Bank;
  beforeAll(async () => {
    bank = await openBank();
  });

  it("needs the days that it was paid for, money in, US dollars and two administrators", async () => {
    const { test, omar } = bank;
    const line = await importLine(test, "31.00");
    expect(line).toMatchObject({ kind: "unclaimed", choices: ["explain", "interest"] });
    const propose = async (paidFrom?: string, paidUntil?: string) => {
      const days = { ...(paidFrom && { paidFrom }), ...(paidUntil && { paidUntil }) };
      const { status, body } = await proposeInterest(test.admin, line, days);
      return [status, (body as { fields?: object }).fields];
    };
    expect(await propose(undefined, TODAY)).toEqual([
      ...[400, { paidFrom: "Please enter the first day that the interest was paid for." }],
    ]);
    expect(await propose(TODAY)).toEqual([
      ...[400, { paidUntil: "Please enter the last day that the interest was paid for." }],
    ]);
    expect(await propose(TODAY, toDay(TODAY_NUMBER + 1))).toEqual([
      ...[400, { paidUntil: "The last day must not be in the future." }],
    ]);
    expect(await propose(TODAY, toDay(TODAY_NUMBER - 1))).toEqual([
      ...[400, { paidUntil: "The last day is before the first." }],
    ]);
    expect(await propose(toDay(TODAY_NUMBER - 366), TODAY)).toEqual([
      ...[400, { paidFrom: "Interest can be paid for at most 366 days." }],
    ]);
    const proposed = await proposeInterest(test.admin, line, { paidFrom: toDay(TODAY_NUMBER - 30), paidUntil: TODAY });
    const text = `Interest for the days from ${toDay(TODAY_NUMBER - 30)} to ${TODAY}, for the bots.`;
    expect([proposed.status, proposed.body]).toMatchObject([201, { proposal: { text } }]);
    expect((await approve(test.admin, proposed)).status).toBe(403);
    const answers = await Promise.all([approve(omar, proposed), approve(omar, proposed)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const rows = await test.sql`select amount::text, days, first_day::text as first from interest_arrivals`;
    expect(rows).toEqual([{ amount: "31.000000000000", days: 31, first: toDay(TODAY_NUMBER + 1) }]);
    const { differences, accounts } = (await test.admin.call("GET", "/api/admin/rail-statements"))
      .body as RailStatements;
    expect([differences, accounts[0]?.explained]).toEqual([[], 1]);
    const [event] = await test.sql<{ after: object }[]>`select after from audit_log where action = 'statement.approve'`;
    expect(event?.after).toMatchObject({ kind: "interest", paidUntil: TODAY });
  });

  it("cannot be money out, or in another currency", async () => {
    for (const line of [await importLine(bank.test, "-5.00"), await importLine(bank.test, "5000.00", "KES")]) {
      expect(line.choices).not.toContain("interest");
      const proposed = await proposeInterest(bank.test.admin, line, { paidFrom: TODAY, paidUntil: TODAY });
      expect(proposed.status).toBe(400);
    }
  });

  it("is no choice where the pools do not share it", async () => {
    const plain = await startTestApp();
    opened.push(plain);
    expect((await importLine(plain, "31.00")).choices).toEqual(["explain"]);
  });
});

describe("interest that has arrived", () => {
  it("is spread over the days that it was paid for, and shared by the idle cash of each day", async () => {
    const bank = await openBank();
    const { test, bots, omar, source } = bank;
    await bots.earnFrom(source, [0, 1, 2], START);
    const [small, large] = [await invest(bank, 0, "1000"), await invest(bank, 1, "3000")];
    // Half of this pool is in a fund, which earns none.
    await invest(bank, 2, "2000");
    await bots.open(2, { side: "buy", price: 100, exposure: "0.5" });
    await letInterestArrive(test, omar, "15.50", 31);
    await bots.earnFrom(source, [0, 1, 2], START + 1);
    expect(await sumOf(bank, 0)).toBe(0);
    // Half a dollar a day on 5,000 dollars.
    await bots.earnFrom(source, [0, 1, 2], START + 2);
    const first = await sumOf(bank, 0);
    expect(first).toBeCloseTo(0.5 / 5000, 9);
    expect(await sumOf(bank, 1)).toBe(first);
    expect(await sumOf(bank, 2)).toBeCloseTo(first / 2, 11);
    await bots.earnFrom(source, [0, 1, 2], START + 50);
    const days = await test.sql<
      { growth: string }[]
    >`select growth::text from interest_days where portion > 0 order by day`;
    expect(days).toHaveLength(31);
    const values = await Promise.all([small, large].map(async (each) => (await botsOf(each))[0]?.interest));
    expect(values).toEqual(["3.10", "9.29"]);
    const [given] = await test.sql<{ given: string }[]>`
      select sum(trunc(units * (nav_after - nav_before), 12))::text as given from pool_interest`;
    expect(15.5 - Number(given!.given)).toBeLessThan(0.000001);
    expect(Number(given!.given)).toBeLessThanOrEqual(15.5);
  });

  it("pays nothing for days before it came to whoever joins the day before", async () => {
    const bank = await openBank();
    const { test, bots, omar, source } = bank;
    await bots.earnFrom(source, [0], START);
    const holder = await invest(bank, 0, "1000");
    // A month's interest is known to come tomorrow: a sniper joins with a hundred times as much.
    const sniper = await invest(bank, 0, "100000");
    await letInterestArrive(test, omar, "300.00", 30);
    await bots.earnFrom(source, [0], START + 2);
    const { exit } = (await deactivate(sniper, bots.ids[0])).body as { exit: ExitResult };
    // Its part of ten dollars, for the one day that it was in.
    expect(exit.interest).toBe("9.90");
    await bots.earnFrom(source, [0], START + 32);
    // The cap on what 1,000 dollars can earn leaves the rest for later.
    expect(Number((await botsOf(holder))[0]?.interest)).toBeGreaterThan(30);
    const again = await invest(bank, 0, "100000");
    await bots.earnFrom(source, [0], START + 33);
    const second = ((await deactivate(again, bots.ids[0])).body as { exit: ExitResult }).exit;
    // A thirtieth of what is left, and never all of it.
    expect(Number(second.interest)).toBeLessThan(10);
  });

  it("that comes after a day is fixed counts on later days only", async () => {
    const bank = await openBank();
    const { test, bots, omar, source } = bank;
    await bots.earnFrom(source, [0, 1], START);
    await invest(bank, 0, "1000");
    await invest(bank, 1, "1000");
    await letInterestArrive(test, omar, "1.00", 10);
    await bots.earnFrom(source, [0, 1], START + 1);
    await bots.earnFrom(source, [0], START + 4);
    await letInterestArrive(test, omar, "5.00", 10);
    const [late] = await test.sql<{ first: string }[]>`select max(first_day)::text as first from interest_arrivals`;
    expect(late?.first).toBe(toDay(START + 4));
    await bots.earnFrom(source, [1], START + 4);
    // Its part of each day, on the cash that it had when the days were fixed.
    expect((await sumOf(bank, 1)) / (await sumOf(bank, 0))).toBeCloseTo(1, 4);
    expect(await sumOf(bank, 1)).toBeCloseTo(3 * 0.00005, 7);
    await bots.earnFrom(source, [0, 1], START + 5);
    expect((await sumOf(bank, 1)) - 3 * 0.00005).toBeCloseTo(0.0003, 7);
  });

  it("is carried while no pool has idle cash, and less is earned when money leaves before a day is posted", async () => {
    const bank = await openBank();
    const { test, bots, omar, source } = bank;
    await bots.earnFrom(source, [0], START);
    await letInterestArrive(test, omar, "6.00", 3);
    await bots.earnFrom(source, [0], START + 6);
    expect(await sumOf(bank, 0)).toBe(0);
    const [stays, leaves] = [await invest(bank, 0, "1000"), await invest(bank, 0, "1000")];
    let hasLeft = false;
    await bots.earnFrom(source, [0], START + 7, async (operation) => {
      if (!hasLeft) expect((await deactivate(leaves, bots.ids[0])).status).toBe(200);
      hasLeft = true;
      return test.door.post(operation);
    });
    // A thirtieth of six dollars on 2,000 dollars.
    expect(await sumOf(bank, 0)).toBeCloseTo(0.2 / 2000, 9);
    expect((await botsOf(stays))[0]?.interest).toBe("0.10");
    await bots.earnFrom(source, [0], START + 8);
    const [last] = await test.sql<
      { carried: string }[]
    >`select carried::text from interest_days order by day desc limit 1`;
    expect(Number(last!.carried)).toBeCloseTo(5.9, 6);
  });

  it("leaves the operator's margin, in points a year of the idle cash", async () => {
    const bank = await openBank(0.5);
    const { test, bots, omar, source } = bank;
    await bots.earnFrom(source, [0], START);
    await invest(bank, 0, "100000");
    await letInterestArrive(test, omar, "365.00", 30);
    await bots.earnFrom(source, [0], START + 31);
    const [row] = await test.sql<{ given: number; fees: number }[]>`
      select sum(trunc(units * (nav_after - nav_before), 12) + fee)::float as given, sum(fee)::float as fees from pool_interest`;
    // Each day's margin is in whole cents, and the rest of it is for later days.
    expect(row!.given).toBeGreaterThan(364.8);
    expect(row!.given).toBeLessThanOrEqual(365);
    // 4.5 % a year less 0.5 points, for 30 days.
    expect(row!.fees).toBeCloseTo(100_000 * (1.045 ** (30 / 365) - 1.04 ** (30 / 365)), 0);

    // Both checkers hold with it.
    const signer = await openOwnSigner(test.sql, { dataDir: test.dataDir });
    await updateLog(test.sql, signer, (note) => Promise.resolve(note));
    const file = (await test.visitor().call("GET", `/api/bots/${bots.ids[0]!}/record`)).body as BotRecordFile;
    const found = await checkRecord(file, file.key);
    expect(found.some((line) => line.startsWith("Interest of 30 days"))).toBe(true);
    const input = JSON.stringify({ key: signer.publicKey, files: [file] });
    const [answer] = JSON.parse(execFileSync("python3", [SECOND_CHECKER], { input, encoding: "utf8" })) as string[];
    expect(answer).toMatch(/^ok/);
  });
});

describe("the index of bills", () => {
  it("grows each day by the rate of bills, with and without interest that arrived, and bears no share", async () => {
    const bank = await openBank();
    const { test, bots, omar, source: shared } = bank;
    const growth = factor(1_000_000_000n);
    const source = { ...shared, findBillGrowth: () => growth };
    const above = await startTestApp(test.database, undefined, { ...OWN_TIME, PROFIT_SHARE_ABOVE: "bills" });
    const readIndex = async (): Promise<number> => {
      const [row] = await test.sql<{ index: number }[]>`
        select bill_index::float as index from pools where bot_id = ${bots.ids[0]!}`;
      return row!.index;
    };
    await bots.earnFrom(source, [0], START);
    expect(await readIndex()).toBe(1);
    const investor = (await test.funded("1000")).through(above);
    expect((await activate(investor, bots.ids[0], "1000")).status).toBe(200);
    const plain = await invest(bank, 0, "1000");
    await bots.open(0, { side: "buy", price: 100, exposure: "0.5" });
    await letInterestArrive(test, omar, "1.00", 5);
    await bots.earnFrom(source, [0], START + 20);
    expect(await readIndex()).toBeCloseTo(1.001 ** 20, 9);
    const rows = await test.sql`
      select source, count(*)::int as days from pool_interest where bot_id = ${bots.ids[0]!} group by source order by source`;
    expect(rows).toEqual([
      { source: "none", days: 15 },
      { source: "statements", days: 5 },
    ]);
    await bots.close(0, 110);
    const exitOf = async (client: TestClient): Promise<ExitResult> =>
      ((await deactivate(client, bots.ids[0])).body as { exit: ExitResult }).exit;
    const [free, shareOfAll] = [await exitOf(investor), await exitOf(plain)];
    // Bills would have earned 1,000 × (1.001^20 − 1) = 20.19, and its interest was 0.49. The share of the rest is 10 %.
    expect(shareOfAll.interest).toBe("0.49");
    expect(Number(free.profitToUser) - Number(shareOfAll.profitToUser)).toBeCloseTo((20.19 - 0.49) * 0.1, 2);
    await above.close();
  });
});

describe("a day", () => {
  it("is fixed once by those who ask at the same moment", async () => {
    const bank = await openBank();
    const { test, bots, omar, source } = bank;
    await bots.earnFrom(source, [0, 1], START + 1);
    await invest(bank, 0, "1000");
    await letInterestArrive(test, omar, "1.00", 10);
    await bots.earnFrom(source, [0, 1], START + 1);
    const day = toDay(START + 1);
    const asked = [0, 1, 0, 1, 0].map((bot) => source.findShare(day, bots.ids[bot]!));
    const found = await Promise.all([...asked, letInterestArrive(test, omar, "9.00", 3)]);
    expect(found.map((each) => Boolean(each))).toEqual([true, false, true, false, true, false]);
    const [counted] = await test.sql<
      { days: number }[]
    >`select count(*)::int as days from interest_days where day = ${day}`;
    expect(counted?.days).toBe(1);
  });

  it("is posted once for each pool, whenever the trader is killed, and after the clock was ahead", async () => {
    const bank = await openBank();
    const { test, bots, omar, source } = bank;
    await bots.earnFrom(source, [0], START + 1);
    await invest(bank, 0, "1000");
    await letInterestArrive(test, omar, "1.00", 5);
    let posts = 0;
    const post: typeof test.door.post = async (operation) => {
      posts += 1;
      if (posts % 3 === 1) throw new Error("killed");
      const outcome = await test.door.post(operation);
      if (posts % 3 === 2) throw new Error("killed");
      return outcome;
    };
    for (;;) {
      const error = await bots.earnFrom(source, [0], START + 4, post).then(
        () => null,
        (failure: unknown) => String(failure),
      );
      if (error === null) break;
      expect(error).toContain("killed");
    }
    expect(await sumOf(bank, 0)).toBeCloseTo(3 * 0.0002, 9);
    // The pool is on another record, and the clock at an earlier day: it has its part of these days already.
    const owner = openPool(test.database.url, { role: null, max: 1 });
    await owner`update pools set interest_of = 'simulated 1', interest_day = ${toDay(START)} where bot_id = ${bots.ids[0]!}`;
    await owner.end();
    const before = await sumOf(bank, 0);
    for (const day of [1, 2, 3]) expect(await source.findShare(toDay(START + day), bots.ids[0]!)).toBeNull();
    expect(await sumOf(bank, 0)).toBe(before);
  });
});

it("opens Bills in live mode, and says how it earns there", async () => {
  const kraken = { ...liveEnvironment, RATE_LIMIT_SCALE: "1", BROKER: "ccxt:kraken" };
  const live = await startTestApp(undefined, undefined, { ...kraken, CASH_INTEREST_SOURCE: "statements" });
  opened.push(live);
  const { body } = await live.visitor().call("GET", "/api/portfolios");
  const bills = (body as Bot[]).find(({ name }) => name === "Bills");
  expect(bills).toMatchObject({ newMoney: "open", billInterest: { source: "statements" }, feed: "live" });
});
