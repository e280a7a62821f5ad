import { DAY_MS, MAX_HISTORY_DAYS } from "@wazi/contracts";
import { parseNav, type Nav } from "@wazi/domain";
import type { Queryable } from "../../platform/db/pool.ts";
import { type ClosingRow, type KnownUntil, listClosings } from "./store.ts";
import type { ParsedTrade, ClosedTrades } from "./closed-trades.ts";

/** The unit price of a bot at the end of a day on which it closed a trade or earned interest. */
export interface ClosingNav {
  /** Days since 1970-01-01 (UTC). */
  day: number;
  executedAtMs: number;
  nav: Nav;
  /** The series of units that it is the price of. */
  series: number;
}

export interface ClosingNavs {
  /**
   * Returns the closing unit prices of bots, oldest first, by bot id. The first may be from long before the oldest day of
   * a balance history.
   * @param until the bots, and what must be included
   */
  read(until: ReadonlyMap<string, KnownUntil>): Promise<ReadonlyMap<string, readonly ClosingNav[]>>;
}

/** With more new trades than this, the closings are read again. */
const MAX_NEW_TRADES = 500;

interface Known extends KnownUntil {
  closings: ClosingNav[];
}

/** Keeps the bots' closing unit prices in memory, because they are the same for all investors. New trades are added. */
export function createClosingNavs(sql: Queryable, closedTrades: ClosedTrades): ClosingNavs {
  const known = new Map<string, Known>();

  const reload = async (botIds: readonly string[]): Promise<void> => {
    if (botIds.length === 0) return;
    for (const row of await listClosings(sql, botIds, MAX_HISTORY_DAYS)) {
      const closings = (row.closings ?? [])
        .map(toClosingNav)
        .sort((one, other) => one.executedAtMs - other.executedAtMs);
      known.set(row.botId, { closedTrades: row.closedTrades, interestDay: row.interestDay, closings });
    }
  };

  const addNew = async (behind: readonly { botId: string; of: Known; to: number }[]): Promise<void> => {
    if (behind.length === 0) return;
    const found = await closedTrades.read(
      behind.map(({ botId, of, to }) => ({ botId, from: of.closedTrades + 1, to })),
    );
    behind.forEach(({ of }, index) => {
      for (const trade of found[index]?.reverse() ?? []) {
        // Another call may have added it meanwhile.
        if (trade.sequence !== of.closedTrades + 1) continue;
        addClosing(of.closings, trade);
        of.closedTrades = trade.sequence;
      }
    });
  };

  return {
    async read(until) {
      const behind: { botId: string; of: Known; to: number }[] = [];
      const unknown: string[] = [];
      for (const [botId, { closedTrades: to, interestDay }] of until) {
        const of = known.get(botId);
        // Interest comes once a day.
        const isOfToday = of?.interestDay === interestDay;
        if (!of || !isOfToday || to - of.closedTrades > MAX_NEW_TRADES) unknown.push(botId);
        else if (to > of.closedTrades) behind.push({ botId, of, to });
      }
      await reload(unknown);
      await addNew(behind);
      return new Map([...until.keys()].map((botId) => [botId, known.get(botId)?.closings ?? []]));
    },
  };
}

function toClosingNav({ executedAt, nav, series }: ClosingRow): ClosingNav {
  const executedAtMs = Date.parse(executedAt);
  return { day: Math.floor(executedAtMs / DAY_MS), executedAtMs, nav: parseNav(nav), series };
}

/** Makes a trade its day's closing unless a later one of that day is known. */
function addClosing(closings: ClosingNav[], { executedAtMs, navAfter, series }: ParsedTrade): void {
  const closing = { day: Math.floor(executedAtMs / DAY_MS), executedAtMs, nav: navAfter, series };
  const place = closings.findLastIndex(({ day }) => day <= closing.day);
  const before = closings[place];
  if (before?.day !== closing.day) closings.splice(place + 1, 0, closing);
  else if (before.executedAtMs <= executedAtMs) closings[place] = closing;
}
