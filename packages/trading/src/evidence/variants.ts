import type { BotDefinition } from "../catalogue/bot-catalogue.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import type { Parameters, Strategy } from "../strategies/strategy.ts";

/** Factors of a bot's own parameters. Lengths in time vary together, and so do distances, and so does everything else. */
const TIME_FACTORS = [0.5, 0.7, 1, 1.4, 2] as const;
const DISTANCE_FACTORS = [0.6, 0.8, 1, 1.25, 1.6] as const;
const FEW_DISTANCE_FACTORS = [0.7, 1, 1.4] as const;
const OTHER_FACTORS = [1, 1.5] as const;

const TIME_UNITS: readonly string[] = ["bars", "hours", "days"];
const DISTANCE_UNIT = /average true range|deviation/;

type Axis = "time" | "distance" | "other";

/**
 * The variants of a bot that are run and counted as tried, the bot itself first: every combination of its lengths in time
 * times 0.5 to 2, its distances (in average true ranges or deviations) times 0.6 to 1.6, and its other parameters times
 * 1 and 1.5. Values stay whole where the bot's are, and inside the strategy's ranges. At most 30 variants.
 */
export function listVariants(bot: BotDefinition): readonly BotDefinition[] {
  const axes = new Set(Object.values(bot.strategy.parameters).map(({ unit }) => findAxis(unit)));
  const distances = !axes.has("distance") ? [1] : axes.has("other") ? FEW_DISTANCE_FACTORS : DISTANCE_FACTORS;
  const others = axes.has("other") ? OTHER_FACTORS : [1];
  const own = scaleBot(bot, { time: 1, distance: 1, other: 1 });
  const variants = new Map([[describe(own), own]]);
  for (const time of axes.has("time") ? TIME_FACTORS : [1]) {
    for (const distance of distances) {
      for (const other of others) {
        const variant = scaleBot(bot, { time, distance, other });
        const key = describe(variant);
        if (!variants.has(key)) variants.set(key, variant);
      }
    }
  }
  return [...variants.values()];
}

function describe({ parameters }: BotDefinition): string {
  return JSON.stringify(parameters);
}

function findAxis(unit: string): Axis {
  if (TIME_UNITS.includes(unit)) return "time";
  return DISTANCE_UNIT.test(unit) ? "distance" : "other";
}

function scaleBot(bot: BotDefinition, factors: Readonly<Record<Axis, number>>): BotDefinition {
  const own = resolveParameters(bot.strategy, bot.parameters);
  return { ...bot, parameters: scaleParameters(bot.strategy, own, factors) };
}

function scaleParameters(
  strategy: Pick<Strategy, "parameters">,
  own: Parameters,
  factors: Readonly<Record<Axis, number>>,
): Parameters {
  const entries = Object.entries(strategy.parameters).map(([name, { unit, minimum, maximum }]): [string, number] => {
    const axis = findAxis(unit);
    const value = own[name] ?? NaN;
    if (factors[axis] === 1) return [name, value];
    const scaled = value * factors[axis];
    const fitted = axis === "time" && Number.isInteger(value) ? Math.round(scaled) : Number(scaled.toPrecision(4));
    return [name, Math.min(maximum, Math.max(minimum, fitted))];
  });
  return Object.fromEntries(entries);
}
