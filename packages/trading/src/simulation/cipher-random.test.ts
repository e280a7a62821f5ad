import { DAY_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { computeBlock, isCipherState, nextCipherUniform, seedCipher } from "./cipher-random.ts";
import { simulateHistory } from "./simulate-history.ts";
import {
  createSimulatedMarket,
  isUnpredictable,
  reseedMarket,
  restoreSimulatedMarket,
  stepSecond,
} from "./simulated-market.ts";

const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const END = Date.UTC(2026, 0, 5, 10, 20, 30);

const marketOf = (seed: string) =>
  createSimulatedMarket(["EUR/USD", "GBP/USD"].map((symbol) => simulateHistory(symbol, seed, END - DAY_MS, END).walk));

describe("the generator of secret seeds", () => {
  it("is ChaCha20: the block of RFC 8439, section 2.3.2", () => {
    const { key } = seedCipher(SEED, [0x09000000, 0x4a000000, 0x00000000]);
    const words = [...computeBlock(key, 1)].map((word) => word.toString(16).padStart(8, "0"));
    expect(words.join(" ")).toBe(
      "e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 " +
        "466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2",
    );
  });

  it("gives the words of the blocks in turn, and continues from its JSON", () => {
    const state = seedCipher(SEED, [0, 0, 0]);
    const numbers = Array.from({ length: 40 }, () => nextCipherUniform(state));
    const words = [0, 1, 2].flatMap((block) => [...computeBlock(state.key, block)]).slice(0, 40);
    expect(numbers).toEqual(words.map((word) => word / 2 ** 32));
    const restored: unknown = JSON.parse(JSON.stringify(state));
    expect(isCipherState(restored) && nextCipherUniform(restored)).toBe(nextCipherUniform(state));
    for (const damaged of [{}, { key: [1], position: 0 }, { ...state, position: -1 }, { ...state, position: 0.5 }]) {
      expect(isCipherState(damaged)).toBe(false);
    }
  });

  it("moves a market that continues exactly after a restart", () => {
    const market = marketOf(SEED);
    expect(isUnpredictable(market)).toBe(true);
    const restored = restoreSimulatedMarket(JSON.parse(JSON.stringify(market)))!;
    const [one, two] = [stepSecond(stepSecond(market).state), stepSecond(stepSecond(restored).state)];
    expect(two.prices).toEqual(one.prices);
  });

  it("takes over a market of the fast generator at its prices", () => {
    const market = marketOf("7");
    expect(isUnpredictable(market)).toBe(false);
    const reseeded = restoreSimulatedMarket(JSON.parse(JSON.stringify(reseedMarket(market, SEED))))!;
    expect(isUnpredictable(reseeded)).toBe(true);
    expect(reseeded.walks.map(({ price }) => price)).toEqual(market.walks.map(({ price }) => price));
    expect(stepSecond(reseeded).prices).not.toEqual(stepSecond(market).prices);
  });
});
