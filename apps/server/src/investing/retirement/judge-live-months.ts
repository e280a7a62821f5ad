import type { FeedKind, MonthlyExcess } from "@wazi/contracts";
import {
  computeBillReturn,
  computeRetirementCurve,
  countMonthDays,
  findBound,
  formatMonth,
  LEAST_GROWTH,
  startOfMonth,
  toMonth,
} from "@wazi/trading";
import type { Sql } from "../../platform/db/pool.ts";
import { type FindBillRate, readBillRates } from "./bill-rates.ts";
import {
  findCurveRecord,
  findMarkBefore,
  insertJudgement,
  type JudgedBot,
  type Judgement,
  listJudgedBots,
  listLastNavs,
  type PastMark,
  wasOnPaper,
} from "./store.ts";

export interface JudgeDeps {
  sql: Sql;
  now: () => Date;
  feedOf: (botName: string) => FeedKind;
  /** True if a broker can trade all instruments of a bot. */
  isTraded: (botName: string) => boolean;
  /** BILL_RATES_FILE. */
  billRatesFile: string | undefined;
  log: { warn: (about: object, text: string) => void };
}

/** A file that is far behind is judged over several runs. */
const MOST_MONTHS = 120;

/**
 * Judges each live month that has ended, once, for every bot that trades with real money. A month in which no broker could trade
 * all its instruments, if only for a time, is left out. A bot's first row fixes its record and its
 * curve, in the month before the first that counts; nothing changes them later. Only live mode may run this.
 */
export async function judgeLiveMonths(deps: JudgeDeps, signal?: AbortSignal): Promise<void> {
  const { sql, now, feedOf, isTraded, billRatesFile, log } = deps;
  const findBillRate = readBillRates(billRatesFile);
  const current = toMonth(now().getTime());
  for (const bot of await listJudgedBots(sql)) {
    let { last } = bot;
    if (feedOf(bot.name) !== "live" || last?.closes === true) continue;
    if (last === null) {
      if (isTraded(bot.name)) await beginRecord(deps, bot, current);
      continue;
    }
    const from = readMonth(last) + 1;
    for (let month = from; month < Math.min(current, from + MOST_MONTHS) && !last.closes; month += 1) {
      signal?.throwIfAborted();
      const time = { from: new Date(startOfMonth(month)), to: new Date(startOfMonth(month + 1)) };
      if (await wasOnPaper(sql, bot.id, time)) continue;
      const next: Judgement | null = await judgeMonth(sql, findBillRate, { last, month });
      if (next === null) {
        log.warn(
          { bot: bot.name, month: formatMonth(month) },
          "a live month is not judged: it has no rate of Treasury bills (BILL_RATES_FILE)",
        );
        break;
      }
      await insertJudgement(sql, next);
      last = next;
    }
  }
}

/** Fixes the record and the curve of a bot that has a live price. Bills are what others are held against, and have no curve. */
async function beginRecord({ sql, now }: JudgeDeps, { id, name }: JudgedBot, current: number): Promise<void> {
  const mark = await findMarkBefore(sql, id, now());
  const record = await findCurveRecord(sql, name);
  if (mark === null || record === null || record.monthlyExcess === null || record.verdict === "benchmark") return;
  const curve = computeRetirementCurve(parseMonthlyExcess(record.monthlyExcess), `retirement of ${record.recordHash}`);
  if (curve === null) return;
  await insertJudgement(sql, {
    botId: id,
    months: 0,
    month: toFirstDay(current),
    recordHash: record.recordHash,
    curveMean: formatFigure(curve.mean),
    curveWidth: formatFigure(curve.width),
    ...mark,
    billReturn: null,
    excessSum: "0",
    bound: null,
    closes: false,
  });
}

/** @returns null for a month without a rate of bills */
async function judgeMonth(
  sql: Sql,
  findBillRate: FindBillRate,
  { last, month }: { last: Judgement; month: number },
): Promise<Judgement | null> {
  const rate = findBillRate(month);
  const start = await findMarkBefore(sql, last.botId, new Date(startOfMonth(month)));
  const end = await findMarkBefore(sql, last.botId, new Date(startOfMonth(month + 1)));
  if (rate === null || start === null || end === null) return null;
  const billReturn = computeBillReturn(rate, countMonthDays(month));
  const months = last.months + 1;
  const growth = await computeGrowth(sql, last.botId, start, end);
  const excess = Math.log(Math.max(growth, LEAST_GROWTH) / (1 + billReturn));
  const excessSum = formatFigure(Number(last.excessSum) + excess);
  const exactBound = findBound({ mean: Number(last.curveMean), width: Number(last.curveWidth) }, months);
  const bound = exactBound === null ? null : formatFigure(exactBound);
  return {
    ...last,
    months,
    month: toFirstDay(month),
    ...end,
    billReturn: formatFigure(billReturn),
    excessSum,
    bound,
    // By the figures as they are kept, so that everybody finds the same.
    closes: bound !== null && Number(excessSum) < Number(bound),
  };
}

/** The growth of a unit from one mark to a later one. A series that ended between them was redeemed at its last unit price. */
async function computeGrowth(sql: Sql, botId: string, start: PastMark, end: PastMark): Promise<number> {
  if (start.series === end.series) return divide(end.nav, start.nav);
  const ended = await listLastNavs(sql, botId, { from: start.series, to: end.series - 1 });
  return ended.reduce(
    (growth, { series, nav }) => growth * (series === start.series ? divide(nav, start.nav) : Number(nav)),
    Number(end.nav),
  );
}

/** After a loss of everything nothing more is lost. */
function divide(later: string, earlier: string): number {
  return Number(earlier) === 0 ? 1 : Number(later) / Number(earlier);
}

/** Recorded in per cent with four decimals. */
function parseMonthlyExcess({ from, logReturnsPct, isOfMonthlyMeans }: MonthlyExcess) {
  return {
    firstMonth: toMonth(Date.parse(from)),
    returns: Float64Array.from(logReturnsPct, (each) => each / 100),
    isOfMonthlyMeans,
  };
}

const readMonth = ({ month }: Judgement): number => toMonth(Date.parse(month));
const toFirstDay = (month: number): string => new Date(startOfMonth(month)).toISOString().slice(0, 10);
/** As the table keeps them. */
const formatFigure = (figure: number): string => figure.toFixed(12);
