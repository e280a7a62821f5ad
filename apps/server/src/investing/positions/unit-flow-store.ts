import type { UserRead } from "../../platform/http/user-read.ts";

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
      concat_ws(' ', e.bot_id, e.close_sequence, e.trade_open, e.mark, e.units_delta), E'\\n' order by e.transaction_id))
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
  const [botId = "", closeSequence = "", tradeOpen, mark = "", unitsDelta = ""] = line.split(" ");
  return { botId, closeSequence, tradeOpen: tradeOpen === "t", mark, unitsDelta };
}
