import { DAY_MS } from "@wazi/contracts";
import { addDailyRate, factor, formatDecimal, parseDecimal, type RateSum, rateSum } from "@wazi/domain";
import { nextDay, toDay } from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { RateSource } from "../interest/cash-interest.ts";
import { findLastRateDay, insertRateDays, lockRateDays, type RateDay } from "./store.ts";

const PLACES = 12;

/**
 * Stores the rates of the days (UTC) that have begun and have none yet, each day once: what is set as a day begins is the rate of
 * the day. Days that were missed follow one after the other. A day without a rate earns nothing and says so: its source is none.
 */
export async function storeRateDays(
  { sql, now }: { sql: Sql; now: () => Date },
  source: RateSource | undefined,
): Promise<void> {
  const today = toDay(now());
  if (((await findLastRateDay(sql))?.day ?? "") >= today) return;
  await sql.begin(async (tx) => {
    await lockRateDays(tx);
    const last = await findLastRateDay(tx);
    const sums = { net: parseSum(last?.netSum), margin: parseSum(last?.marginSum) };
    const days: RateDay[] = [];
    // The sums begin before the first day with a rate.
    if (last === undefined) days.push(addDay(sums, toDay(new Date(now().getTime() - DAY_MS)), undefined));
    for (let day = last ? nextDay(last.day) : today; day <= today; day = nextDay(day)) {
      days.push(addDay(sums, day, source));
    }
    await insertRateDays(tx, days);
  });
}

const parseSum = (text = "0"): RateSum => rateSum(parseDecimal(text, PLACES));

function addDay(sums: { net: RateSum; margin: RateSum }, day: string, source: RateSource | undefined): RateDay {
  const terms = source?.findDay(day) ?? null;
  const { gross, margin } = terms ?? { gross: factor(0n), margin: factor(0n) };
  sums.net = addDailyRate(sums.net, factor(gross - margin));
  sums.margin = addDailyRate(sums.margin, margin);
  return {
    day,
    source: terms === null || source === undefined ? "none" : source.name,
    gross: formatDecimal(gross, PLACES),
    margin: formatDecimal(margin, PLACES),
    netSum: formatDecimal(sums.net, PLACES),
    marginSum: formatDecimal(sums.margin, PLACES),
  };
}
