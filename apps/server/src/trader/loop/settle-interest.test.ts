import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkRecord, type BotRecord } from "@wazi/proofs";
import type { BotRecordFile, ExitResult, Statement, TrackRecord, UserCosts } from "@wazi/contracts";
import { formatNav, parseNav, type Nav } from "@wazi/domain";
import { getSymbolFinancing } from "@wazi/trading";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dailyFiles, writeDailyFile } from "../../../../../tests/harness/daily-files.ts";
import { activate, botsOf, deactivate, toCents, transferProfit } from "../../../../../tests/harness/money-calls.ts";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { OWN_TIME, startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { eventually } from "../../../../../tests/harness/wazi-process.ts";
import { openPool } from "../../platform/db/pool.ts";
import { updateLog } from "../../proofs/log/run-log.ts";
import { readRecordFile } from "../../proofs/track-records/read-record-file.ts";
import { readSettings } from "../../start/settings/settings.ts";
import { planFeeds } from "../feeds/feed-plan.ts";
import { openRateSource } from "../interest/cash-interest.ts";
import { findIdleCash, type PoolTrade } from "./open-trade.ts";
import { runTrader } from "./run-trader.ts";

const ignore = (): void => undefined;
const SECOND_CHECKER = fileURLToPath(new URL("../../../../../tests/harness/second-checker.py", import.meta.url));
let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  test = await startTestApp(undefined, undefined, OWN_TIME);
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

/** About 4.5 % a year, of which the operator keeps half a point. */
const RATE = { gross: 120_600_000n, margin: 13_300_000n };
const FIRST_DAY = 20_000;
const readPoolOf = async (bot: number) => {
  const [pool] = await test.sql<{ nav: string; sum: string; day: string | null }[]>`
    select nav::text, interest_sum::text as sum, interest_day::text as day from pools where bot_id = ${bots.ids[bot]!}`;
  return pool!;
};
const totalOf = async (code: string): Promise<bigint> => {
  const [row] = await test.sql<{ total: string }[]>`
    select coalesce(sum(e.amount), 0)::text as total from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where a.code = ${code}`;
  return toCents(row!.total);
};

it("begins with the day on which a bot is first seen, and settles each day once", async () => {
  await bots.earn(0, FIRST_DAY, RATE);
  expect(await readPoolOf(0)).toEqual({ nav: "1.000000000000", sum: "0.000000000000", day: "2024-10-03" });
  await bots.earn(0, FIRST_DAY + 1, RATE);
  await bots.earn(0, FIRST_DAY + 1, RATE);
  expect(await readPoolOf(0)).toEqual({ nav: "1.000107300000", sum: "0.000107300000", day: "2024-10-04" });
  // A clock that was set back settles nothing again.
  await bots.earn(0, FIRST_DAY - 5, RATE);
  expect((await readPoolOf(0)).nav).toBe("1.000107300000");
});

it("settles the days that were missed one after the other, and pays them from the treasury", async () => {
  const investor = await test.funded("1000");
  await bots.earn(1, FIRST_DAY, RATE);
  await activate(investor, bots.ids[1], "1000");
  await bots.earn(1, FIRST_DAY + 60, RATE);
  const [days] = await test.sql<{ count: number }[]>`
    select count(*)::int as count from pool_interest where bot_id = ${bots.ids[1]!}`;
  expect(days?.count).toBe(60);
  const [held] = await botsOf(investor);
  // 1.0001073 to the power of 60.
  expect(held).toMatchObject({ value: "1006.45", runningProfit: "6.45", interest: "6.45" });
  const { exit } = (await deactivate(investor, bots.ids[1])).body as { exit: ExitResult };
  expect(exit).toMatchObject({ value: "1006.45", profitShare: "0.00", profitToUser: "6.45", interest: "6.45" });
  expect(exit.returned).toBe("1000.00");
  const costs = (await investor.call("GET", "/api/user/costs")).body as UserCosts;
  expect([costs.interest, costs.result]).toEqual(["6.45", "0.00"]);
  const month = new Date().toISOString().slice(0, 7);
  const { lines } = (await investor.call("GET", `/api/user/statement?month=${month}`)).body as Statement;
  expect(lines.at(-1)).toMatchObject({ parts: [{ interest: "6.45" }] });
  expect(lines.at(-1)?.text).toBe(
    `${held?.name} closed. $1,006.45 returned to the balance, with $6.45 of interest and a gain of $0.00.`,
  );
  expect(await totalOf("platform:profit_share")).toBe(0n);
  const [fees, rounding, left] = await Promise.all(
    ["platform:fees", "platform:rounding", `pool:${bots.ids[1]!}`].map(totalOf),
  );
  expect(-(await totalOf("external:treasury"))).toBe(645n + fees! + rounding! + left!);
  // A cent and a third a day, each day's rounded down: what is not whole stays with the treasury.
  expect(fees).toBe(60n);
});

it("takes the share on the trading gain alone, and leaves an open trade its part of the nav", async () => {
  const investor = await test.funded("1000");
  await bots.earn(2, FIRST_DAY, RATE);
  await activate(investor, bots.ids[2], "1000");
  await bots.open(2, { side: "buy", price: 100, exposure: "0.5000" });
  await bots.earn(2, FIRST_DAY + 30, RATE);
  await bots.close(2, 110);
  const [trade] = await test.sql<{ base: string; sum: string; gain: string }[]>`
    select base_nav::text as base, interest_sum::text as sum, (nav_after - nav_before)::text as gain from bot_trades
    where bot_id = ${bots.ids[2]!}`;
  const { sum } = await readPoolOf(2);
  expect(trade).toMatchObject({ base: "1.000000000000", sum });
  expect(Number(trade!.gain)).toBeCloseTo(0.05, 2);
  const { exit } = (await deactivate(investor, bots.ids[2])).body as { exit: ExitResult };
  const tradingGain = toCents(exit.value) - 100_000n - BigInt(Math.floor(Number(sum) * 100_000));
  expect(toCents(exit.profitShare)).toBe(tradingGain - (tradingGain * 90n) / 100n);
  // A share is bought with money, so the other half of the nav is idle.
  expect(Number(sum)).toBeCloseTo(0.5 * (1.000_107_3 ** 30 - 1), 9);
});

it("is paid by the trader that runs with a source of interest, for each day that its replay plays", async () => {
  const own = await startTestApp();
  const folder = mkdtempSync(join(tmpdir(), "wazi-interest-"));
  writeDailyFile(
    folder,
    dailyFiles.find(({ name }) => name.startsWith("crypto"))!,
    1,
  );
  const env = { MARKET_FEED: `replay:${folder}`, REPLAY_SPEED: "20", CASH_INTEREST_SOURCE: "fixed:5" };
  const settings = readSettings({ ...env, DATA_DIR: own.dataDir });
  const trader = runTrader({
    sql: own.sql,
    door: own.door,
    log: { info: ignore, warn: ignore, error: ignore },
    now: () => new Date(),
    plan: planFeeds(settings),
    settings: settings.marketFeed,
    limits: settings.entryLimits,
    interest: openRateSource(settings.cashInterest),
    holder: "trader",
    isAloneOnDatabase: true,
  });
  const listDays = (): Promise<{ day: string; name: string }[]> => own.sql`
    select i.day::text, b.name from pool_interest i join trading_bots b on b.id = i.bot_id
    where b.market = 'crypto' order by b.place, i.day`;
  await eventually(async () => (await listDays()).length >= 8);
  await trader.stop();
  const ofOne = (await listDays()).filter(({ name }) => name === "Crypto-Whale-07").map(({ day }) => day);
  const following = ofOne.map((_, index) => new Date(Date.parse(ofOne[0]!) + index * 86_400_000));
  expect(ofOne).toEqual(following.map((day) => day.toISOString().slice(0, 10)));
  expect(await own.differences()).toEqual([]);
  await own.close();
  rmSync(folder, { recursive: true, force: true });
});

it("is on what is not paid for what the pool holds, unless the trade is on margin", () => {
  const nav = parseNav("1.02");
  const trade = {
    side: "buy",
    exposure: "0.5000",
    baseNav: "1.000000000000",
    costs: { halfSpread: 0, slippage: 0, commission: 0 },
  };
  const financing = { longRate: 0.05, shortRate: 0, yearDays: 360, schedule: "wednesday" };
  expect(findIdleCash(nav, [])).toBe(nav);
  expect(findIdleCash(nav, [trade as PoolTrade])).toBe(parseNav("0.52"));
  expect(findIdleCash(nav, [{ ...trade, costs: { ...trade.costs, financing } } as PoolTrade])).toBe(nav);
  // A bought fund has terms too, by which its longs cost nothing: it is paid in full.
  const ofFund = { ...trade.costs, financing: getSymbolFinancing("portfolio", "SPY") };
  expect(findIdleCash(nav, [{ ...trade, costs: ofFund } as PoolTrade])).toBe(parseNav("0.52"));
  expect(findIdleCash(nav, [{ ...trade, side: "sell", costs: ofFund } as PoolTrade])).toBe(nav);
  expect(findIdleCash(parseNav("0.4"), [trade as PoolTrade])).toBe(0n);
  const rest = { ...trade, exposure: "0.3000", baseNav: "1.1" };
  expect(findIdleCash(nav, [trade, rest] as PoolTrade[])).toBe(parseNav("0.19"));
});

it("comes first in a transfer of profit, and nobody who joins later gains by it", async () => {
  const [holder, late] = [await test.funded("1000"), await test.funded("1000")];
  await bots.earn(3, FIRST_DAY, RATE);
  await activate(holder, bots.ids[3], "1000");
  await bots.earn(3, FIRST_DAY + 100, RATE);
  await activate(late, bots.ids[3], "1000");
  expect((await botsOf(late))[0]).toMatchObject({ value: "1000.00", runningProfit: "0.00" });
  await bots.open(3, { side: "buy", price: 100, exposure: "1" });
  await bots.close(3, 110);
  expect((await transferProfit(holder, "5.00")).status).toBe(200);
  expect(await totalOf("platform:profit_share")).toBe(await shareBefore());
  const { exit } = (await deactivate(late, bots.ids[3])).body as { exit: ExitResult };
  expect(exit.profitToUser).not.toBe("0.00");
});

it("is posted once for each day, whenever the trader is killed", async () => {
  await test.funded("1000").then((investor) => activate(investor, bots.ids[4], "1000"));
  await bots.earn(4, FIRST_DAY, RATE);
  let posts = 0;
  const post: typeof test.door.post = async (operation) => {
    posts += 1;
    // Each day's first attempt ends before the commit, its second after it.
    if (posts % 3 === 1) throw new Error("killed");
    const outcome = await test.door.post(operation);
    if (posts % 3 === 2) throw new Error("killed");
    return outcome;
  };
  let kills = 0;
  for (;;) {
    try {
      await bots.earn(4, FIRST_DAY + 6, RATE, post);
      break;
    } catch (error) {
      expect(String(error)).toContain("killed");
      kills += 1;
    }
  }
  expect(kills).toBeGreaterThanOrEqual(6);
  const days = await test.sql<{ day: string }[]>`
    select day::text from pool_interest where bot_id = ${bots.ids[4]!} order by transaction_id`;
  expect(days.map(({ day }) => day)).toEqual([4, 5, 6, 7, 8, 9].map((day) => `2024-10-0${day}`));
  expect((await readPoolOf(4)).sum).toBe(sumOfSixDays());
});

/** 1.0001073 to the power of 6, each day rounded down, less 1. */
const sumOfSixDays = (): string => {
  let nav = 10n ** 12n;
  for (let day = 0; day < 6; day += 1) nav += (nav * 107_300_000n) / 10n ** 12n;
  return formatNav((nav - 10n ** 12n) as Nav);
};

it("counts who joins between reading and posting, and lets the pool trade again", async () => {
  const [early, late] = [await test.funded("1000"), await test.funded("1000")];
  await bots.earn(5, FIRST_DAY, RATE);
  await activate(early, bots.ids[5], "400");
  let joined = false;
  await bots.earn(5, FIRST_DAY + 1, RATE, async (operation) => {
    if (!joined) expect((await activate(late, bots.ids[5], "600")).status).toBe(200);
    joined = true;
    return test.door.post(operation);
  });
  const [row] = await test.sql<{ units: string; gain: string; frozen: boolean }[]>`
    select i.units::text, i.pool_gain::text as gain, p.frozen from pool_interest i join pools p using (bot_id)
    where bot_id = ${bots.ids[5]!}`;
  expect(row).toEqual({ units: "1000.000000000000", gain: "0.11", frozen: false });
});

const shareBefore = async (): Promise<bigint> => {
  const [row] = await test.sql<{ total: string }[]>`
    select coalesce(sum(profit_share), 0)::text as total from position_events where bot_id <> ${bots.ids[3]!}`;
  return toCents(row!.total);
};

it("is in the record, in the log, and in what a stranger checks", async () => {
  const record = (await test.visitor().call("GET", `/api/bots/${bots.ids[2]!}/track-record`)).body as TrackRecord;
  expect(record.nav).toBe((await readPoolOf(2)).nav);
  expect(record.closedTrades).toBe(1);
  const { sql } = test;
  const signer = await openOwnSigner(sql, { dataDir: test.dataDir });
  await updateLog(sql, signer, (note) => Promise.resolve(note));
  const file = (await test.visitor().call("GET", `/api/bots/${bots.ids[2]!}/record`)).body as BotRecordFile;
  const found = await checkRecord(file, file.key);
  expect(found.some((line) => line.startsWith("Interest of 30 days"))).toBe(true);
  const forged: BotRecord = structuredClone(file);
  forged.figures["nav"] = "1.500000000000";
  await expect(checkRecord(forged, file.key)).rejects.toThrow("nav is");
  // A day that the operator logs a second time, in a leaf that the log signs.
  const owner = openPool(test.database.url, { role: null, max: 1 });
  await owner`
      select append_log_leaf('interest', ${bots.ids[2]!}, jsonb_build_object('botId', p.bot_id, 'feed', 'simulated', 'record', 0,
        'day', i.day, 'source', 'fixed:test', 'series', p.series, 'gross', '0.000100000000', 'margin', '0.000000000000',
        'idle', '1.000000000000', 'closeSequence', p.close_sequence::text, 'navBefore', p.nav::text,
        'navAfter', (p.nav + 0.0001)::text, 'at', log_time(clock_timestamp())))
      from pools p join pool_interest i using (bot_id) where bot_id = ${bots.ids[2]!} order by i.day desc limit 1`;
  await owner.end();
  await updateLog(sql, signer, (note) => Promise.resolve(note));
  // The call keeps a file for some seconds.
  const doubled = await readRecordFile({ sql, now: () => new Date(), feedOf: () => "simulated" }, bots.ids[2]!);
  await expect(checkRecord(doubled, file.key)).rejects.toThrow("is there twice");
  const input = JSON.stringify({ key: signer.publicKey, files: [file, forged, doubled] });
  const answers = JSON.parse(execFileSync("python3", [SECOND_CHECKER], { input, encoding: "utf8" })) as string[];
  expect(answers.map((each) => each.slice(0, 5))).toEqual(["ok", "wrong", "wrong"]);
  expect(answers[2]).toContain("a day earned twice");
});
