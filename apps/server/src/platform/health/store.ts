import type { Queryable } from "../db/pool.ts";

/** More waiting leaves than this are not counted. */
const MOST_COUNTED = 100_000;

interface LogBacklog {
  waiting: number;
  /** When the oldest waiting leaf was written; null without one. */
  oldestAt: Date | null;
  isStopped: boolean;
}

export async function readLogBacklog(sql: Queryable): Promise<LogBacklog> {
  const [row] = await sql<LogBacklog[]>`
    select (select count(*)::int from (select from log_outbox limit ${MOST_COUNTED}) o) as waiting,
      (select written_at from log_outbox order by id limit 1) as "oldestAt",
      exists (select from log_state where stopped is not null) as "isStopped"`;
  return row ?? { waiting: 0, oldestAt: null, isStopped: false };
}

/** The bytes that the files of this database take. */
export async function readDatabaseBytes(sql: Queryable): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`;
  return row?.bytes ?? 0;
}

/** A standby; all fields are null when the owner of the tables may not see the server's statistics. */
interface Standby {
  standby: string | null;
  lagBytes: number | null;
  lagSeconds: number | null;
}

export function listStandbys(sql: Queryable): Promise<Standby[]> {
  return sql<Standby[]>`
    select standby, lag_bytes::float8 as "lagBytes", lag_seconds as "lagSeconds" from read_standbys()`;
}

/** The newest transactions whose entries are summed at each reading. Comparing the books checks all of them. */
const SUMMED_TRANSACTIONS = 1_000;

/** The sum, in cents, of the entries of the newest transactions. It is 0 unless the ledger is wrong. */
export async function readLedgerImbalance(sql: Queryable): Promise<number> {
  const [row] = await sql<{ cents: string }[]>`
    select (coalesce(sum(amount), 0) * 100)::bigint::text as cents from ledger_entries
    where transaction_id > (select coalesce(max(id), 0) - ${SUMMED_TRANSACTIONS} from ledger_transactions)`;
  return Number(row?.cents ?? 0);
}

/** Mails that were given up and not sent again. */
export async function countFailedMails(sql: Queryable): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from mail_outbox where failed_at is not null`;
  return row?.count ?? 0;
}

/** The state of the process that trades, by the database's clock. */
export interface TraderState {
  /** The process that holds the lease; null if no process ever held it. */
  holder: string | null;
  isAlive: boolean;
  /** Null without prices. */
  newestPriceAgeSeconds: number | null;
  /** When the clock reaches the newest price and the end of the bots' last bars, if these are ahead: the clock was set back. */
  waitsUntil: Date | null;
}

/** A price may be ahead of the clock by this much, because two clocks are never equal. */
const CLOCK_TOLERANCE_SECONDS = 2;

export async function readTraderState(sql: Queryable): Promise<TraderState> {
  const [row] = await sql<TraderState[]>`
    select l.holder, coalesce(l.expires_at > clock_timestamp(), false) as "isAlive",
      extract(epoch from clock_timestamp() - p.newest)::float8 as "newestPriceAgeSeconds",
      case when greatest(p.newest, b.ended) > clock_timestamp() + make_interval(secs => ${CLOCK_TOLERANCE_SECONDS})
        then greatest(p.newest, b.ended) end as "waitsUntil"
    from (select max(priced_at) as newest from market_prices where bar_time is null) p
    cross join (
      select to_timestamp(max(case when jsonb_typeof(s.value -> 'barTime') = 'number' then (s.value -> 'barTime')::float8 end) / 1000)
        + interval '1 minute' as ended
      from bot_engines e
      cross join lateral jsonb_each(case when jsonb_typeof(e.state -> 'symbols') = 'object' then e.state -> 'symbols' end) s
      where exists (select from market_prices m where m.symbol = s.key and m.bar_time is null)
    ) b
    left join leases l on l.name = 'trader'`;
  return row ?? { holder: null, isAlive: false, newestPriceAgeSeconds: null, waitsUntil: null };
}

/** True when the database takes no writes: a standby, or one that was set to read-only. */
export async function isReadOnly(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ isReadOnly: boolean }[]>`
    select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly"`;
  return row?.isReadOnly ?? true;
}
