import type { BotEvent, BotState, OpenTrade } from "@wazi/trading";
import { deriveOperationId } from "../../ledger/api.ts";
import type { PoolTrade } from "./open-trade.ts";
import { increment, lockPool, postOrThrow, type RecordDeps, toPoolRow } from "./pool-operation.ts";
import { readPool } from "./store.ts";

/**
 * Saves the prices of a pool's open trades after a split, with the bot's state, in one commit. Nothing is posted to the ledger, because
 * no value changes. When the same split is given again, its trades are as they would be, and nothing is saved.
 */
export async function recordSplit(
  { sql, door, lease }: RecordDeps,
  { botId, before, engine }: { botId: string; before: BotState; engine: BotState },
  { symbol, exTime }: Extract<BotEvent, { type: "split" }>,
): Promise<void> {
  if (engine.openTrades === before.openTrades) return;
  const pool = await readPool(sql, botId);
  const openTrades = pool.openTrades.map((trade) => takePrices(trade, engine.openTrades));
  const operation = {
    ...lockPool(pool, lease, deriveOperationId("split", botId, symbol, exTime, pool.version)),
    writes: {
      pools: [{ ...toPoolRow(pool), openTrades, version: increment(pool.version), closes: false }],
      engines: [{ botId, state: engine }],
    },
  };
  await postOrThrow(door, operation, `The split of ${symbol} in ${pool.name}`);
}

/** The pool's trade at the prices of the bot's. Its dividends and financing are only in the bot's state (`saveOpenTradeMarks`). */
function takePrices(trade: PoolTrade, trades: readonly OpenTrade[]): PoolTrade {
  const own = trades.find(({ symbol, barSequence }) => symbol === trade.symbol && barSequence === trade.barSequence);
  if (own === undefined || own.lastSplit === undefined || own.lastSplit === trade.lastSplit) return trade;
  const { entryPrice, midPrice, stopPrice, targetPrice, lastSplit } = own;
  return { ...trade, entryPrice, midPrice, stopPrice, targetPrice, lastSplit };
}
