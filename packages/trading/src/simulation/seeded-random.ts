import { type CipherState, isCipherState, isSecretSeed, nextCipherUniform, seedCipher } from "./cipher-random.ts";

/** The state of the fast generator: four 32-bit integers. Its next numbers can be computed from some of its numbers. */
type FastState = [number, number, number, number];

/** The state of a random number generator, plain JSON. */
export type RandomState = FastState | CipherState;

const WARM_UP_ROUNDS = 15;

/**
 * Creates a generator's state from a seed and the name of a stream, so that the streams of one seed differ. A seed of 256 bits
 * in hexadecimal gets the generator that cannot be foretold, any other text the fast one.
 */
export function seedRandom(seed: string, stream: string): RandomState {
  if (!isSecretSeed(seed)) return seedFast(seed, stream);
  const word = (salt: number) => hashText(`${salt}:${stream}`);
  return seedCipher(seed, [word(1), word(2), word(3)]);
}

/** The integers are FNV-1a hashes of the text, mixed by the generator. */
function seedFast(seed: string, stream: string): FastState {
  const word = (salt: number) => hashText(`${salt}:${seed}:${stream}`);
  const random: FastState = [word(1), word(2), word(3), 1];
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) nextFast(random);
  return random;
}

/** The next number in [0, 1), with 32 random bits. **Changes the state in place**, for speed: copy it first. */
export function nextUniform(random: RandomState): number {
  return Array.isArray(random) ? nextFast(random) : nextCipherUniform(random);
}

export function copyRandom(random: Readonly<RandomState>): RandomState {
  return isFast(random) ? [...random] : { ...random };
}

/** Narrows a readonly tuple, which `Array.isArray` does not. */
function isFast(random: Readonly<RandomState>): random is Readonly<FastState> {
  return Array.isArray(random);
}

/** True for a state read from JSON. */
export function isRandomState(value: unknown): boolean {
  return isCipherState(value) || (Array.isArray(value) && value.length === 4 && value.every(Number.isInteger));
}

/** Source: sfc32 of C. Doty-Humphrey's PractRand. */
function nextFast(random: FastState): number {
  const sum = (((random[0] + random[1]) | 0) + random[3]) | 0;
  random[3] = (random[3] + 1) | 0;
  random[0] = random[1] ^ (random[1] >>> 9);
  random[1] = (random[2] + (random[2] << 3)) | 0;
  // Every stored number is an integer of 32 bits: the engine keeps such an array much faster than one that ever held more.
  random[2] = (((random[2] << 21) | (random[2] >>> 11)) + sum) | 0;
  return (sum >>> 0) / 4_294_967_296;
}

/**
 * The next number of a Student t distribution with 4 degrees of freedom, scaled to variance 1: symmetric, with fat tails.
 * Changes the state in place. Source: R. W. Bailey, Polar generation of random variates with the t-distribution,
 * Mathematics of Computation 62 (1994). With 4 degrees it needs only square roots, which every machine rounds alike.
 */
export function nextFatTailed(random: RandomState): number {
  for (;;) {
    const u = 2 * nextUniform(random) - 1;
    const v = 2 * nextUniform(random) - 1;
    const w = u * u + v * v;
    if (w > 0 && w <= 1) return u * Math.sqrt((2 * (1 / Math.sqrt(w) - 1)) / w);
  }
}

/**
 * The next number of a Student t distribution with 16 degrees of freedom, scaled to variance 1: close to a normal one.
 * It also needs only square roots. Changes the state in place.
 */
export function nextBellShaped(random: RandomState): number {
  for (;;) {
    const u = 2 * nextUniform(random) - 1;
    const v = 2 * nextUniform(random) - 1;
    const w = u * u + v * v;
    if (w > 0 && w <= 1) return u * Math.sqrt((14 * (1 / Math.sqrt(Math.sqrt(Math.sqrt(w))) - 1)) / w);
  }
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
