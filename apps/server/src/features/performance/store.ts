import type { UserRead } from "../../core/identity/user-read.ts";
import type { Queryable } from "../../db/pool.ts";

/** A transaction of an investor: what it changed on all own accounts together. */
interface MoneyChange {
  at: string;
  kind: string;
  amount: string;
}

/** A change of a position, with the price of a unit at which it happened. */
interface PositionChange {
  at: string;
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

interface WorthJson {
  signedUpAt: string;
  money: MoneyChange[] | null;
  positions: PositionChange[] | null;
  shares: Record<string, number> | null;
}

export const worthRead: UserRead<WorthParts> = {
  isRare: true,
  own: `select json_build_object('signedUpAt', u.created_at, 'money', (
      select json_agg(json_build_object('at', m.posted_at, 'kind', m.kind, 'amount', m.amount) order by m.id) from (
        select t.id, t.posted_at, t.kind, sum(e.amount)::text as amount
        from ledger_accounts a join ledger_entries e on e.account_id = a.id
        join ledger_transactions t on t.id = e.transaction_id
        where a.user_id = u.id group by t.id having sum(e.amount) <> 0
      ) m
    ), 'positions', (
      select json_agg(json_build_object('at', t.posted_at, 'kind', v.kind, 'botId', v.bot_id, 'mark', v.mark::text,
        'units', v.units_delta::text, 'ownDeposit', v.own_deposit_delta::text, 'ownProfit', v.own_profit_delta::text,
        'lossCarried', v.loss_carried_delta::text, 'value', v.value_delta::text) order by t.id)
      from position_events v join ledger_transactions t on t.id = v.transaction_id where v.user_id = u.id
    ), 'shares', (select json_object_agg(bot_id, user_share_pct) from positions where user_id = u.id))`,
  parse: ({ signedUpAt, money, positions, shares }: WorthJson) => ({
    signedUpAt: new Date(signedUpAt),
    money: money ?? [],
    positions: positions ?? [],
    shares: shares ?? {},
  }),
};

export interface BotMark {
  botId: string;
  at: Date;
  exitMark: string;
}

/** Lists the marks of bots since a moment and the last one of each before it, oldest first. */
export function listBotMarks(sql: Queryable, botIds: readonly string[], from: Date): Promise<BotMark[]> {
  return sql<BotMark[]>`
    select b.id as "botId", m.at, m.exit_mark::text as "exitMark"
    from unnest(${botIds}::uuid[]) b (id)
    join bot_marks m on m.bot_id = b.id and m.at >= coalesce(
      (select max(o.at) from bot_marks o where o.bot_id = b.id and o.at <= ${from}), ${from})
    order by m.at`;
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
