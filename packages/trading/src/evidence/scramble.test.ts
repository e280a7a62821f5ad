import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadBars } from "../backtest/load-bars.ts";
import { intervalMs } from "../candle.ts";
import { botCatalogue } from "../catalogue/bot-catalogue.ts";
import { filterBot } from "../catalogue/bot-fixtures.ts";
import { portfolioCatalogue } from "../catalogue/portfolio-catalogue.ts";
import { corePortfolios, runSpan } from "../core-portfolios/core-portfolio-list.ts";
import { makePartTexts, readPartTexts } from "../core-portfolios/core-fixtures.ts";
import { weighCoreBasketWithTrend } from "../core-portfolios/core-rules.ts";
import { fundBots } from "../core-portfolios/fund-records.ts";
import { computePartReturns, type PartTexts } from "../core-portfolios/part-returns.ts";
import { parseActions } from "../costs/corporate-actions.ts";
import { formatReplaySymbol, parseReplayFileName, toActionsFileName } from "../replay/replay-series.ts";
import { buildRule, RuleMemory, type Strategy } from "../strategies/strategy.ts";
import type { WeightRule } from "../strategies/allocation-strategy.ts";
import { parseCashRates } from "./parse-cash-rates.ts";
import {
  type AnyBot,
  chooseMoments,
  describeFills,
  listPasts,
  makeData,
  type MarketData,
  type RawSeries,
  scrambleAfter,
  scrambleMonths,
  SPLIT_RATIO,
} from "./scramble-fixtures.ts";
import { selectWholeSeries } from "./select-whole.ts";

const marketData = new URL("../../../../../shared/market-data/", import.meta.url);
const RATES = "long/rate_us_tbill_3m_monthly.csv";
const isThere = existsSync(new URL(RATES, marketData)) && existsSync(new URL("stock_spy_1d.csv", marketData));
if (!isThere) console.warn("skipped: no real series under ../shared/market-data");

const bots: readonly AnyBot[] = [...botCatalogue, ...portfolioCatalogue];
const find = (name: string): AnyBot => bots.find((bot) => bot.name === name)!;

/** Where the past of a bot depends on what comes later: the moments, as ISO times. `build` makes a bot that may cheat. */
function findLeaks(build: (data: MarketData) => AnyBot, data: MarketData): readonly string[] {
  const moments = chooseMoments(data);
  const pasts = listPasts(build(data), data, moments);
  return moments.flatMap((moment, index) => {
    const other = scrambleAfter(data, moment);
    const [past] = listPasts(build(other), other, [moment]);
    return JSON.stringify(past) === JSON.stringify(pasts[index]) ? [] : [new Date(moment).toISOString()];
  });
}

describe("a scramble of prices, dividends and rates after a moment, on made series", () => {
  it.each(bots.map((bot) => [bot.name, bot] as const))("changes nothing of %s before it", (name, bot) => {
    const data = makeData(bot);
    expect(findLeaks(() => bot, data)).toEqual([]);
    const { fills, state } = listPasts(bot, data, chooseMoments(data)).at(-1)!;
    if (name === "Bills") expect(fills).toEqual([]);
    else expect(fills.length).toBeGreaterThan(0);
    expect(Object.values(state.symbols).every(({ barSequence }) => barSequence > 1_000)).toBe(true);
  });

  it("is one: prices, dividends and rates differ after the moment, and none before it", () => {
    const data = makeData(find("Core Basket"));
    const [moment = 0] = chooseMoments(data);
    const other = scrambleAfter(data, moment);
    data.series.forEach(({ candles, actions, interval }, index) => {
      const known = candles.filter(({ time }) => time + intervalMs[interval] <= moment).length;
      const scrambled = other.series[index]!;
      expect(scrambled.candles.slice(0, known)).toEqual(candles.slice(0, known));
      expect(scrambled.candles[known]).not.toEqual(candles[known]);
      expect(scrambled.actions.at(-1)).not.toEqual(actions.at(-1));
    });
    const [before, after] = [data, other].map(({ rates }) => rates.map(({ ratePct }) => ratePct));
    const same = before!.findIndex((rate, month) => rate !== after![month]);
    expect(same).toBeGreaterThan(24);
    expect(after!.slice(same).every((rate, index) => rate !== before![same + index])).toBe(true);
  });

  it.each(bots.filter(({ market }) => ["stocks", "indices", "portfolio"].includes(market)).map(({ name }) => name))(
    "with a split in it only changes the scale of the prices of %s",
    (name) => {
      const bot = find(name);
      const data = makeData(bot);
      const moments = chooseMoments(data);
      const pasts = listPasts(bot, data, moments);
      moments.forEach((moment, index) => {
        const [past] = listPasts(bot, scrambleAfter(data, moment, { isSplit: true }), [moment]);
        expect(describeFills(past!, SPLIT_RATIO)).toEqual(describeFills(pasts[index]!, 1));
      });
    },
  );
});

/** A rule that reads the close of the next bar. */
function createClairvoyant({ series }: MarketData): Strategy {
  const closes = new Map(
    series.flatMap(({ candles }) => candles.map(({ time }, bar) => [time, candles[bar + 1]?.close ?? NaN] as const)),
  );
  return {
    name: "clairvoyant",
    description: "Buys before a rise.",
    parameters: {},
    createRule: () =>
      buildRule(
        { memory: new RuleMemory({ bars: 0 }) },
        {
          warmUp: 0,
          advance: () => undefined,
          decide(bars, bar, orders) {
            const isRising = closes.get(bars.time[bar] as number)! > (bars.close[bar] as number);
            if (isRising && orders.position === 0) orders.enter(1);
            if (!isRising && orders.position === 1) orders.exit();
          },
        },
      ),
  };
}

describe("a planted look-ahead is found", () => {
  const data = makeData(find("Index-Pro-04"));

  it("in a rule that reads the next bar", () => {
    const build = (given: MarketData): AnyBot => ({ ...filterBot, strategy: createClairvoyant(given), parameters: {} });
    expect(findLeaks(build, data).length).toBeGreaterThan(0);
    expect(findLeaks(() => filterBot, data)).toEqual([]);
  });

  it("in a rule with weights that reads the rate of a later month", () => {
    const gold = find("Gold-Trader-02");
    const given = makeData(gold);
    const build = ({ rates }: MarketData): AnyBot => {
      const weigh: WeightRule = ({ parts }) => parts.map(() => ((rates.at(-1)!.ratePct / 12) % 1) / parts.length);
      return { ...gold, strategy: { ...portfolioCatalogue[0]!.strategy, months: 12, weigh }, parameters: {} };
    };
    expect(findLeaks(build, given)).toHaveLength(chooseMoments(given).length);
  });

  it.each(bots.map(({ name }) => name))("in prices that %s is given a bar too early", (name) => {
    const early = ({ series, rates }: MarketData): MarketData => ({
      rates,
      series: series.map((each) => ({
        ...each,
        candles: each.candles.map((candle, bar) => ({ ...(each.candles[bar + 1] ?? candle), time: candle.time })),
      })),
    });
    const bot = find(name);
    const given = makeData(bot);
    const [moment = 0] = chooseMoments(given);
    const [own, other] = [given, scrambleAfter(given, moment)].map((each) => listPasts(bot, early(each), [moment]));
    expect(other).not.toEqual(own);
  });
});

/** Months of the records at which they are cut. */
const MONTHS = [1975 * 12 + 4, 1987 * 12 + 9, 2008 * 12 + 8, 2022 * 12 + 8];
const judged = [...corePortfolios, ...fundBots];

/** The months at which a record on monthly prices depends on later ones: its weights, and what it earned and paid. */
function findMonthLeaks({ rule, span }: (typeof judged)[number], texts: PartTexts): readonly number[] {
  const own = runSpan(rule, computePartReturns(texts), span);
  return MONTHS.filter((month) => {
    const scrambled = Object.entries(texts).map(([part, text]) => [part, scrambleMonths(text, month)]);
    const other = runSpan(rule, computePartReturns(Object.fromEntries(scrambled) as PartTexts), span);
    // The weights of a month know the months up to two before it.
    const [held, decided] = [month - span.from + 1, month - span.from + 3];
    const cut = ({ weights, total, costs, dividends }: typeof own): string =>
      JSON.stringify([
        weights.map((each) => [...each.slice(0, decided)]),
        ...[total, costs, dividends].map((each) => [...each.slice(0, held)]),
      ]);
    return cut(own) !== cut(other);
  });
}

describe("a scramble of the months after one, on made months", () => {
  const texts = makePartTexts("scramble");

  it.each(judged)("changes no weight of $name before it", (portfolio) => {
    expect(findMonthLeaks(portfolio, texts)).toEqual([]);
  });

  it("finds a rule that reads the newest month", () => {
    // The last of its months is left out by every rule.
    const weigh: WeightRule = ({ parts, bills }) =>
      weighCoreBasketWithTrend({
        parts: parts.map((part) => [...Array.from(part), 0]),
        bills: [...Array.from(bills), 0],
      });
    expect(findMonthLeaks({ ...corePortfolios[1]!, rule: weigh }, texts)).toEqual(MONTHS);
  });
});

describe.skipIf(!isThere)("a scramble of real data after a moment", () => {
  const read = (path: string): string => readFileSync(new URL(path, marketData), "utf8");
  const rates = isThere ? parseCashRates(read(RATES), RATES) : [];
  /** The bars at the end of each series that are run. */
  const KEPT = 1_000;
  const KEPT_HOURS = 12_000;

  function loadAll(): readonly (RawSeries & { readonly path: string })[] {
    const folders = ["", "long/", "replay/"];
    return folders.flatMap((folder) =>
      readdirSync(new URL(folder === "" ? "." : folder, marketData)).flatMap((fileName) => {
        const name = parseReplayFileName(fileName);
        if (!name.ok || (folder === "" && fileName !== "stock_spy_1d.csv")) return [];
        const { market, interval } = name;
        const beside = `${folder}${toActionsFileName(fileName) ?? ""}`;
        const parsed = existsSync(new URL(beside, marketData)) ? parseActions(read(beside), beside) : null;
        const actions = parsed?.ok === true ? parsed.actions : [];
        const symbol = formatReplaySymbol(market, name.symbol);
        const loaded = loadBars(read(folder + fileName), fileName, { lenient: false, allowNegative: false });
        return loaded.ok
          ? [{ path: folder + fileName, symbol, market, interval, candles: loaded.candles, actions }]
          : [];
      }),
    );
  }
  const all = isThere ? loadAll() : [];

  it.each(botCatalogue)("changes nothing of $name before it", (bot) => {
    const own = all.filter(({ symbol, market }) => (bot.series ? bot.series.includes(symbol) : market === bot.market));
    const series = selectWholeSeries(bot, own).map((each) => {
      const isShort = each.interval === "1h" && bot.decides === "month-end";
      return { ...each, candles: each.candles.slice(isShort ? -KEPT_HOURS : -KEPT) };
    });
    const data = { series, rates };
    expect(findLeaks(() => bot, data)).toEqual([]);
    expect(listPasts(bot, data, chooseMoments(data)).at(-1)!.fills.length, bot.name).toBeGreaterThan(0);
  });

  it.each(judged)("changes no weight of the record of $name before it", (portfolio) => {
    expect(
      findMonthLeaks(
        portfolio,
        readPartTexts((name) => read(`long/${name}`)),
      ),
    ).toEqual([]);
  });
});
