import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import {
  type BotDefinition,
  botCatalogue,
  corePortfolios,
  type CoreRecord,
  type GivenVerdict,
  giveVerdicts,
  toOwnRecord,
  type VerdictCase,
  type WholeBot,
} from "@wazi/trading";
import { type FoundSeries, readCashRates } from "./find-series.ts";
import measureRecord, { type RecordTask, type SeriesResult, type WholeResult } from "./judge-series.ts";
import { planBots, type UnjudgedSeries } from "./load-series.ts";
import { describeBotTrial, describeCoreTrial, isAsPublished, type RegisteredTrial, type Trial } from "./trials.ts";

/** A bot's record as it trades, beside those on each of its series alone. */
export interface MeasuredBot {
  readonly bot: BotDefinition;
  readonly series: readonly SeriesResult[];
  readonly unjudged: readonly UnjudgedSeries[];
  /** Null when it runs on none of its series, or is judged on monthly prices (`fundBots`). */
  readonly whole: WholeBot | null;
}

export interface JudgedBot extends MeasuredBot {
  readonly given: GivenVerdict;
}

/** A bot that has a record. */
export interface RecordedBot extends JudgedBot {
  readonly whole: WholeBot;
}

export function hasRecord(judged: JudgedBot): judged is RecordedBot {
  return judged.whole !== null;
}

export interface JudgedCore {
  readonly record: CoreRecord;
  readonly given: GivenVerdict;
}

/** Beside the bundle. */
const PROGRAM = join(import.meta.dirname, "judge-series.js");

/** Runs tasks on all cores, or one after the other where there is no bundle, as in tests. Results are in the tasks' order. */
async function runTasks(
  tasks: readonly RecordTask[],
  reportDone: (done: number) => void,
): Promise<readonly (SeriesResult | WholeResult)[]> {
  let done = 0;
  const count = <T>(result: T): T => {
    done += 1;
    reportDone(done);
    return result;
  };
  if (!existsSync(PROGRAM)) return tasks.map((task) => count(measureRecord(task)));
  const { Piscina } = await import("piscina");
  const pool = new Piscina<RecordTask, SeriesResult | WholeResult>({
    filename: PROGRAM,
    maxThreads: availableParallelism(),
  });
  try {
    return await Promise.all(tasks.map(async (task) => count(await pool.run(task))));
  } finally {
    await pool.destroy();
  }
}

/** Progress is reported this often. */
const REPORT_EVERY = 20;

/** Measures bots on the sound series of their markets. Bots without a file are left out. */
export async function measureBots(
  found: FoundSeries,
  bots: readonly BotDefinition[],
  report: (text: string) => void,
): Promise<readonly MeasuredBot[]> {
  const rates = found.cashPath === null ? [] : readCashRates(found.cashPath);
  const planned = planBots(bots, found.files, report).filter(
    ({ files, unjudged }) => files.length + unjudged.length > 0,
  );
  const known = planned.filter(({ files }) => files.length > 0);
  // The long ones first, so that no core waits for the last of them.
  const wholes = known
    .filter(({ bot }) => bot.judgedOn === undefined)
    .map(({ bot, files }): RecordTask => ({ kind: "whole", botName: bot.name, files, rates }))
    .sort((one, other) => countFiles(other) - countFiles(one));
  const alone = known.flatMap(({ bot, files }) =>
    files.map((file): RecordTask => ({ kind: "series", botName: bot.name, file, rates })),
  );
  const tasks = [...wholes, ...alone];
  const results = await runTasks(tasks, (done) => {
    if (done % REPORT_EVERY === 0) report(`${done} of ${tasks.length} records are done`);
  });
  return planned.map(({ bot, unjudged }) => {
    const own = results.filter((_, index) => tasks[index]?.botName === bot.name);
    return {
      bot,
      unjudged,
      series: own.filter((each) => each.kind === "series"),
      whole: own.find((each) => each.kind === "whole")?.whole ?? null,
    };
  });
}

function countFiles(task: RecordTask): number {
  return task.kind === "whole" ? task.files.length : 1;
}

/** Verdicts take all registered bots, so a run of one bot gives none. */
const ONE_BOT = "A verdict takes all bots: run without --bot.";

/**
 * Judges all registered bots together.
 * @throws Error for a rule without a row in trials.json
 */
export function judgeAll(
  measured: readonly MeasuredBot[],
  core: readonly CoreRecord[],
  { trials, isOfOneBot }: { readonly trials: readonly Trial[]; readonly isOfOneBot: boolean },
): { readonly bots: readonly JudgedBot[]; readonly core: readonly JudgedCore[] } {
  for (const bot of botCatalogue) isAsPublished(describeBotTrial(bot), trials);
  const reasons = isOfOneBot ? [ONE_BOT] : [];
  const onSeries = measured.filter(({ bot }) => !core.some(({ name }) => name === bot.name));
  const cases = [
    ...onSeries.map((each) => toBotCase(each, trials, reasons)),
    ...core.map((each) => toCoreCase(each, trials, reasons)),
  ];
  const given = giveVerdicts(cases, trials.length);
  return {
    bots: onSeries.flatMap((each, index): JudgedBot[] => {
      const verdict = given[index];
      return verdict === undefined ? [] : [{ ...each, given: verdict }];
    }),
    core: core.flatMap((record, index): JudgedCore[] => {
      const verdict = given[onSeries.length + index];
      return verdict === undefined ? [] : [{ record, given: verdict }];
    }),
  };
}

function toBotCase({ bot, whole }: MeasuredBot, trials: readonly Trial[], reasons: readonly string[]): VerdictCase {
  return {
    bot: bot.name,
    record: whole && toOwnRecord(whole.runs),
    isBenchmark: false,
    notJudged: [...(whole?.notJudged ?? []), ...reasons],
    isOfSurvivors: whole?.isOfSurvivors ?? false,
    overfittingProbability: whole?.details.overfitting?.probability ?? null,
    isAsPublished: isAsPublished(describeBotTrial(bot), trials),
  };
}

/** A rule on monthly prices has one set of parameters, so there is nothing to overfit. */
function toCoreCase(
  { name, record, isBenchmark }: CoreRecord,
  trials: readonly Trial[],
  reasons: readonly string[],
): VerdictCase {
  return {
    bot: name,
    record,
    isBenchmark,
    notJudged: isBenchmark ? [] : reasons,
    isOfSurvivors: false,
    overfittingProbability: null,
    isAsPublished: isBenchmark || isAsPublished(findCoreTrial(name), trials),
  };
}

function findCoreTrial(name: string): RegisteredTrial {
  const bot = botCatalogue.find((each) => each.name === name);
  if (bot !== undefined) return describeBotTrial(bot);
  const portfolio = corePortfolios.find((each) => each.name === name);
  if (portfolio === undefined) throw new Error(`${name} is not a core portfolio`);
  return describeCoreTrial(portfolio);
}
