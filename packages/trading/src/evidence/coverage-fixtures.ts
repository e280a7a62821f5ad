import { nextBellShaped, nextUniform, type RandomState, seedRandom } from "../simulation/seeded-random.ts";

/** A process of daily returns with the Sharpe ratio of one return that it has in truth. */
export interface ReturnProcess {
  readonly sharpe: number;
  draw(count: number, seed: string): Float64Array;
}

const [REACTION, MEMORY] = [0.08, 0.9];
const DEVIATION = 0.01;
const SETTLING = 500;

/** The next return of a GARCH(1,1) process with mean 0: calm and stormy times last about a month and a half. */
function createGarch(random: RandomState): () => number {
  const base = DEVIATION ** 2 * (1 - REACTION - MEMORY);
  let variance = DEVIATION ** 2;
  const next = (): number => {
    const shock = Math.sqrt(variance) * nextBellShaped(random);
    variance = base + REACTION * shock * shock + MEMORY * variance;
    return shock;
  };
  for (let step = 0; step < SETTLING; step += 1) next();
  return next;
}

/** Always in the market, which has this Sharpe ratio. */
export function drawGarch(sharpe: number): ReturnProcess {
  return {
    sharpe,
    draw(count, seed) {
      const next = createGarch(seedRandom(seed, "garch"));
      return Float64Array.from({ length: count }, () => sharpe * DEVIATION + next());
    },
  };
}

const [DAYS_IN, DAYS_OUT] = [40, 80];
const SHARE_IN = DAYS_IN / (DAYS_IN + DAYS_OUT);

/** In a GARCH market a third of the time, for 40 days on average, and out of it, without any return, for 80. */
export function drawInAndOut(marketSharpe: number): ReturnProcess {
  const mean = SHARE_IN * marketSharpe;
  return {
    // Returns in deviations of the market: E r = s m, E r² = s (1 + m²).
    sharpe: mean / Math.sqrt(SHARE_IN * (1 + marketSharpe ** 2) - mean ** 2),
    draw(count, seed) {
      const random = seedRandom(seed, "in-and-out");
      const next = createGarch(random);
      let isIn = nextUniform(random) < SHARE_IN;
      return Float64Array.from({ length: count }, () => {
        if (nextUniform(random) < 1 / (isIn ? DAYS_IN : DAYS_OUT)) isIn = !isIn;
        const move = marketSharpe * DEVIATION + next();
        return isIn ? move : 0;
      });
    },
  };
}
