import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BotDefinition, type corePortfolios, describeRule } from "@wazi/trading";

/** A rule that was run on real prices, whether or not it was kept. */
export interface Trial {
  readonly bot: string;
  readonly rule: string;
  readonly parameters: Readonly<Record<string, number>>;
  /** The bars on which it decided: "each" for every bar of its feed. */
  readonly bars: string;
  readonly date: string;
  readonly source: string;
  /** True when every parameter is that of the publication in `source`. */
  readonly published: boolean;
}

/** Rows are only added: a test compares the file with its history. */
export const TRIALS_FILE = join("lab", "commands", "evidence", "trials.json");
const PLACES = [join(import.meta.dirname, "trials.json"), TRIALS_FILE];

/**
 * Reads every trial so far.
 * @throws Error outside a source folder
 */
export function readTrials(): readonly Trial[] {
  const path = PLACES.find((each) => existsSync(each));
  if (path === undefined) throw new Error(`${TRIALS_FILE} is missing: without it no bot can be judged`);
  return JSON.parse(readFileSync(path, "utf8")) as Trial[];
}

/** The parts of a trial that say which rule it is. */
export type RegisteredTrial = Pick<Trial, "bot" | "rule" | "parameters" | "bars">;

export function describeBotTrial(bot: BotDefinition): RegisteredTrial {
  const { rule, parameters, decisionInterval } = describeRule(bot);
  return { bot: bot.name, rule, parameters, bars: decisionInterval };
}

export function describeCoreTrial({
  name,
  parameters,
}: Pick<(typeof corePortfolios)[number], "name" | "parameters">): RegisteredTrial {
  return { bot: name, rule: name, parameters, bars: "1mo" };
}

/**
 * True when every parameter is the publication's, and has been since the bot's first row.
 * @throws Error for a rule without a row: a trial that is not counted
 */
export function isAsPublished(registered: RegisteredTrial, trials: readonly Trial[]): boolean {
  if (!trials.some((each) => isSameRule(each, registered))) {
    throw new Error(
      `${registered.bot} has no row in ${TRIALS_FILE} for its rule: a trial not counted. Add one at its end.`,
    );
  }
  const first = trials.find(({ bot }) => bot === registered.bot);
  return first !== undefined && first.published && isSameRule(first, registered);
}

function isSameRule(one: RegisteredTrial, other: RegisteredTrial): boolean {
  return toKey(one) === toKey(other);
}

function toKey({ bot, rule, parameters, bars }: RegisteredTrial): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([bot, rule, sorted, bars]);
}
