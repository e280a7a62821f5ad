import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "@wazi/contracts";
import { createSeededRandom } from "../../lab/commands/seeding/seeded-random.ts";

const START = Date.UTC(2014, 0, 1);
const DAYS = 2_600;

interface DailyFile {
  readonly name: string;
  readonly from: number;
  readonly swing: number;
  readonly dividends?: string;
}

/** Each market has files that begin and end on different days, and miss some. */
export const dailyFiles: readonly DailyFile[] = [
  { name: "forex_EURUSD_1d", from: 0, swing: 0.006 },
  { name: "forex_USDJPY_1d", from: 300, swing: 0.007 },
  { name: "crypto_BTCUSD_1d", from: 0, swing: 0.03 },
  { name: "crypto_ETHUSD_1d", from: 500, swing: 0.04 },
  { name: "stocks_KO_1d", from: 0, swing: 0.012, dividends: "0.40" },
  { name: "stocks_IBM_1d", from: 100, swing: 0.014, dividends: "0.90" },
  { name: "commodities_GOLD_1d", from: 0, swing: 0.011 },
  { name: "commodities_OIL_1d", from: 50, swing: 0.02 },
  { name: "indices_SPX_1d", from: 0, swing: 0.011 },
  { name: "indices_NASDAQ_1d", from: 250, swing: 0.013 },
  { name: "portfolio_SPY_1d", from: 0, swing: 0.011, dividends: "0.60" },
  { name: "portfolio_IEF_1d", from: 40, swing: 0.004, dividends: "0.30" },
  { name: "portfolio_GLD_1d", from: 200, swing: 0.01 },
];

const toText = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Trends of some months, so that every rule finds something to do. */
export function writeDailyFile(folder: string, { name, from, swing, dividends }: DailyFile, seed: number): void {
  const random = createSeededRandom(seed);
  const rows: string[] = [];
  const exDates: string[] = [];
  let [close, drift] = [100, 0];
  for (let day = from; day < DAYS - seed * 7; day += 1) {
    if (day % 80 === 0) drift = (random.next() - 0.45) * swing * 0.5;
    const time = START + day * DAY_MS;
    const isWeekend = [0, 6].includes(new Date(time).getUTCDay());
    // A missing day here and there, as in real files.
    if ((isWeekend && !name.startsWith("crypto")) || (!isWeekend && random.next() < 0.004)) continue;
    const open = close * (1 + (random.next() - 0.5) * swing * 0.4);
    close = open * (1 + drift + (random.next() - 0.5) * 2 * swing);
    const [high, low] = [Math.max(open, close), Math.min(open, close)].map((price, place) => {
      return price * (1 + (place === 0 ? 1 : -1) * random.next() * swing);
    }) as [number, number];
    const volume = Math.round(1_000 + 500 * random.next() + (close > open ? 400 : 0));
    rows.push([toText(time), ...[open, high, low, close].map((price) => price.toFixed(4)), volume].join(","));
    if (dividends !== undefined && rows.length % 63 === 0) exDates.push(`${toText(time)},dividend,${dividends}`);
  }
  writeFileSync(join(folder, `${name}.csv`), ["time,open,high,low,close,volume", ...rows, ""].join("\n"));
  if (exDates.length > 0) {
    const actions = name.replace(/_1d$/, "_actions");
    writeFileSync(join(folder, `${actions}.csv`), ["ex_date,kind,amount", ...exDates, ""].join("\n"));
  }
}
