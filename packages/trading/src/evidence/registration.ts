import type { BotDefinition } from "../catalogue/bot-catalogue.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";

/** What is registered before it is judged: the rule of a bot with everything that decides its trades. Plain JSON. */
export interface RegisteredRule {
  readonly rule: string;
  readonly parameters: Readonly<Record<string, number>>;
  readonly minuteParameters: Readonly<Record<string, number>> | null;
  readonly size: Readonly<BotDefinition["size"]>;
}

/** Describes a bot's rule with all its parameters, also those left at their defaults. */
export function describeRule({ strategy, parameters, minuteParameters, size }: BotDefinition): RegisteredRule {
  return {
    rule: strategy.name,
    parameters: resolveParameters(strategy, parameters),
    minuteParameters:
      minuteParameters === undefined ? null : resolveParameters(strategy, { ...parameters, ...minuteParameters }),
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
