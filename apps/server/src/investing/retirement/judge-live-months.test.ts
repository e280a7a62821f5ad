import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bot, DAY_MS, type EvidenceVerdict, type Notifications } from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import { formatMonth, startOfMonth, toMonth } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildEvidence, buildHeadline, recordEvidence } from "../../../../../tests/harness/recorded-evidence.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { PreparedRace, startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { openPool } from "../../platform/db/pool.ts";
import { activateBot, type ActivationDeps } from "../investments/activate-bot.ts";
import { topUpBot } from "../investments/change-position.ts";
import { deactivateBot } from "../investments/deactivate-bot.ts";
import { type JudgeDeps, judgeLiveMonths } from "./judge-live-months.ts";

const MINUTE_MS = 60_000;
const RATE_PCT = 4;
/** By the formula of bills, of 30 days. */
const BILL_MONTH = (1 - (91 * RATE_PCT) / 36_000) ** (-30 / 91) - 1;
const THIS_MONTH = toMonth(Date.now());
/** The first of 13 live months that have ended. */
const FIRST = THIS_MONTH - 13;
const MONTHS = 13;

let test: TestApp;
let bots: ScriptedBots;
let folder: string;
let recorded = 0;
const race = new PreparedRace();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wazi-bills-"));
  test = await startTestApp(undefined, race.wrapDoor);
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A file of rates, with those of the months from the first live one up to, not including, `end`: each is the rate of the month before. */
function writeRates(end = THIS_MONTH + 1, from = FIRST): string {
  const file = join(folder, `rates-${from}-${end}.csv`);
  const rows = Array.from({ length: end - from }, (_, index) => `${formatMonth(from + index - 1)}-01,${RATE_PCT}`);
  writeFileSync(file, ["month,annual_rate_percent", ...rows, ""].join("\n"));
  return file;
}

/** 40 years of months with a premium of about 5 % a year and a deviation of 9 %: the record of a bot. */
const record = {
  from: "1980-01",
  logReturnsPct: Array.from({ length: 480 }, (_, index) => 0.4 + 3.6 * Math.sin(index * 12.9898)),
  isOfMonthlyMeans: false,
};

/** Records evidence about a bot that is newer than all before. */
async function recordBot(
  bot: number,
  {
    verdict = "weak",
    monthlyExcess = record,
  }: { verdict?: EvidenceVerdict; monthlyExcess?: typeof record | null } = {},
): Promise<void> {
  recorded += 1;
  const botName = await nameOf(bot);
  const recordedAt = new Date(Date.UTC(2099, 0, 1, 0, recorded)).toISOString();
  const headline = buildHeadline({ verdict });
  await recordEvidence(test.sql, [buildEvidence(botName, { recordedAt, headline, monthlyExcess })]);
}

async function nameOf(bot: number): Promise<string> {
  const [row] = await test.sql<{ name: string }[]>`select name from trading_bots where id = ${idOf(bot)}`;
  return row?.name ?? "";
}

const idOf = (bot: number): string => bots.ids[bot] ?? "";

async function mark(bot: number, atMs: number, nav: number, series = 1, onPaper = false): Promise<void> {
  await test.sql`
    insert into bot_marks (bot_id, at, exit_mark, series, on_paper)
    values (${idOf(bot)}, ${new Date(atMs)}, ${nav.toFixed(12)}, ${series}, ${onPaper})`;
}

/** Gives a bot a mark at the start of the month before `FIRST`, and a minute before the end of each month from that one on. */
async function markMonths(bot: number, navs: readonly number[]): Promise<void> {
  await mark(bot, startOfMonth(FIRST - 1), navs[0] ?? 1);
  for (const [index, nav] of navs.entries()) await mark(bot, startOfMonth(FIRST + index) - MINUTE_MS, nav);
}

const grow = (monthly: number, months: number): number[] =>
  Array.from({ length: months + 1 }, (_, month) => monthly ** month);

/** Judges as live mode does, at a moment of a month. */
async function judge(month: number, changes: Partial<JudgeDeps> = {}): Promise<void> {
  const deps = { sql: test.sql, feedOf: () => "live" as const, isTraded: () => true, log: { warn: () => undefined } };
  const now = (): Date => new Date(startOfMonth(month) + 60 * MINUTE_MS);
  await judgeLiveMonths({ ...deps, now, billRatesFile: writeRates(), ...changes });
}

interface Row {
  months: number;
  month: string;
  sum: number;
  bound: number | null;
  closes: boolean;
  hash: string;
  width: string;
}

const listRows = (bot: number): Promise<Row[]> => test.sql<Row[]>`
  select months, to_char(month, 'YYYY-MM') as month, excess_sum::float8 as sum, bound::float8, closes, record_hash as hash,
    curve_width::text as width
  from bot_judgements where bot_id = ${idOf(bot)} order by months`;

/** The operations as live mode has them. The rest of the application is a demo, so that its bots take money. */
const live: () => ActivationDeps = () => ({
  ...{ sql: test.sql, door: test.door, maxPriceAgeMs: MINUTE_MS, now: () => new Date() },
  ...{
    isTraded: () => true,
    findDueInterestDay: () => null,
    symbolsOf: () => [],
    listEndedSymbols: () => Promise.resolve(new Set<string>()),
  },
  ...{ requiresAnswers: false, unprovenBots: "warned" as const, closesBills: false, shareAbove: "nothing" as const },
});
const input = ({ userId }: TestClient, bot: number, amount = "100") => ({
  ...{ userId, botId: idOf(bot), amount: parseCents(amount), requestKey: null, first: null },
  risk: { stopLoss: null, takeProfit: null },
});

describe("a bot that loses three per cent a month", () => {
  const BOT = 0;
  const NAME = "Alpha-Forex-01";
  let holder: TestClient;
  const refusal = {
    code: "BOT_UNAVAILABLE",
    message: `${NAME} takes no new money since ${new Date().toISOString().slice(0, 10)}, because its live result fell below the limit that was set before. No money was moved.`,
  };

  beforeAll(async () => {
    await recordBot(BOT);
    await markMonths(BOT, grow(0.97, MONTHS));
    holder = await test.funded("1000");
    await activateBot(live(), input(holder, BOT));
  });

  it("has a record and a curve from the month before the first that counts", async () => {
    await judge(FIRST - 1);
    const [first, ...others] = await listRows(BOT);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ months: 0, month: formatMonth(FIRST - 1), sum: 0, bound: null, closes: false });
    expect(Number(first?.width)).toBeGreaterThan(0);
  });

  it("is judged month by month by the curve that was fixed, also after a new record", async () => {
    await recordBot(BOT, { monthlyExcess: { ...record, logReturnsPct: record.logReturnsPct.map((each) => each * 9) } });
    await judge(FIRST + 1);
    await judge(FIRST + 1);
    expect(await listRows(BOT)).toHaveLength(2);
    await judge(FIRST + 11);
    const rows = await listRows(BOT);
    expect(rows.map(({ months }) => months)).toEqual(Array.from({ length: 12 }, (_, months) => months));
    expect(new Set(rows.map(({ hash, width }) => `${hash} ${width}`)).size).toBe(1);
    // 11 months, of about 30 days each.
    expect(rows.at(-1)!.sum).toBeCloseTo(11 * Math.log(0.97 / (1 + BILL_MONTH)), 2);
    expect(rows.every(({ bound, closes }) => bound === null && !closes)).toBe(true);
    await topUpBot(live(), input(holder, BOT));
  });

  it("closes with the twelfth month, is not judged further, and a purchase under way is not posted", async () => {
    race.prepare(() => judge(THIS_MONTH));
    await expect(topUpBot(live(), input(holder, BOT))).rejects.toMatchObject(refusal);
    const rows = await listRows(BOT);
    expect(rows).toHaveLength(13);
    const { sum, bound, closes } = rows.at(-1)!;
    expect(closes).toBe(true);
    expect(sum).toBeLessThan(bound!);
    await judge(THIS_MONTH);
    expect(await listRows(BOT)).toHaveLength(13);
  });

  it("takes no new money, whatever an administrator or a newer record does", async () => {
    const other = await test.funded("1000");
    const path = `/api/admin/bots/${idOf(BOT)}`;
    expect((await test.admin.call("POST", `${path}/pause`, { reason: "A test." })).status).toBeLessThan(300);
    expect((await test.admin.call("POST", `${path}/resume`)).status).toBeLessThan(300);
    await recordBot(BOT, { verdict: "both-halves" });
    for (const unprovenBots of ["closed", "warned"] as const) {
      const deps = { ...live(), unprovenBots };
      await expect(activateBot(deps, input(other, BOT))).rejects.toMatchObject(refusal);
      await expect(topUpBot(deps, input(holder, BOT))).rejects.toMatchObject(refusal);
    }
    const listed: Bot[] = (await test.visitor().call("GET", "/api/bots")).body;
    expect(listed.find(({ id }) => id === idOf(BOT))).toMatchObject({
      newMoney: "closed",
      retiredOn: new Date().toISOString().slice(0, 10),
      status: "trading",
    });
    expect(listed.filter(({ retiredOn }) => retiredOn !== null)).toHaveLength(1);
  });

  it("keeps its rows: none is changed or removed", async () => {
    const owner = openPool(test.database.url, { max: 1, role: null });
    for (const statement of [
      "update bot_judgements set closes = false",
      "delete from bot_judgements",
      "truncate bot_judgements",
    ]) {
      await expect(test.sql.unsafe(statement)).rejects.toThrow(/permission denied/);
      await expect(owner.unsafe(statement)).rejects.toThrow(/only appended/);
    }
    await owner.end();
  });

  it("has a leaf of the public log for each month", async () => {
    const leaves = await test.sql<{ leaf: string }[]>`
      select leaf from log_outbox where kind = 'judgement' and subject = ${idOf(BOT)} order by id`;
    const parsed = leaves.map(({ leaf }) => JSON.parse(leaf) as { months: number; closes: boolean });
    expect(parsed).toHaveLength(13);
    expect(parsed.at(-1)).toMatchObject({ type: "judgement", botId: idOf(BOT), months: 12, closes: true });
  });

  it("tells its holders, by mail also those who want no mails about bots, and lets them leave without a fee", async () => {
    const stranger = await test.funded("1000");
    const told = async ({ userId }: TestClient): Promise<readonly object[]> =>
      test.sql`select data from mail_outbox where user_id = ${userId} and template = 'bot-retired'`;
    expect(await told(holder)).toEqual([{ data: { bot: NAME } }]);
    expect(await told(stranger)).toEqual([]);
    const { items }: Notifications = (await holder.call("GET", "/api/user/notifications")).body;
    expect(items.filter(({ event }) => event === "bot-retired")).toMatchObject([{ kind: "bot", botName: NAME }]);
    const left = await deactivateBot(live(), input(holder, BOT));
    expect(left).toMatchObject({
      status: 200,
      body: { exit: { returned: "200.00", profitShare: "0.00", loss: "0.00" } },
    });
  });

  it("goes on trading for those who stay", async () => {
    await bots.open(BOT, { side: "buy", price: 1, exposure: "0.01" });
    await bots.close(BOT, 1);
  });
});

describe("a bot that earns one per cent a month", () => {
  const BOT = 3;

  it("stays open", async () => {
    await recordBot(BOT);
    await markMonths(BOT, grow(1.01, MONTHS));
    await judge(FIRST - 1);
    await judge(THIS_MONTH);
    const rows = await listRows(BOT);
    expect(rows).toHaveLength(MONTHS + 1);
    expect(rows.some(({ closes }) => closes)).toBe(false);
    expect(rows.at(-1)!.sum).toBeCloseTo(MONTHS * Math.log(1.01 / (1 + BILL_MONTH)), 2);
  });
});

describe("months that do not count", () => {
  const BOT = 2;

  beforeAll(async () => {
    await recordBot(BOT);
    await markMonths(BOT, grow(0.9, MONTHS));
  });

  it.each(["simulated", "replay"] as const)("are those of a %s feed", async (feed) => {
    await judge(FIRST - 1, { feedOf: () => feed });
    await judge(THIS_MONTH, { feedOf: () => feed });
    expect(await listRows(BOT)).toEqual([]);
  });

  it("are those without real orders", async () => {
    await judge(FIRST - 1, { isTraded: () => false });
    await judge(THIS_MONTH, { isTraded: () => false });
    expect(await listRows(BOT)).toEqual([]);
  });

  it("are those of bills, and of a record without months", async () => {
    await recordBot(BOT, { verdict: "benchmark" });
    await judge(FIRST - 1);
    await recordBot(BOT, { monthlyExcess: null });
    await judge(FIRST - 1);
    expect(await listRows(BOT)).toEqual([]);
  });
});

describe("rates of bills", () => {
  const BOT = 1;

  beforeAll(async () => {
    await recordBot(BOT);
    await markMonths(BOT, grow(1.01, MONTHS));
    await judge(FIRST - 1);
  });

  it("keep a month waiting until they are there, and the bot closed when they are two months late", async () => {
    const warnings: string[] = [];
    const log = { warn: (_about: object, text: string): void => void warnings.push(text) };
    await judge(THIS_MONTH, { billRatesFile: writeRates(FIRST + 2), log });
    expect(await listRows(BOT)).toHaveLength(3);
    expect(warnings).toHaveLength(1);
    const client = await test.funded("5000");
    const name = await nameOf(BOT);
    await expect(activateBot(live(), input(client, BOT))).rejects.toMatchObject({
      code: "BOT_UNAVAILABLE",
      message: `${name} takes no new money, because its record cannot be judged. No money was moved.`,
    });
    await judge(THIS_MONTH);
    expect(await listRows(BOT)).toHaveLength(MONTHS + 1);
    expect((await activateBot(live(), input(client, BOT))).status).toBe(200);
  });
});

describe("a series of units that ends", () => {
  const BOT = 4;

  it("counts with its last unit price, and the next one from 1", async () => {
    await recordBot(BOT);
    // The bot's trade closes with a loss in series 1, and the last mark is of series 2.
    await bots.open(BOT, { side: "buy", price: 100, exposure: "0.5" });
    const factor = Number(await bots.close(BOT, 80));
    await markMonths(BOT, [1]);
    await mark(BOT, startOfMonth(FIRST + 1) - MINUTE_MS, 1.02, 2);
    await judge(FIRST - 1);
    await judge(FIRST + 1);
    const rows = await listRows(BOT);
    expect(rows).toHaveLength(2);
    expect(rows[1]!.sum).toBeCloseTo(Math.log((factor * 1.02) / (1 + BILL_MONTH)), 2);
  });
});

describe("a bot that was paper only", () => {
  const BOT = 5;
  /** From the middle of the third live month to the middle of the seventh. */
  const [FROM, TO] = [FIRST + 2, FIRST + 6];

  beforeAll(async () => {
    await recordBot(BOT);
    await markMonths(BOT, grow(0.99, MONTHS));
    for (let month = FROM; month < TO; month += 1) {
      await mark(BOT, startOfMonth(month) + 15 * DAY_MS, 0.9, 1, true);
      await mark(BOT, startOfMonth(month + 1) + 15 * DAY_MS - MINUTE_MS, 0.9, 1, true);
    }
    await judge(FIRST - 1);
  });

  it("counts the whole months before and after, also while no broker can trade it", async () => {
    await judge(THIS_MONTH - 1, { isTraded: () => false });
    const rows = await listRows(BOT);
    const counted = Array.from({ length: MONTHS - 1 }, (_, index) => FIRST + index).filter(
      (month) => month < FROM || month > TO,
    );
    expect(rows.slice(1).map(({ month }) => month)).toEqual(counted.map(formatMonth));
    expect(rows.map(({ months }) => months)).toEqual([0, ...counted.map((_, index) => index + 1)]);
    expect(rows.at(-1)!.sum).toBeCloseTo(counted.length * Math.log(0.99 / (1 + BILL_MONTH)), 2);
  });

  it("is not late with months that do not count", async () => {
    const [LATE, OTHER] = [6, 7];
    for (const bot of [LATE, OTHER]) {
      await recordBot(bot);
      await markMonths(bot, [1]);
      await judge(FIRST - 1);
    }
    for (let month = FIRST; month < THIS_MONTH; month += 1) await mark(LATE, startOfMonth(month) + DAY_MS, 1, 1, true);
    const client = await test.funded("1000");
    expect((await activateBot(live(), input(client, LATE))).status).toBe(200);
    await expect(activateBot(live(), input(client, OTHER))).rejects.toMatchObject({ code: "BOT_UNAVAILABLE" });
  });
});
