import { splitLines, type UserRead } from "../../core/identity/user-read.ts";
import type { Queryable } from "../../db/pool.ts";

/** A transaction of an investor: what it changed on all own accounts together. */
interface MoneyChange {
  atMs: number;
  kind: string;
  amount: string;
}

/** A change of a position, with the price of a unit at which it happened. */
interface PositionChange {
  atMs: number;
  kind: string;
  botId: string;
  mark: string;
  units: string;
  ownDeposit: string;
  ownProfit: string;
  lossCarried: string;
  value: string;
}

/** Everything about an investor that past worth is computed from, oldest first. */
export interface WorthParts {
  signedUpAt: Date;
  money: readonly MoneyChange[];
  positions: readonly PositionChange[];
  /** The investor's share of a gain by bot, in per cent. */
  shares: Readonly<Record<string, number>>;
}

const MILLISECONDS = "floor(extract(epoch from t.posted_at) * 1000)";

/** Rows are lines of text, which take PostgreSQL less time than JSON. */
export const worthRead: UserRead<WorthParts> = {
  own: `select json_build_object('signedUpAt', u.created_at, 'money', (
      select string_agg(line, E'\\n' order by id) from (
        select t.id, concat_ws(' ', ${MILLISECONDS}, t.kind, sum(e.amount)) as line
        from ledger_accounts a join ledger_entries e on e.account_id = a.id
        join ledger_transactions t on t.id = e.transaction_id
        where a.user_id = u.id group by t.id having sum(e.amount) <> 0
      ) m
    ), 'positions', (
      select string_agg(concat_ws(' ', ${MILLISECONDS}, v.kind, v.bot_id, v.mark, v.units_delta, v.own_deposit_delta,
        v.own_profit_delta, v.loss_carried_delta, v.value_delta), E'\\n' order by t.id)
      from position_events v join ledger_transactions t on t.id = v.transaction_id where v.user_id = u.id
    ), 'shares', (select json_object_agg(bot_id, user_share_pct) from positions where user_id = u.id))`,
  parse: (own: {
    signedUpAt: string;
    money: string | null;
    positions: string | null;
    shares: Record<string, number> | null;
  }) => ({
    signedUpAt: new Date(own.signedUpAt),
    money: splitLines<[atMs: string, kind: string, amount: string]>(own.money).map(([atMs, kind, amount]) => {
      return { atMs: Number(atMs), kind, amount };
    }),
    positions: splitLines<PositionFields>(own.positions).map(
      ([atMs, kind, botId, mark, units, ownDeposit, ownProfit, lossCarried, value]) => {
        return { atMs: Number(atMs), kind, botId, mark, units, ownDeposit, ownProfit, lossCarried, value };
      },
    ),
    shares: own.shares ?? {},
  }),
};

type PositionFields = [
  atMs: string,
  kind: string,
  botId: string,
  mark: string,
  units: string,
  ownDeposit: string,
  ownProfit: string,
  lossCarried: string,
  value: string,
];

export interface BotMarks {
  botId: string;
  /** Milliseconds, oldest first. */
  atMs: number[];
  /** Decimal strings, at the same places. */
  marks: string[];
}

/** Lists the marks of all bots after the newest known one of each; all marks of the other bots. */
export async function listMarksAfter(
  sql: Queryable,
  newest: readonly { botId: string; at: Date }[],
): Promise<BotMarks[]> {
  const rows = await sql<{ botId: string; lines: string | null }[]>`
    select b.id as "botId", (
      select string_agg(concat_ws(' ', floor(extract(epoch from m.at) * 1000), m.exit_mark), E'\\n' order by m.at)
      from bot_marks m where m.bot_id = b.id and m.at > coalesce(k.at, '-infinity')
    ) as lines
    from trading_bots b
    left join unnest(${newest.map(({ botId }) => botId)}::uuid[], ${newest.map(({ at }) => at)}::timestamptz[]) k (bot_id, at)
      on k.bot_id = b.id`;
  return rows.map(({ botId, lines }) => {
    const found = splitLines<[atMs: string, mark: string]>(lines);
    return { botId, atMs: found.map(([atMs]) => Number(atMs)), marks: found.map(([, mark]) => mark) };
  });
}

const SPARKLINE_MARKS = 48;

/** Lists the marks of the last week by bot, at most `SPARKLINE_MARKS` each: the last one of each stretch of time. */
export function listSparklineMarks(sql: Queryable): Promise<{ botId: string; marks: string[] }[]> {
  return sql<{ botId: string; marks: string[] }[]>`
    with span as (
      select greatest(min(at), now() - interval '7 days') as first, max(at) + interval '1 second' as last from bot_marks
    ), thinned as (
      select distinct on (m.bot_id, place) m.bot_id, m.at, m.exit_mark,
        width_bucket(extract(epoch from m.at), extract(epoch from span.first), extract(epoch from span.last), ${SPARKLINE_MARKS}) as place
      from bot_marks m, span where m.at >= span.first
      order by m.bot_id, place, m.at desc
    )
    select bot_id as "botId", array_agg(exit_mark::text order by at) as marks
    from thinned group by bot_id having count(*) > 1`;
}
