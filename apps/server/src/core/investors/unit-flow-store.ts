import type { Queryable } from "../../db/pool.ts";

/** Units of a bot that an investor bought or redeemed, in order; figures are decimal strings. */
export interface UnitFlow {
  /** Number of trades that the bot had closed before. */
  closeSequence: string;
  /** True when the next trade was open at that moment. */
  tradeOpen: boolean;
  mark: string;
  unitsDelta: string;
}

export interface BotUnitFlow extends UnitFlow {
  botId: string;
}

/** Lists the units that an investor bought or redeemed, in order, of one bot or of all. */
export function listUnitFlows(sql: Queryable, userId: string, botId?: string): Promise<BotUnitFlow[]> {
  return sql<BotUnitFlow[]>`
    select bot_id as "botId", close_sequence::text as "closeSequence", trade_open as "tradeOpen", mark::text,
      units_delta::text as "unitsDelta"
    from position_events
    where user_id = ${userId} and units_delta <> 0 and (${botId ?? null}::uuid is null or bot_id = ${botId ?? null}::uuid)
    order by transaction_id`;
}
