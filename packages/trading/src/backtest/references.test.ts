import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import type { Parameters } from "../strategies/strategy.ts";
import type { BarColumns } from "../bar-columns.ts";
import { loadBars } from "./load-bars.ts";
import { findRuleDifferences, type Engine, isNear, ruleCases } from "./rule-cases.ts";
import { runBacktest } from "./run-backtest.ts";
import { type BacktestStatistics, summarizeBacktest } from "./summarize-backtest.ts";
import { strategies } from "../strategies/strategy-list.ts";

/** Results of another engine on real series: every trade, the statistics, samples of equity. The files are beside the repository. */
const shared = new URL("../../../../../shared/", import.meta.url);
const folder = new URL("backtest-reference/", shared);
const isThere = existsSync(folder) && existsSync(new URL("market-data/", shared));
if (!isThere) console.warn("skipped: no reference backtests under ../shared/backtest-reference");

const TOLERANCE = 1e-6;

interface Reference {
  readonly id: string;
  readonly dataset: { readonly file: string };
  readonly config: {
    readonly spread: number;
    readonly commission: number;
    readonly cash: number;
    readonly finalize_trades: boolean;
  };
  readonly strategy: { readonly class: string; readonly params: Readonly<Record<string, number | boolean>> };
  readonly stats: Readonly<Record<string, number>>;
  readonly extra: { readonly first_next_bar: number };
  readonly trades: readonly {
    readonly size: number;
    readonly entry_bar: number;
    readonly exit_bar: number;
    readonly entry_price: number;
    readonly exit_price: number;
    readonly pnl: number;
  }[];
  readonly equity_samples: Readonly<Record<string, number>>;
}

const strategyNames: Readonly<Record<string, string>> = {
  SmaCross: "sma-cross",
  SmaCrossClose: "sma-cross",
  RsiRevert: "rsi-reversion",
  StopLimitEntry: "donchian-stop",
  Bracket: "sma-bracket",
  Rsi2: "rsi2-swing",
};

/** The other engine's parameter names, and the factor to ours. */
const parameterNames: Readonly<Record<string, readonly [name: string, factor: number]>> = {
  n1: ["fast", 1],
  n2: ["slow", 1],
  n: ["period", 1],
  lo: ["low", 1],
  hi: ["high", 1],
  sl: ["stopLossPct", 100],
  tp: ["takeProfitPct", 100],
  both: ["bothSides", 1],
};

const statisticNames: Readonly<Record<keyof BacktestStatistics, string>> = {
  returnPct: "Return [%]",
  finalEquity: "Equity Final [$]",
  trades: "# Trades",
  winRatePct: "Win Rate [%]",
  maxDrawdownPct: "Max. Drawdown [%]",
  profitFactor: "Profit Factor",
  sharpe: "Sharpe Ratio",
  sortino: "Sortino Ratio",
  buyAndHoldPct: "Buy & Hold Return [%]",
  exposurePct: "Exposure Time [%]",
};

/** The other engine filled an entry of the last bar while finalizing, so equity figures cannot be compared. */
const WITHOUT_EQUITY = "04b_eurusd_rsi14_sl0.3pct";
const equityFigures: readonly (keyof BacktestStatistics)[] = ["returnPct", "finalEquity", "sharpe", "sortino"];

const references = (isThere ? readdirSync(folder) : [])
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Reference);

const series = new Map<string, BarColumns>();

function readBars(file: string): BarColumns {
  const known = series.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`market-data/${file}`, shared), "utf8");
  const loaded = loadBars(text, file, { lenient: false, allowNegative: false });
  if (!loaded.ok) throw new Error(loaded.message);
  series.set(file, loaded.bars);
  return loaded.bars;
}

function toParameters({ strategy }: Reference): Parameters {
  return Object.fromEntries(
    Object.entries(strategy.params).map(([name, value]) => {
      const [ours, factor] = parameterNames[name]!;
      return [ours, Number(value) * factor];
    }),
  );
}

/** Lists the differences from the other engine's results. */
function findReferenceDifferences(engine: Engine, reference: Reference): string[] {
  const bars = readBars(reference.dataset.file);
  const { cash, commission, spread, finalize_trades: finalizeTrades } = reference.config;
  const name = strategyNames[reference.strategy.class];
  const strategy = engine.strategies.find((each) => each.name === name)!;
  const settings = { cash, commission, spread, fractionalUnit: 1, finalizeTrades };
  const result = engine.runBacktest(bars, strategy, toParameters(reference), settings);
  const statistics = engine.summarizeBacktest(bars, result);
  const trades = result.trades.toArray();
  const comparesEquity = reference.id !== WITHOUT_EQUITY;
  const compared: [what: string, actual: number | null, expected: number][] = [
    ["trades", trades.length, reference.trades.length],
    ["first decision", result.warmUp + 1, reference.extra.first_next_bar],
    ...trades.flatMap((trade, index): [string, number, number][] => {
      const expected = reference.trades[index];
      return [
        [`size ${index}`, trade.size, expected?.size ?? NaN],
        [`entry bar ${index}`, trade.entryBar, expected?.entry_bar ?? NaN],
        [`exit bar ${index}`, trade.exitBar, expected?.exit_bar ?? NaN],
        [`entry price ${index}`, trade.entryPrice, expected?.entry_price ?? NaN],
        [`exit price ${index}`, trade.exitPrice, expected?.exit_price ?? NaN],
        [`profit ${index}`, trade.pnl, expected?.pnl ?? NaN],
      ];
    }),
    ...(Object.keys(statisticNames) as (keyof BacktestStatistics)[])
      .filter((each) => comparesEquity || !equityFigures.includes(each))
      .map((each): [string, number | null, number] => [each, statistics[each], reference.stats[statisticNames[each]]!]),
    ...Object.entries(comparesEquity ? reference.equity_samples : {}).map(
      ([bar, expected]): [string, number, number] => {
        return [`equity at ${bar}`, result.equity[Number(bar)] ?? NaN, expected];
      },
    ),
  ];
  return compared
    .filter(([, actual, expected]) => !isNear(actual, expected, TOLERANCE))
    .map(([what, actual, expected]) => `${what}: ${actual}, expected ${expected}`);
}

describe.skipIf(!isThere)("runBacktest", () => {
  it.each(references)("matches the other engine on $id, trade by trade", (reference) => {
    const engine = { runBacktest, summarizeBacktest, strategies };
    expect(findReferenceDifferences(engine, reference)).toEqual([]);
  });
});

interface PlantedFault {
  readonly fault: string;
  readonly file: string;
  readonly code: string;
  readonly planted: string;
}

const STOP_FILL = "if (low <= stopPrice) this.close(bar, open < stopPrice ? open : stopPrice);";
const TARGET_FILL = "if (high >= targetPrice) this.close(bar, open > targetPrice ? open : targetPrice);";

/** Each fault is a change of the source text, so that the product needs no switch for it. */
const plantedFaults: readonly PlantedFault[] = [
  {
    fault: "stop ignores the gap",
    file: "backtest/cash-account.ts",
    code: STOP_FILL,
    planted: "if (low <= stopPrice) this.close(bar, stopPrice);",
  },
  {
    fault: "target before stop",
    file: "backtest/cash-account.ts",
    code: `${STOP_FILL}\n      else ${TARGET_FILL}`,
    planted: `${TARGET_FILL}\n      else ${STOP_FILL}`,
  },
  {
    fault: "no bracket on the entry bar",
    file: "backtest/cash-account.ts",
    code: "if (this.isBracketed) this.matchBracket(bar);\n  }\n\n  /** While",
    planted: "}\n\n  /** While",
  },
  {
    fault: "first step one bar early",
    file: "backtest/run-backtest.ts",
    code: "rule.warmUp + 1",
    planted: "rule.warmUp",
  },
  {
    fault: "commission on one side",
    file: "backtest/cash-account.ts",
    code: "const exitFee = this.feeOf(size, price);",
    planted: "const exitFee = 0;",
  },
  {
    fault: "fill at the deciding close",
    file: "backtest/cash-account.ts",
    code: "this.open(bar, direction, this.bars.open[bar] as number);",
    planted: "this.open(bar, direction, this.bars.close[bar - 1] as number);",
  },
  {
    fault: "population variance",
    file: "statistics/risk-ratios.ts",
    code: "variance: squares / (count - 1)",
    planted: "variance: squares / count",
  },
];

/** Bundles the engine from its source with one changed text. */
async function buildFaultyEngine({ file, code, planted }: PlantedFault): Promise<Engine> {
  let places = 0;
  const bundle = await rolldown({
    input: fileURLToPath(new URL("../index.ts", import.meta.url)),
    plugins: [
      {
        name: "plant-a-fault",
        transform(source, id) {
          if (!id.endsWith(`/src/${file}`)) return null;
          places += source.split(code).length - 1;
          return source.replace(code, planted);
        },
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  expect(places, `the text to change is once in ${file}`).toBe(1);
  const encoded = Buffer.from(output[0].code).toString("base64");
  return (await import(/* @vite-ignore */ `data:text/javascript;base64,${encoded}`)) as Engine;
}

describe("the tests catch a planted fault", () => {
  it.each(plantedFaults)("$fault", async (planted) => {
    const engine = await buildFaultyEngine(planted);
    const byRules = ruleCases.filter((each) => findRuleDifferences(engine, each).length > 0);
    const byReferences = references.filter((each) => findReferenceDifferences(engine, each).length > 0);
    console.info(
      `${planted.fault}: ${byRules.length} rules, references ${byReferences.map(({ id }) => id.slice(0, 3)).join(" ")}`,
    );
    expect(byRules.map(({ rule }) => rule)).not.toEqual([]);
  });

  it("and the unchanged engine, bundled the same way, keeps every rule", async () => {
    const { code } = plantedFaults[0]!;
    const engine = await buildFaultyEngine({ fault: "none", file: "backtest/cash-account.ts", code, planted: code });
    expect(ruleCases.flatMap((each) => findRuleDifferences(engine, each))).toEqual([]);
  });
});
