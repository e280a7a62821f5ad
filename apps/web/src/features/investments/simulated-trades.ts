import { DAY_MS } from "@wazi/contracts";
import type { Market, Trade } from "@wazi/contracts";
import { sampleSymbols } from "../../content/samples.ts";

/** An invented trade without an amount. */
export type SimulatedTrade = Pick<Trade, "id" | "symbol" | "side" | "executedAt">;

const FEWEST = 3;
const MOST = 5;
const WITHIN_MS = DAY_MS;

/**
 * Creates three to five invented trades in the given markets within the last 24 hours, newest first. `random` returns
 * numbers from 0 up to 1.
 */
export function simulateTrades(markets: readonly Market[], random: () => number, nowMs: number): SimulatedTrade[] {
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  return Array.from({ length: FEWEST + below(MOST - FEWEST + 1) }, () => nowMs - below(WITHIN_MS))
    .sort((first, second) => second - first)
    .map((executedMs, index) => ({
      id: String(index),
      symbol: oneOf(sampleSymbols[oneOf(markets)]),
      side: oneOf(["buy", "sell"] as const),
      executedAt: new Date(executedMs).toISOString(),
    }));
}
