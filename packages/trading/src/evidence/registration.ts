import type { Interval } from "../candle.ts";
import { type BotDefinition, DECISION_INTERVAL } from "../catalogue/bot-catalogue.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";

/** The data that is registered before a bot is judged: the rule of a bot with everything that decides its trades. Plain JSON. */
export interface RegisteredRule {
  readonly rule: string;
  readonly parameters: Readonly<Record<string, number>>;
  /** The shortest bars on which it decides. */
  readonly decisionInterval: Interval;
  readonly size: Readonly<BotDefinition["size"]>;
}

/** Describes a bot's rule with all its parameters, also those left at their defaults. */
export function describeRule({ strategy, parameters, size }: BotDefinition): RegisteredRule {
  return {
    rule: strategy.name,
    parameters: resolveParameters(strategy, parameters),
    decisionInterval: DECISION_INTERVAL,
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
