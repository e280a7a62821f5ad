import { seedRandom } from "../seeded-random.ts";
import { drawMove, endMinute, type PreparedModel, startVolatility } from "../volatility-model.ts";

/** The returns of one walk at several lengths of bar, so that they can be compared with series of those lengths. */
export interface SimulatedReturns {
  readonly minutes: Float64Array;
  readonly hours: Float64Array;
  readonly days: Float64Array;
}

const DAY_MINUTES = 1_440;
const HOUR_MINUTES = 60;

/**
 * Walks a model minute by minute for so many days, whole, with a volatility of `minuteDeviation` (a fraction). Minutes
 * are kept from the first day on up to `keptMinutes`, hours up to `keptHours`; days all.
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
    // Beyond its length a typed array takes nothing in.
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
