import {
  botCatalogue,
  type BotDefinition,
  type BotTrack,
  buildBotConfig,
  findQuantile,
  intervalMs,
  type PlayedSeries,
  playOnce,
  removeCalendars,
  simulateHistory,
  trackBot,
} from "@wazi/trading";
import { UsageError } from "../backtest/read-arguments.ts";
import type { CommandOutput } from "../backtest/run-command.ts";
import { parseArgs, type ParseArgsConfig } from "node:util";

const DONE = 0;
const INVALID_ARGUMENTS = 2;

const optionTypes = {
  seeds: { type: "string" },
  days: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;
const DEFAULT_SEEDS = 5;
const MOST_SEEDS = 1_000;
const DEFAULT_DAYS = 90;
const MOST_DAYS = 400;
/** The start of the walks. Any time works; the ex-dates of dividends follow from it. */
const START = Date.UTC(2026, 0, 1);
/** The days before the first trade, from which the rules learn: more hours than their longest average. */
const WARM_UP_DAYS = 20;

const SIMULATE_BOTS_HELP = `Usage: npm run --silent wazi -- simulate-bots [--seeds ${DEFAULT_SEEDS}] [--days ${DEFAULT_DAYS}]

Runs the eight bots of the catalogue on simulated one-hour bars, on which they decide, with costs and dividends, and prints the results over
all seeds: docs/explanation/simulated-market.md sums them up. The prices have no drift, so a bot's result is chance less its costs.

  --seeds  the number of markets; default ${DEFAULT_SEEDS}
  --days   the days of each market; default ${DEFAULT_DAYS}

Exit codes: 0 when it ran, 2 when the arguments are invalid.`;

type Outcome = Pick<BotTrack, "returnPct" | "maxDrawdownPct" | "winRatePct"> & { readonly trades: number };

/** Runs the simulate-bots command and returns its exit code. */
export function runSimulateBotsCommand(args: readonly string[], { out, err }: CommandOutput): number {
  try {
    const request = readArguments(args);
    if (request === "help") out(SIMULATE_BOTS_HELP);
    else out(formatTable(runBots(request, err)));
    return DONE;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    err(`${error.message} See --help.`);
    return INVALID_ARGUMENTS;
  }
}

function runBots(
  { seeds, days }: { seeds: number; days: number },
  report: (text: string) => void,
): ReadonlyMap<BotDefinition, readonly Outcome[]> {
  const outcomes = new Map(botCatalogue.map((bot): [BotDefinition, Outcome[]] => [bot, []]));
  for (let seed = 1; seed <= seeds; seed += 1) {
    const known = new Map<string, PlayedSeries>();
    for (const bot of botCatalogue) {
      const symbols = bot.symbols.map((symbol) => ({ symbol, interval: "1h" as const }));
      const series = bot.symbols.map((symbol) => {
        const made = known.get(symbol) ?? makeSeries(symbol, `bots-${seed}`, days);
        known.set(symbol, made);
        return made;
      });
      const track = trackBot(removeCalendars(buildBotConfig(bot, symbols)), playOnce(series), {
        warmUpMoments: (WARM_UP_DAYS * intervalMs["1d"]) / intervalMs["1h"],
        pointSpacingMs: intervalMs["1d"],
      });
      outcomes.get(bot)?.push({ ...track, trades: track.trades.length });
    }
    report(`seed ${seed} of ${seeds} is done`);
  }
  return outcomes;
}

/** One-hour bars from one price a minute. */
function makeSeries(symbol: string, seed: string, days: number): PlayedSeries {
  const lengthMs = (WARM_UP_DAYS + days) * intervalMs["1d"];
  const { hourCandles, dividends, walk } = simulateHistory(symbol, seed, START, START + lengthMs, 0);
  return {
    symbol,
    interval: "1h",
    candles: hourCandles,
    dividends: walk.dividend ? [...dividends, walk.dividend] : dividends,
  };
}

function formatTable(outcomes: ReadonlyMap<BotDefinition, readonly Outcome[]>): string {
  const header = ["bot", "family", "trades", "win rate", "return, median", "return, range", "max drawdown"];
  const rows = [...outcomes].map(([{ name, family }, runs]) => {
    const median = (read: (run: Outcome) => number) => findQuantile(runs.map(read), 0.5);
    const returns = runs.map(({ returnPct }) => returnPct);
    return [
      name,
      family,
      String(median(({ trades }) => trades)),
      `${median(({ winRatePct }) => winRatePct ?? 0).toFixed(1)} %`,
      `${median(({ returnPct }) => returnPct).toFixed(2)} %`,
      `${Math.min(...returns).toFixed(2)} % to ${Math.max(...returns).toFixed(2)} %`,
      `${median(({ maxDrawdownPct }) => maxDrawdownPct).toFixed(2)} %`,
    ];
  });
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function readArguments(args: readonly string[]): { seeds: number; days: number } | "help" {
  const values = readOptions(args, optionTypes);
  if (values.help === true) return "help";
  return {
    seeds: readCount("seeds", values.seeds, DEFAULT_SEEDS, MOST_SEEDS),
    days: readCount("days", values.days, DEFAULT_DAYS, MOST_DAYS),
  };
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** @throws UsageError for an unknown option or a missing value */
export function readOptions<Known extends Options>(args: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`${error.message}.`) : error;
  }
}

/** A whole number from 1 to `most`; `absent` when the option was not given. */
export function readCount(name: string, text: string | undefined, absent: number, most: number): number {
  if (text === undefined) return absent;
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= most) return count;
  throw new UsageError(`--${name} is "${text}", but must be a whole number from 1 to ${most}.`);
}
