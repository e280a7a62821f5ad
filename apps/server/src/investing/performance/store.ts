import { splitLines, type UserRead } from "../../platform/http/user-read.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** An entry on one of the investor's own accounts. */
interface OwnEntry {
  /** The transaction's number. */
  id: number;
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
  /** The interest that the change took, and the pool's sum of interest per unit. */
  interest: string;
  interestSum: string;
  /** The part that it took of what bills would have earned, and their index; null where the share is taken above nothing. */
  billInterest: string;
  billIndex: string | null;
}

/** Everything about an investor that past worth is computed from. */
export interface WorthParts {
  signedUpAt: Date;
  entries: readonly OwnEntry[];
  /** In the order of their transactions. */
  positions: readonly PositionChange[];
  /** The investor's share of a gain by bot, in per cent. */
  shares: Readonly<Record<string, number>>;
}

/** Seconds since 1970, which PostgreSQL computes and writes in less time than others. */
const SECONDS = "date_part('epoch', t.posted_at)";
const toMs = (seconds: string): number => Math.round(Number(seconds) * 1_000);

/** Entries are not summed here: sums take PostgreSQL longer than rows. */
export const worthRead: UserRead<WorthParts> = {
  own: `select json_build_object('signedUpAt', u.created_at, 'entries', (
      select string_agg(concat_ws(' ', t.id, ${SECONDS}, t.kind, e.amount), E'\\n')
      from ledger_accounts a join ledger_entries e on e.account_id = a.id
      join ledger_transactions t on t.id = e.transaction_id
      where a.user_id = u.id
    ), 'positions', (
      select string_agg(concat_ws(' ', ${SECONDS}, v.kind, v.bot_id, v.mark, v.units_delta, v.own_deposit_delta,
        v.own_profit_delta, v.loss_carried_delta, v.value_delta, v.interest_delta, v.interest_sum,
        v.bill_interest_delta, v.bill_index), E'\\n' order by t.id)
      from position_events v join ledger_transactions t on t.id = v.transaction_id where v.user_id = u.id
    ), 'shares', (select json_object_agg(bot_id, user_share_pct) from positions where user_id = u.id))`,
  parse: (own: {
    signedUpAt: string;
    entries: string | null;
    positions: string | null;
    shares: Record<string, number> | null;
  }) => ({
    signedUpAt: new Date(own.signedUpAt),
    entries: splitLines<[id: string, at: string, kind: string, amount: string]>(own.entries).map(
      ([id, at, kind, amount]) => ({ id: Number(id), atMs: toMs(at), kind, amount }),
    ),
    positions: splitLines<PositionFields>(own.positions).map(
      ([at, kind, botId, mark, units, ownDeposit, ownProfit, lossCarried, value, interest, interestSum, ...bills]) => {
        const [billInterest, billIndex = null] = bills;
        const money = { ownDeposit, ownProfit, lossCarried, value, interest, interestSum, billInterest, billIndex };
        return { atMs: toMs(at), kind, botId, mark, units, ...money };
      },
    ),
    shares: own.shares ?? {},
  }),
};

type PositionFields = [
  at: string,
  kind: string,
  botId: string,
  mark: string,
  units: string,
  ownDeposit: string,
  ownProfit: string,
  lossCarried: string,
  value: string,
  interest: string,
  interestSum: string,
  billInterest: string,
  /** Left out where it is null. */
  ...billIndex: string[],
];

export interface BotMarks {
  botId: string;
  /** Milliseconds, oldest first. */
  atMs: number[];
  /** Decimal strings, at the same places. */
  marks: string[];
  /** The pool's sums of interest per unit, likewise. */
  interestSums: string[];
  /** The indexes of bills, likewise. */
  billIndexes: string[];
}

/** Lists the marks of all bots after the newest known one of each; all marks of the other bots. */
export async function listMarksAfter(
  sql: Queryable,
  newest: readonly { botId: string; at: Date }[],
): Promise<BotMarks[]> {
  const rows = await sql<{ botId: string; lines: string | null }[]>`
    select b.id as "botId", (
      select string_agg(concat_ws(' ', date_part('epoch', m.at), m.exit_mark, m.interest_sum, m.bill_index), E'\\n' order by m.at)
      from bot_marks m where m.bot_id = b.id and m.at > coalesce(k.at, '-infinity')
    ) as lines
    from trading_bots b
    left join unnest(${newest.map(({ botId }) => botId)}::uuid[], ${newest.map(({ at }) => at)}::timestamptz[]) k (bot_id, at)
      on k.bot_id = b.id`;
  return rows.map(({ botId, lines }) => {
    const found = splitLines<[at: string, mark: string, interestSum: string, billIndex: string]>(lines);
    return {
      botId,
      atMs: found.map(([at]) => toMs(at)),
      marks: found.map(([, mark]) => mark),
      interestSums: found.map(([, , interestSum]) => interestSum),
      billIndexes: found.map(([, , , billIndex]) => billIndex),
    };
  });
}
