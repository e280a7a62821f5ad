import {
  MIN_RECORD_TRADES,
  type Bot,
  type EvidenceHeadline,
  type FeedKind,
  type Market,
  type Notice,
} from "@wazi/contracts";
import { formatDecimal, parseCents, type Cents } from "@wazi/domain";
import { DECISION_INTERVAL } from "@wazi/trading";
import { listHeadlines } from "../evidence/store.ts";
import { BOT_STATUS_COLUMN, TOTAL_DEPOSITS } from "../../ledger/api.ts";
import { RECORD_TRADES } from "../bots/record-start-store.ts";
import { parseDates, type JsonRow, type UserRead } from "../../platform/http/user-read.ts";
import type { Queryable } from "../../platform/db/pool.ts";

interface BotRow {
  id: string;
  name: string;
  market: Market;
  description: string | null;
  strategy: string;
  nav: string;
  status: Bot["status"];
  closed_trades: string;
  won_trades: string;
}

/** The sum of a user's completed deposits, which decides the package. */
export const totalDepositsRead: UserRead<Cents> = {
  own: `select to_json((${TOTAL_DEPOSITS}))`,
  parse: (total: string) => parseCents(total),
};

export interface BotListDeps {
  sql: Queryable;
  feedOf: (market: Market) => FeedKind;
  /** The symbols that a bot trades on its feed. */
  symbolsOf: (botName: string) => readonly string[];
  /** The symbols of a replay whose prices have ended. */
  listEndedSymbols: () => Promise<ReadonlySet<string>>;
}

/** True when the recorded prices of all of a bot's symbols have ended. */
export function isResting(symbols: readonly string[], ended: ReadonlySet<string>): boolean {
  return symbols.length > 0 && symbols.every((symbol) => ended.has(symbol));
}

/** Lists the bots in catalogue order, with their own record once there is one, before that with their backtest. */
export async function listBots({ sql, feedOf, symbolsOf, listEndedSymbols }: BotListDeps): Promise<Bot[]> {
  const rows = await sql<BotRow[]>`
    select b.id, b.name, b.market, b.description, b.strategy, p.nav::text, ${sql.raw(BOT_STATUS_COLUMN)} as status,
      ${sql.raw(RECORD_TRADES.closed)}::text as closed_trades,
      ${sql.raw(RECORD_TRADES.won)}::text as won_trades
    from trading_bots b join pools p on p.bot_id = b.id
    where b.is_active order by b.place`;
  const [headlines, ended] = await Promise.all([listHeadlines(sql), listEndedSymbols()]);
  return rows.map((row) => {
    const symbols = [...symbolsOf(row.name)];
    return {
      id: row.id,
      name: row.name,
      market: row.market,
      description: row.description ?? "",
      strategy: row.strategy,
      ...readRecord(row, headlines.get(row.name)?.headline),
      nav: row.nav,
      closedTrades: Number(row.closed_trades),
      feed: feedOf(row.market),
      symbols,
      status: row.status,
      isResting: isResting(symbols, ended),
      decisionInterval: DECISION_INTERVAL,
    };
  });
}

function readRecord(
  { closed_trades: closed, won_trades: won }: BotRow,
  backtest: EvidenceHeadline | undefined,
): Pick<Bot, "winRate" | "totalTrades" | "recordSource"> {
  const closedTrades = Number(closed);
  if (closedTrades >= MIN_RECORD_TRADES) {
    return { winRate: formatWinRate(BigInt(won), BigInt(closed)), totalTrades: closedTrades, recordSource: "own" };
  }
  if (backtest === undefined) return { winRate: null, totalTrades: 0, recordSource: "none" };
  const { winRatePct, trades } = backtest;
  const winRate = winRatePct === null ? null : (Math.floor(winRatePct * 100) / 100).toFixed(2);
  return { winRate, totalTrades: trades, recordSource: "backtest" };
}

function formatWinRate(won: bigint, closed: bigint): string {
  return formatDecimal((won * 10_000n) / closed, 2);
}

/** Finds the status of an investor's exit; null for an unknown id. */
export async function findExit(sql: Queryable, userId: string, exitId: string): Promise<string | null> {
  const [row] = await sql<{ status: string }[]>`
    select status from exits where id = ${exitId} and user_id = ${userId}`;
  return row?.status ?? null;
}

export interface NoticeRow {
  id: string;
  kind: Notice["kind"];
  botId: string;
  botName: string;
  happenedAt: Date;
  mark: string;
  value: string;
  ownMoney: string;
  profitShare: string;
}

const MAX_NOTICES = 50;

/** Redemptions that the investor did not trigger at that moment, newest first. */
export const userNotices: UserRead<NoticeRow[]> = {
  own: `
    select json_agg(n) from (
      select n.* from (
        select e.bot_id || ':' || e.transaction_id as id,
          case when e.kind in ('stop-loss', 'take-profit', 'winding-up') then e.kind
            when x.id is not null then 'exit-settled'
            when t.actor_id is distinct from e.user_id then 'closed-by-operator' end as kind,
          e.bot_id as "botId", b.name as "botName", e.happened_at as "happenedAt", e.mark::text, (-e.value_delta)::text as value,
          (-e.own_deposit_delta - e.own_profit_delta)::text as "ownMoney", e.profit_share::text as "profitShare", e.transaction_id
        from position_events e
        join trading_bots b on b.id = e.bot_id
        join ledger_transactions t on t.id = e.transaction_id
        left join exits x on x.user_id = e.user_id and x.bot_id = e.bot_id and x.ledger_transaction_id = e.transaction_id
          and x.status = 'settled'
        where e.user_id = u.id and e.units_delta < 0 and e.kind <> 'adjustment'
      ) n where n.kind is not null order by n.transaction_id desc limit ${MAX_NOTICES}
    ) n`,
  parse: (rows: JsonRow<NoticeRow>[] | null) => (rows ?? []).map((row) => parseDates<NoticeRow>(row, ["happenedAt"])),
};
