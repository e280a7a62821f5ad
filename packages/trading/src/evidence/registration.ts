import type { Interval } from "../candle.ts";
import type { BotDefinition } from "../catalogue/bot-catalogue.ts";
import { scheduleBars } from "../catalogue/decision-schedule.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";

/** The data that is registered before a bot is judged: the rule of a bot with everything that decides its trades. Plain JSON. */
export interface RegisteredRule {
  readonly rule: string;
  readonly parameters: Readonly<Record<string, number>>;
  /** The shortest bars on which it decides; a month for a rule that decides at its end. */
  readonly decisionInterval: Interval | "1mo";
  readonly size: Readonly<BotDefinition["size"]>;
}

/** Describes a bot's rule with all its parameters, also those left at their defaults. */
export function describeRule(bot: BotDefinition): RegisteredRule {
  const { strategy, parameters, ruleParameters, decides, size } = bot;
  return {
    rule: strategy.name,
    parameters: ruleParameters ?? resolveParameters(strategy, parameters),
    decisionInterval: scheduleBars[decides].record,
    size,
  };
}

/** Times in epoch milliseconds. */
export interface RegisteredWindow {
  readonly registeredAt: number;
  readonly windowOpens: number;
}

/**
 * Says whether results that start at `from` (epoch ms) count as out of sample: the rule was registered by the time its
 * window opened, and the results start inside the window.
 */
export function isOutOfSample({ registeredAt, windowOpens }: RegisteredWindow, from: number): boolean {
  return registeredAt <= windowOpens && windowOpens <= from;
}
