import type { FailedMail, BotMarket, OperatedBot, Operations } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";
import { BOT_STATUS_COLUMN } from "../../ledger/api.ts";
import type { Person } from "@wazi/contracts";
import { personColumn } from "../../record/api.ts";

/** Finds the lease of the trader process; null if no process ever held it. */
export async function findTraderLease(sql: Queryable): Promise<Operations["lease"]> {
  const [lease] = await sql<{ holder: string; token: string; expiresAt: Date; isAlive: boolean }[]>`
    select holder, token::text, expires_at as "expiresAt", expires_at > clock_timestamp() as "isAlive" from leases
    where name = 'trader'`;
  return lease ? { ...lease, expiresAt: lease.expiresAt.toISOString() } : null;
}

/** Lists feed issues, latest first. */
export async function listFeedIssues(sql: Queryable, limit: number): Promise<Operations["feedTroubles"]> {
  const rows = await sql<
    { feed: string; symbol: string | null; kind: string; message: string; count: number; firstAt: Date; lastAt: Date }[]
  >`
    select feed, nullif(symbol, '') as symbol, kind, message, happened::int as count, first_at as "firstAt", last_at as "lastAt"
    from feed_troubles order by last_at desc, feed, symbol, kind limit ${limit}`;
  return rows.map((row) => ({ ...row, firstAt: row.firstAt.toISOString(), lastAt: row.lastAt.toISOString() }));
}

/** Counts the open entries of each queue and finds the oldest. Each count uses a partial index. */
export async function listQueues(sql: Queryable): Promise<Operations["queues"]> {
  const rows = await sql<{ name: string; count: number; oldestAt: Date | null }[]>`
    select 'deposits' as name, count(*)::int as count, min(created_at) as "oldestAt" from deposits where status = 'pending'
    union all
    -- A hold delays the decision. Only old requests are asked about, because each takes a look at its investor's holds.
    select 'withdrawals', count(*)::int, min(case
      when status = 'pending' and created_at < now() - interval '1 day'
        then least(now(), withdrawal_waits_since(user_id, created_at))
      else created_at end)
    from withdrawals where status in ('pending', 'processing')
    union all
    select 'verifications', count(*)::int, min(created_at) from verifications where status = 'pending'
    union all
    select 'exits', count(*)::int, min(requested_at) from exits where status = 'pending'
    union all
    select 'mail', count(*)::int, min(created_at) from mail_outbox where sent_at is null and failed_at is null
    union all
    select 'orders', count(*)::int, min(planned_at) from orders where status in ('planned', 'sent', 'open', 'unknown')
    union all
    select 'payment-reviews', count(*)::int, min(seen_at) from deposit_payments where status = 'review'
    union all
    select 'mpesa-reports', count(*)::int, min(received_at) from mpesa_events where problem is not null and decided_by is null
    union all
    select 'payouts-unknown', count(*)::int, min(sent_at) from payouts where state = 'unknown'
    union all
    select 'payout-reviews', count(*)::int, min(found_at) from payout_reviews where decided_at is null
    union all
    -- As they were when the statements were last compared.
    select 'statement-differences', coalesce(max(differences), 0)::int, max(oldest_on::timestamp at time zone 'UTC')
    from statement_comparisons`;
  return rows.map(({ oldestAt, ...row }) => ({ ...row, oldestAt: oldestAt && oldestAt.toISOString() }));
}

export interface OperatedBotRow {
  id: string;
  name: string;
  market: BotMarket;
  status: OperatedBot["status"];
  haltReason: string | null;
  nav: string;
  closedTrades: string;
  wonTrades: string;
  /** The last unit prices of its ended series, as decimal strings. */
  endedNavs: string[];
  openTrade: OperatedBot["openTrade"];
  lastTradeAt: Date | null;
  investors: number;
  pause: { at: Date; by: Person | null; reason: string } | null;
}

type FlatRow = Omit<OperatedBotRow, "pause"> & { pausedAt: Date | null; pausedBy: Person | null; pauseReason: string };

/** Lists all bots in catalogue order for the operations screen. */
export async function listOperatedBots(sql: Queryable): Promise<OperatedBotRow[]> {
  const rows = await sql<FlatRow[]>`
    select b.id, b.name, b.market, ${sql.raw(BOT_STATUS_COLUMN)} as status, p.halt_reason as "haltReason", p.nav::text,
      p.close_sequence::text as "closedTrades", p.won_trades::text as "wonTrades",
      case when p.series > 1 then array(
        select nav from (
          select distinct on (series) nav_after::text as nav from bot_trades
          where bot_id = p.bot_id and series < p.series order by series, sequence desc
        ) ended) else '{}' end as "endedNavs",
      case when p.open_trade is not null then jsonb_build_object('symbol', p.open_trade -> 'symbol',
        'side', p.open_trade -> 'side', 'openedAt', p.open_trade -> 'openedAt') end as "openTrade",
      (select executed_at from bot_trades where bot_id = p.bot_id order by executed_at desc limit 1) as "lastTradeAt",
      (select count(*) from positions where bot_id = p.bot_id and is_active)::int as investors,
      s.paused_at as "pausedAt", s.reason as "pauseReason", ${sql.raw(personColumn("s.paused_by", '"pausedBy"'))}
    from trading_bots b join pools p on p.bot_id = b.id
    left join bot_pauses s on s.bot_id = b.id and s.resumed_at is null
    where b.is_active order by b.place`;
  return rows.map(({ pausedAt, pausedBy: by, pauseReason: reason, ...row }) => ({
    ...row,
    pause: pausedAt && { at: pausedAt, by, reason },
  }));
}

/** Locks a pool against trades, allocations and exits, so that a pause comes entirely before or after them. */
export async function lockPool(tx: Queryable, botId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('pool:' || ${botId}::text, 0))`;
}

/** The state that decides whether a bot can be paused or resumed. */
export interface PausableBot {
  name: string;
  status: "trading" | "halted" | "winding-up";
  /** The latest pause; null if the bot was never paused. */
  lastPause: {
    id: string;
    reason: string;
    pausedAt: Date;
    pausedBy: Person | null;
    resumedAt: Date | null;
    resumedBy: Person | null;
  } | null;
}

export async function findPausableBot(tx: Queryable, botId: string): Promise<PausableBot | null> {
  const [bot] = await tx<Omit<PausableBot, "lastPause">[]>`
    select b.name, p.status from trading_bots b join pools p on p.bot_id = b.id where b.id = ${botId} and b.is_active`;
  if (!bot) return null;
  const [lastPause] = await tx<NonNullable<PausableBot["lastPause"]>[]>`
    select s.id::text, s.reason, s.paused_at as "pausedAt", ${tx.raw(personColumn("s.paused_by", '"pausedBy"'))},
      s.resumed_at as "resumedAt", ${tx.raw(personColumn("s.resumed_by", '"resumedBy"'))}
    from bot_pauses s where s.bot_id = ${botId} order by s.id desc limit 1`;
  return { ...bot, lastPause: lastPause ?? null };
}

export async function insertPause(
  tx: Queryable,
  pause: { botId: string; reason: string; adminId: string; at: Date },
): Promise<void> {
  await tx`
    insert into bot_pauses (bot_id, reason, paused_by, paused_at)
    values (${pause.botId}, ${pause.reason}, ${pause.adminId}, ${pause.at})`;
}

export async function endPause(tx: Queryable, pauseId: string, ending: { adminId: string; at: Date }): Promise<void> {
  await tx`
    update bot_pauses set resumed_by = ${ending.adminId}, resumed_at = ${ending.at}
    where id = ${pauseId}::bigint and resumed_at is null`;
}

/** Lists mails that were given up, latest first, and counts all of them. */
export async function listFailedMails(
  sql: Queryable,
  now: Date,
  limit: number,
): Promise<{ failedCount: number; failed: FailedMail[] }> {
  const rows = await sql<
    (Omit<FailedMail, "queuedAt" | "failedAt"> & { queuedAt: Date; failedAt: Date; total: number })[]
  >`
    select m.id, m.user_id as "userId", coalesce(m.recipient, u.email) as recipient, m.template, m.attempts,
      coalesce(m.last_error, '') as reason, m.created_at as "queuedAt", m.failed_at as "failedAt",
      m.expires_at is null or m.expires_at > ${now} as "canBeSentAgain", (count(*) over ())::int as total
    from mail_outbox m join users u on u.id = m.user_id
    where m.failed_at is not null order by m.failed_at desc, m.id limit ${limit}`;
  return {
    failedCount: rows[0]?.total ?? 0,
    failed: rows.map(({ total: _total, ...row }) => ({
      ...row,
      queuedAt: row.queuedAt.toISOString(),
      failedAt: row.failedAt.toISOString(),
    })),
  };
}

interface MailState {
  userId: string;
  template: string;
  hasFailed: boolean;
  hasEnded: boolean;
}

/** Locks a mail until the transaction ends. */
export async function lockMail(tx: Queryable, id: string, now: Date): Promise<MailState | undefined> {
  const rows = await tx<MailState[]>`
    select user_id as "userId", template, failed_at is not null as "hasFailed",
      coalesce(expires_at <= ${now}, false) as "hasEnded"
    from mail_outbox where id = ${id} for update`;
  return rows[0];
}

/** Makes a mail due again, as if it were new. */
export async function renewMail(tx: Queryable, id: string): Promise<void> {
  await tx`
    update mail_outbox set failed_at = null, last_error = null, attempts = 0, next_attempt_at = clock_timestamp()
    where id = ${id}`;
}
