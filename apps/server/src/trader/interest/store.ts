import {
  accrual,
  type Accrual,
  type DaySum,
  factor,
  type Factor,
  formatAccrual,
  formatDecimal,
  type Nav,
  parseAccrual,
  parseDecimal,
  parseNav,
  parseUnits,
  type Units,
} from "@wazi/domain";
import { GIVEN_INTEREST } from "../../bank/api.ts";
import { UNITS_COLUMN } from "../../ledger/api.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import type { PoolTrade } from "../loop/open-trade.ts";

const PLACES = 12;

/** The interest of statements that pools have got, and the parts of days that they have not settled. */
export async function sumTaken(sql: Queryable): Promise<Accrual> {
  const [row] = await sql<{ taken: string }[]>`
    select coalesce(sum(coalesce(${sql.raw(GIVEN_INTEREST)}, s.part)), 0)::numeric(30, 12)::text as taken
    from interest_day_shares s
    left join pool_interest i on i.bot_id = s.bot_id and i.day = s.day and i.source = 'statements'`;
  return parseAccrual(row?.taken ?? "0");
}

export async function isDayFixed(sql: Queryable, day: string): Promise<boolean> {
  const rows = await sql`select from interest_days where day = ${day}::date`;
  return rows.length > 0;
}

/** A pool that settles a day some time. */
export interface SharingPool {
  botId: string;
  nav: Nav;
  units: Units;
  openTrades: readonly PoolTrade[];
}

/** The pools with units that trade, and whose days before this one were settled or will be. */
export async function listSharingPools(sql: Queryable, day: string): Promise<SharingPool[]> {
  const rows = await sql<{ botId: string; nav: string; units: string; openTrades: readonly PoolTrade[] }[]>`
    select p.bot_id as "botId", p.nav::text, ${sql.raw(UNITS_COLUMN)}, p.open_trades as "openTrades"
    from pools p where p.status = 'trading' and p.interest_day < ${day}::date order by p.bot_id`;
  return rows.map((row) => ({ ...row, nav: parseNav(row.nav), units: parseUnits(row.units) }));
}

export async function insertDay(
  tx: Tx,
  day: string,
  { portion, carried, idle, growth }: DaySum & { idle: Accrual; growth: Factor },
  shares: readonly { botId: string; idle: Accrual; part: Accrual }[],
): Promise<void> {
  await tx`
    insert into interest_days (day, portion, carried, idle, growth)
    values (${day}::date, ${formatAccrual(portion)}::numeric, ${formatAccrual(carried)}::numeric, ${formatAccrual(idle)}::numeric,
      ${formatDecimal(growth, PLACES)}::numeric)`;
  await tx`
    insert into interest_day_shares (day, bot_id, idle, part)
    select ${day}::date, * from unnest(${shares.map(({ botId }) => botId)}::uuid[],
      ${shares.map(({ idle }) => formatAccrual(idle))}::numeric[], ${shares.map(({ part }) => formatAccrual(part))}::numeric[])`;
}

/** The share of a pool that it has not got yet; null without one. */
export async function findShare(
  sql: Queryable,
  day: string,
  botId: string,
): Promise<{ idle: Accrual; growth: Factor } | null> {
  const [row] = await sql<{ idle: string; growth: string }[]>`
    select s.idle::text, d.growth::text from interest_day_shares s join interest_days d using (day)
    where s.day = ${day}::date and s.bot_id = ${botId} and not exists (
      select from pool_interest i where i.bot_id = s.bot_id and i.day = s.day and i.source = 'statements')`;
  if (!row) return null;
  return { idle: accrual(parseDecimal(row.idle, PLACES)), growth: factor(parseDecimal(row.growth, PLACES)) };
}
