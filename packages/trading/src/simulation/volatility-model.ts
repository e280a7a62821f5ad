import { nextBellShaped, nextFatTailed, nextUniform, type RandomState } from "./seeded-random.ts";

/**
 * The model of the size of a market's moves, fitted to real series (`npm run wazi -- fit-market`, docs/explanation/simulated-market.md). It
 * describes only sizes: a move up is always as likely as a move down.
 */
export interface MarketModel {
  /** GARCH(1,1) by minute: the weights of the last minute's move and of the variance before it. Their sum is below 1. */
  readonly shockWeight: number;
  readonly memoryWeight: number;
  /** The fat-tailed share of a minute's variance: 0 is none, 1 is all of it, like a Student t with 4 degrees. */
  readonly burstShare: number;
  /** Jumps: the number per day, and their share of the variance. Sizes are Student t with 4 degrees. */
  readonly jumpsPerDay: number;
  readonly jumpShare: number;
  /** How far variance moves up and down in regimes that last minutes to hours, days, and months: 0 to 1. */
  readonly hourSwing: number;
  readonly daySwing: number;
  readonly monthSwing: number;
}

/** The state that the symbols of a market share: calm and active times, and the random numbers of its factors. */
export interface CommonState {
  /** The fat-tailed factor of this minute's variance, 1 on average. */
  tail: number;
  /** One bit per regime: 1 for high variance, 0 for low. */
  regimes: number;
  random: RandomState;
}

/** The state between steps. Plain JSON that is changed in place. */
export interface VolatilityState {
  /** The GARCH variance, 1 on average. */
  heat: number;
  /** The return of the current minute without jumps and regimes, in standard deviations of an average minute. */
  minuteReturn: number;
  random: RandomState;
  common: CommonState;
}

/** The parts of a symbol's shock: one weight per factor of its market, and that of its own. Their squares add up to 1. */
export interface ShockWeights {
  readonly factors: readonly number[];
  readonly own: number;
  /** True when jumps come to all symbols of the market at once, with the same weights. Needs models with equal `jumpsPerDay`. */
  readonly haveCommonJumps: boolean;
}

/** For a model on its own: all of the shock is the symbol's. */
const OWN_SHOCK_ONLY: ShockWeights = { factors: [], own: 1, haveCommonJumps: false };

const MINUTES_PER_DAY = 1_440;
const MAX_HEAT = 20;

/** The time scale of each regime in minutes. Together, they give a memory of months. */
const regimeMinutes = [20, 180, 1_440, 5_760, 28_800, 115_200, 345_600] as const;
const REGIME_COUNT = regimeMinutes.length;
const ALL_REGIMES = 2 ** REGIME_COUNT;

/** A model with the values that can be computed before the first step. */
export interface PreparedModel extends MarketModel {
  /** The variance of each combination of regimes; 1 on average. */
  readonly regimeVariance: readonly number[];
  readonly jumpsPerMinute: number;
  /** The standard deviation of a jump, in standard deviations of an average minute. */
  readonly jumpSize: number;
  readonly diffuseDeviation: number;
}

/** @throws RangeError for weights and shares that are not possible */
export function prepareModel(model: MarketModel): PreparedModel {
  const { shockWeight, memoryWeight, jumpsPerDay, jumpShare, hourSwing, daySwing, monthSwing } = model;
  const shares = [shockWeight, memoryWeight, model.burstShare, jumpShare, hourSwing, daySwing, monthSwing];
  if (shares.some((share) => !(share >= 0 && share <= 1)) || shockWeight + memoryWeight >= 1 || jumpShare >= 1) {
    throw new RangeError("weights, shares and swings must be 0 to 1, and the sum of the two weights below 1");
  }
  if (jumpShare > 0 && !(jumpsPerDay > 0))
    throw new RangeError("jumps with a share of the variance need a number per day above 0");
  const swings = [hourSwing, hourSwing, daySwing, daySwing, monthSwing, monthSwing, monthSwing];
  const regimeVariance = Array.from({ length: ALL_REGIMES }, (_, regimes) =>
    swings.reduce((variance, swing, index) => variance * (isHighRegime(regimes, index) ? 1 + swing : 1 - swing), 1),
  );
  const jumpsPerMinute = jumpsPerDay / MINUTES_PER_DAY;
  const jumpSize = jumpShare > 0 ? Math.sqrt(jumpShare / jumpsPerMinute) : 0;
  return { ...model, regimeVariance, jumpsPerMinute, jumpSize, diffuseDeviation: Math.sqrt(1 - jumpShare) };
}

/** Avoids a division by the generator's 0. */
const HALF_A_STEP = 2 ** -33;

/** A random state of a market, as at any time. */
export function startCommon(random: RandomState): CommonState {
  return { tail: 1, regimes: Math.floor(nextUniform(random) * ALL_REGIMES), random };
}

/** The state of a symbol. Without `common`, it is on its own and draws everything from `random`. */
export function startVolatility(random: RandomState, common = startCommon(random)): VolatilityState {
  return { heat: 1, minuteReturn: 0, random, common };
}

/**
 * Draws the move of a step of `minutes` within one minute: a symmetric number with mean 0, in standard deviations of an
 * average minute. Sixty seconds add up to one minute. `activity`, 1 on average, is the factor for volume. Each step draws
 * one shock per factor from the common state, whatever its weight, so that the copies of that state stay equal.
 * Sources: variance as a product of regimes of ever longer time scales by L. Calvet and A. Fisher, Forecasting
 * multifractal volatility (2001); GARCH by T. Bollerslev (1986); rare jumps by R. C. Merton (1976).
 */
export function drawMove(
  state: VolatilityState,
  model: PreparedModel,
  minutes: number,
  weights = OWN_SHOCK_ONLY,
): { move: number; activity: number } {
  const rootMinutes = Math.sqrt(minutes);
  let shock = weights.own * nextBellShaped(state.random);
  for (const weight of weights.factors) shock += weight * nextBellShaped(state.common.random);
  const variance = state.heat * computeBurst(state.common, model);
  const swing = Math.sqrt((model.regimeVariance[state.common.regimes] ?? 1) * variance);
  state.minuteReturn += shock * rootMinutes * Math.sqrt(variance);
  let move = shock * rootMinutes * swing * model.diffuseDeviation;
  move += model.jumpSize * drawJump(state, model.jumpsPerMinute * minutes, weights);
  // Volume grows with movement, as in real markets, and does not depend on direction.
  return { move, activity: (0.4 + 0.6 * Math.abs(shock)) * swing * minutes };
}

/** A jump in standard deviations of jumps; 0 in most steps. */
function drawJump({ random, common }: VolatilityState, chance: number, weights: ShockWeights): number {
  if (!weights.haveCommonJumps) return nextUniform(random) < chance ? nextFatTailed(random) : 0;
  if (nextUniform(common.random) >= chance) return 0;
  let jump = weights.own * nextFatTailed(random);
  for (const weight of weights.factors) jump += weight * nextFatTailed(common.random);
  return jump;
}

/** Updates the state at the end of a minute. */
export function endMinute(state: VolatilityState, model: PreparedModel): void {
  const { shockWeight, memoryWeight } = model;
  const shocks = state.minuteReturn * state.minuteReturn;
  const heat = 1 - shockWeight - memoryWeight + shockWeight * shocks + memoryWeight * state.heat;
  state.heat = Math.min(heat, MAX_HEAT);
  state.minuteReturn = 0;
  const { common } = state;
  // The inverse square root of an even number has mean 2 and a Pareto tail of index 2, which is 4 of the returns.
  common.tail = 0.5 / Math.sqrt(nextUniform(common.random) + HALF_A_STEP);
  const chance = nextUniform(common.random);
  if (chance < ANY_SWITCH) common.regimes ^= pickRegimeBit(chance);
}

/** At most one regime switches per minute, each as often as its time scale requires. */
const switchChances = regimeMinutes.map((minutes) => 1 / (2 * minutes));
const ANY_SWITCH = switchChances.reduce((sum, chance) => sum + chance, 0);

function pickRegimeBit(chance: number): number {
  let left = chance;
  for (let index = 0; index < REGIME_COUNT - 1; index += 1) {
    left -= switchChances[index] ?? 0;
    if (left < 0) return 1 << index;
  }
  return 1 << (REGIME_COUNT - 1);
}

/** The burst factor of this minute's variance, 1 on average. */
function computeBurst({ tail }: CommonState, { burstShare }: PreparedModel): number {
  return 1 - burstShare + burstShare * tail;
}

function isHighRegime(regimes: number, index: number): boolean {
  return (regimes & (1 << index)) !== 0;
}
