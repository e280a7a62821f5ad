import type { Sql } from "../../platform/db/pool.ts";
import {
  ALL_BOTS,
  HELD_COLUMN,
  type HeldSnapshot,
  type HeldSnapshotRow,
  toHeldSnapshots,
  WAITING_EXIT,
} from "../../ledger/api.ts";
import type { UserRead } from "../../platform/http/user-read.ts";

/** Units of a bot that an investor bought or redeemed, in order; figures are decimal strings. */
export interface UnitFlow {
  /** Number of trades that the bot had closed before. */
  closeSequence: string;
  /** True when the next trade was open at that moment. */
  tradeOpen: boolean;
  mark: string;
  unitsDelta: string;
  /** The pool's sum of interest per unit at that moment. */
  interestSum: string;
}

export interface BotUnitFlow extends UnitFlow {
  botId: string;
}

/** The input for an investor's share of the bots' trades. */
export interface HeldUnits {
  /** In order. */
  flows: BotUnitFlow[];
  /** The number of trades that each bot has closed, by its id. */
  closedBy: Record<string, number>;
}

/**
 * The units that a user bought or redeemed of all bots, and the bots' closed trades at the same moment. An investor may
 * have thousands of flows. A line of text for each takes PostgreSQL a quarter of the time of a JSON object.
 */
export const heldUnitsRead: UserRead<HeldUnits> = {
  own: `select to_json(string_agg(
      concat_ws(' ', e.bot_id, e.close_sequence, e.trade_open, e.mark, e.units_delta, e.interest_sum), E'\\n' order by e.transaction_id))
    from position_events e where e.user_id = u.id and e.units_delta <> 0`,
  common: "select json_object_agg(p.bot_id, p.close_sequence) from pools p",
  parse: (lines: string | null, closedBy: Record<string, number> | null) => ({
    flows: parseFlows(lines),
    closedBy: closedBy ?? {},
  }),
};

/** Parses the lines of `heldUnitsRead.own`. */
export const parseFlows = (lines: string | null): BotUnitFlow[] =>
  lines === null ? [] : lines.split("\n").map(parseFlow);

function parseFlow(line: string): BotUnitFlow {
  const [botId = "", closeSequence = "", tradeOpen, mark = "", unitsDelta = "", interestSum = "0"] = line.split(" ");
  return { botId, closeSequence, tradeOpen: tradeOpen === "t", mark, unitsDelta, interestSum };
}

/** An account that ever had a position. */
interface TradingFlow {
  userId: string;
  /** The money returned by bots minus the money invested, in dollars. */
  net: string;
}

/**
 * Reads accounts that ever had a position, in the order of their ids. Money granted by an administrator is not a trading
 * profit: an adjustment of a position counts as invested, and a transfer of granted profit is left out.
 * @param after the id of the last account of the page before; null for the first page
 */
export function readTradingFlows(sql: Sql, after: string | null, limit: number): Promise<TradingFlow[]> {
  return sql.byKey<TradingFlow[]>`
    select h.user_id as "userId", (coalesce((
      select sum(e.amount) from ledger_accounts a
      join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
      where a.user_id = h.user_id and split_part(a.code, ':', 3) in ('deposit_funds', 'profit_funds', 'running_profit')
        and t.kind in ('allocation', 'deactivation', 'stop-loss', 'take-profit', 'investment-transfer', 'profit-transfer', 'winding-up')), 0)
      - coalesce((select sum(value_delta) from position_events where user_id = h.user_id and kind = 'adjustment'), 0))::text as net
    from (
      select distinct user_id from position_events
      where ${after}::uuid is null or user_id > ${after}::uuid order by user_id limit ${limit}::integer
    ) h
    order by h.user_id`;
}

/** Reads the positions of several accounts with their bots. */
export async function readPositionsOf(
  sql: Sql,
  userIds: readonly string[],
  maxPriceAgeMs: number,
): Promise<HeldSnapshot[]> {
  const rows = await sql.byKey<HeldSnapshotRow[]>`
    select h.user_id as "userId", ${sql.byKey.raw(HELD_COLUMN)},
      case when row_number() over (order by h.user_id, h.bot_id) = 1 then (${sql.byKey.raw(ALL_BOTS)}) end as bots
    from positions h ${sql.byKey.raw(WAITING_EXIT)} where h.user_id = any(${userIds}::uuid[])
    order by h.user_id, h.bot_id`;
  return toHeldSnapshots(rows, maxPriceAgeMs);
}
