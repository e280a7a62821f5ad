/**
 * A random number generator whose next numbers cannot be computed from its earlier ones: the key stream of ChaCha20 (RFC 8439,
 * D. J. Bernstein). Finding the key from the stream would mean breaking the cipher. Plain JSON: eight words of key, three words
 * of nonce, and how many numbers were drawn.
 */
export interface CipherState {
  readonly key: readonly number[];
  position: number;
}

const KEY_WORDS = 8;
const NONCE_WORDS = 3;
const BLOCK_WORDS = 16;
const DOUBLE_ROUNDS = 10;
/** "expand 32-byte k" in four little-endian words. */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;
const secretPattern = /^[0-9a-f]{64}$/;

/** True for a seed of 256 bits in hexadecimal, which gets this generator. */
export function isSecretSeed(seed: string): boolean {
  return secretPattern.test(seed);
}

/** Creates the state of a stream. The nonce, three words, separates the streams of one seed. */
export function seedCipher(seed: string, nonce: readonly [number, number, number]): CipherState {
  const words = Array.from({ length: KEY_WORDS }, (_, index) => readWord(seed, index));
  return { key: [...words, ...nonce.map((word) => word >>> 0)], position: 0 };
}

/** Four bytes of the hexadecimal text, little-endian. */
function readWord(seed: string, index: number): number {
  const bytes = Array.from({ length: 4 }, (_, byte) =>
    Number.parseInt(seed.slice((index * 4 + byte) * 2, (index * 4 + byte) * 2 + 2), 16),
  );
  return bytes.reduceRight((word, byte) => word * 256 + byte, 0);
}

/** The block that was computed last for each key. A block is a pure function of its key and number, so this only saves time. */
const lastBlocks = new WeakMap<readonly number[], { block: number; words: Uint32Array }>();

/** The next 32 random bits as a number in [0, 1). Changes the state in place. */
export function nextCipherUniform(state: CipherState): number {
  const block = Math.floor(state.position / BLOCK_WORDS);
  let last = lastBlocks.get(state.key);
  if (last?.block !== block) {
    last = { block, words: computeBlock(state.key, block) };
    lastBlocks.set(state.key, last);
  }
  const word = last.words[state.position % BLOCK_WORDS] ?? 0;
  state.position += 1;
  return word / 4_294_967_296;
}

/** A block of 16 words, by section 2.3 of RFC 8439. A stream has 2³² blocks: more than 100 years of prices. */
export function computeBlock(key: readonly number[], block: number): Uint32Array {
  const start = Uint32Array.from([...CONSTANTS, ...key.slice(0, KEY_WORDS), block, ...key.slice(KEY_WORDS)]);
  const words = start.slice();
  for (let round = 0; round < DOUBLE_ROUNDS; round += 1) {
    // Four columns, then four diagonals.
    mixQuarter(words, 0, 4, 8, 12);
    mixQuarter(words, 1, 5, 9, 13);
    mixQuarter(words, 2, 6, 10, 14);
    mixQuarter(words, 3, 7, 11, 15);
    mixQuarter(words, 0, 5, 10, 15);
    mixQuarter(words, 1, 6, 11, 12);
    mixQuarter(words, 2, 7, 8, 13);
    mixQuarter(words, 3, 4, 9, 14);
  }
  for (let index = 0; index < BLOCK_WORDS; index += 1) words[index] = (words[index] ?? 0) + (start[index] ?? 0);
  return words;
}

/** The quarter round of section 2.1. */
function mixQuarter(words: Uint32Array, ia: number, ib: number, ic: number, id: number): void {
  let a = words[ia] ?? 0;
  let b = words[ib] ?? 0;
  let c = words[ic] ?? 0;
  let d = words[id] ?? 0;
  a = (a + b) | 0;
  d = rotate(d ^ a, 16);
  c = (c + d) | 0;
  b = rotate(b ^ c, 12);
  a = (a + b) | 0;
  d = rotate(d ^ a, 8);
  c = (c + d) | 0;
  b = rotate(b ^ c, 7);
  words[ia] = a;
  words[ib] = b;
  words[ic] = c;
  words[id] = d;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** True for a state read from JSON. */
export function isCipherState(value: unknown): value is CipherState {
  if (typeof value !== "object" || value === null || !("key" in value) || !("position" in value)) return false;
  const { key, position } = value;
  const isKey = Array.isArray(key) && key.length === KEY_WORDS + NONCE_WORDS && key.every(isWord);
  return isKey && Number.isSafeInteger(position) && (position as number) >= 0;
}

function isWord(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffff_ffff;
}
