import { seedRandom } from "../seeded-random.ts";
import { drawMove, endMinute, type PreparedModel, startVolatility } from "../volatility-model.ts";

/** The returns of one walk at several bar lengths, to compare with real series of those lengths. */
export interface SimulatedReturns {
  readonly minutes: Float64Array;
  readonly hours: Float64Array;
  readonly days: Float64Array;
}

const DAY_MINUTES = 1_440;
const HOUR_MINUTES = 60;

/**
 * Simulates a model by minutes for a whole number of days, with a volatility of `minuteDeviation` (a fraction). It keeps the
 * first `keptMinutes` minutes, the first `keptHours` hours, and all days.
 */
export function simulateReturns(
  model: PreparedModel,
  minuteDeviation: number,
  seed: string,
  { days, keptHours, keptMinutes }: { days: number; keptHours: number; keptMinutes: number },
): SimulatedReturns {
  const state = startVolatility(seedRandom(seed, "returns"));
  const kept = {
    minutes: new Float64Array(Math.min(keptMinutes, days * DAY_MINUTES)),
    hours: new Float64Array(Math.min(keptHours, days * 24)),
    days: new Float64Array(days),
  };
  let [price, hourOpen, dayOpen] = [1, 1, 1];
  for (let minute = 0; minute < days * DAY_MINUTES; minute += 1) {
    endMinute(state, model);
    const change = drawMove(state, model, 1).move * minuteDeviation;
    price *= 1 + change;
    // Writes beyond the length of a typed array are ignored.
    if (minute < kept.minutes.length) kept.minutes[minute] = change;
    if ((minute + 1) % HOUR_MINUTES !== 0) continue;
    kept.hours[(minute + 1) / HOUR_MINUTES - 1] = price / hourOpen - 1;
    hourOpen = price;
    if ((minute + 1) % DAY_MINUTES !== 0) continue;
    kept.days[(minute + 1) / DAY_MINUTES - 1] = price / dayOpen - 1;
    dayOpen = price;
  }
  return kept;
}
