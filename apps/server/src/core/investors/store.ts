import {
  parseBasisPoints,
  marksWithoutTrade,
  parseCents,
  parseNav,
  parseUnits,
  type BotQuote,
  type Cents,
  type Holding,
  type InvestorFunds,
  type Marks,
  type Position,
  type RiskParameters,
  type UserSharePct,
} from "@wazi/domain";
import type { Market } from "@wazi/contracts";
import type { Sql } from "../../db/pool.ts";
import { BOT_STATUS_COLUMN } from "../bots/pause-store.ts";

/** A bot's pool, as decisions use it. */
export interface PoolView extends BotQuote {
  name: string;
  market: Market;
  place: number;
  status: "trading" | "paused" | "halted" | "winding-up";
  version: string;
  /** A trade is being closed at this moment, so the snapshot must be read again. */
  frozen: boolean;
  /** False when a trade is open and there is no fresh price. Units cannot be bought or redeemed then. */
  fresh: boolean;
  valuedAt: Date;
}

export interface HeldPosition extends Position {
  version: string;
  isActive: boolean;
  activatedAt: Date;
  risk: RiskParameters;
  waitingExit: WaitingExit | null;
}

export type ExitKind = "deactivation" | "investment-transfer" | "profit-transfer";

/** An exit of a position that waits for a price. */
export interface WaitingExit {
  id: string;
  kind: ExitKind;
  /** The own money to transfer, or the share of the gain; null for the whole position. */
  amount: Cents | null;
  requestedAt: Date;
  version: string;
}

export interface InvestorBot {
  pool: PoolView;
  position: HeldPosition | null;
}

/** Everything that money decisions about one investor need. One statement reads it, so it is consistent. */
export interface InvestorSnapshot {
  userId: string;
  funds: InvestorFunds;
  totalDeposits: Cents;
  /** Every bot, in catalogue order. */
  bots: InvestorBot[];
}

/** An investor's rows as a statement with `SNAPSHOT_COLUMNS` reads them. */
export interface SnapshotRow extends FundsRow {
  bots: (BotRow & HeldRow)[];
}

interface FundsRow {
  userId: string;
  balances: Record<string, string> | null;
  totalDeposits: string;
}

interface BotRow {
  id: string;
  name: string;
  market: Market;
  place: number;
  status: PoolView["status"];
  version: string;
  frozen: boolean;
  nav: string;
  tradeOpen: boolean;
  mark: { current: boolean; entry: string; exit: string; ageMs: number; pricedAt: string } | null;
}

/** An investor's position and waiting exit in one bot. */
interface HeldRow {
  position: {
    units: string;
    ownDeposit: string;
    ownProfit: string;
    lossCarried: string;
    userSharePct: UserSharePct;
    version: string;
    isActive: boolean;
    activatedAt: string;
    stopLossPct: string | null;
    takeProfitPct: string | null;
  } | null;
  exit: { id: string; kind: ExitKind; amount: string | null; requestedAt: string; version: string } | null;
}

/** Figures are text, because JSON has no decimals. */
const FUNDS_COLUMNS = `u.id as "userId",
  (select json_object_agg(split_part(a.code, ':', 3), a.balance::text) from ledger_accounts a where a.user_id = u.id) as balances,
  (select coalesce(sum(coalesce(d.received_amount, d.amount)), 0)::text from deposits d
    where d.user_id = u.id and d.status = 'completed') as "totalDeposits"`;

const BOT_FIELDS = `'id', b.id, 'name', b.name, 'market', b.market, 'place', b.place, 'status', ${BOT_STATUS_COLUMN},
  'version', p.version::text, 'frozen', p.frozen, 'nav', p.nav::text, 'tradeOpen', p.open_trade is not null,
  'mark', case when m.bot_id is not null then json_build_object(
    'current', m.version = p.version and m.usable, 'entry', m.entry_mark::text, 'exit', m.exit_mark::text, 'pricedAt', m.priced_at,
    'ageMs', extract(epoch from clock_timestamp() - m.priced_at) * 1000) end`;
const BOTS_WITH_POOLS = `trading_bots b join pools p on p.bot_id = b.id left join pool_marks m on m.bot_id = b.id`;

const HELD_FIELDS = `'position', case when h.user_id is not null then json_build_object(
    'units', h.units::text, 'ownDeposit', h.own_deposit::text, 'ownProfit', h.own_profit::text,
    'lossCarried', h.loss_carried::text, 'userSharePct', h.user_share_pct, 'version', h.version::text,
    'isActive', h.is_active, 'activatedAt', h.activated_at,
    'stopLossPct', h.stop_loss_pct::text, 'takeProfitPct', h.take_profit_pct::text) end,
  'exit', case when x.id is not null then json_build_object('id', x.id, 'kind', x.kind, 'amount', x.amount::text,
    'requestedAt', x.requested_at, 'version', x.version::text) end`;

/** Column text of a snapshot's row, over `users u`. */
export const SNAPSHOT_COLUMNS = `${FUNDS_COLUMNS}, (
    select json_agg(json_build_object(${BOT_FIELDS}, ${HELD_FIELDS}) order by b.place)
    from ${BOTS_WITH_POOLS}
    left join positions h on h.bot_id = b.id and h.user_id = u.id
    left join exits x on x.bot_id = b.id and x.user_id = u.id and x.status = 'pending'
  ) as bots`;

/**
 * The first row has the bots, which are the same for all; each other row has one investor. One statement reads all of
 * them.
 */
interface ManyRow extends Omit<FundsRow, "userId"> {
  userId: string | null;
  bots: BotRow[] | null;
  held: (HeldRow & { botId: string })[] | null;
}

/** Reads the snapshots of several investors, keyed by user id. */
export async function readInvestors(
  sql: Sql,
  userIds: readonly string[],
  maxPriceAgeMs: number,
): Promise<Map<string, InvestorSnapshot>> {
  const rows = await sql<ManyRow[]>`
    select null::uuid as "userId", null::json as balances, null::text as "totalDeposits",
      (select json_agg(json_build_object(${sql.raw(BOT_FIELDS)}) order by b.place) from ${sql.raw(BOTS_WITH_POOLS)}) as bots,
      null::json as held
    union all
    select ${sql.raw(FUNDS_COLUMNS)}, null, (
      select json_agg(json_build_object('botId', h.bot_id, ${sql.raw(HELD_FIELDS)}))
      from positions h left join exits x on x.bot_id = h.bot_id and x.user_id = h.user_id and x.status = 'pending'
      where h.user_id = u.id)
    from users u where u.id = any(${userIds}::uuid[])`;
  const now = new Date();
  const all = rows.find(({ userId }) => userId === null)?.bots ?? [];
  const pools = all.map((bot) => poolOf(bot, maxPriceAgeMs, now));
  const snapshots = new Map<string, InvestorSnapshot>();
  for (const { userId, held, ...row } of rows) {
    if (userId === null) continue;
    const inBot = (botId: string): HeldPosition | null => positionOf(held?.find((each) => each.botId === botId));
    const investorBots = pools.map((pool) => ({ pool, position: inBot(pool.id) }));
    snapshots.set(userId, { ...fundsOf({ userId, ...row }), bots: investorBots });
  }
  return snapshots;
}

/** What the statement that read a call's session has read of its investor. */
export interface FirstRead {
  row: SnapshotRow;
  /** Milliseconds of `performance.now()`. */
  readAt: number;
}

/**
 * A decision about money uses a first read for this long. The body of a request may arrive much later than its headers,
 * and nobody may trade at a price from the time of the headers.
 */
const MAX_FIRST_READ_AGE_MS = 250;

/** Returns the first read while money may be moved at its prices; otherwise null. */
export function takeIfFresh(first: FirstRead | null): FirstRead | null {
  return first && performance.now() - first.readAt <= MAX_FIRST_READ_AGE_MS ? first : null;
}

/**
 * Reads the snapshot of one investor, or takes it from the first read.
 * @throws Error when the user does not exist, which cannot happen for a session's user
 */
export async function readInvestor(
  sql: Sql,
  userId: string,
  maxPriceAgeMs: number,
  first?: FirstRead | null,
): Promise<InvestorSnapshot> {
  if (first) return snapshotOf(first.row, maxPriceAgeMs, new Date());
  // Comparing with a single id lets PostgreSQL reuse the plan. With a list, planning took as long as reading.
  const [row] = await sql<SnapshotRow[]>`select ${sql.raw(SNAPSHOT_COLUMNS)} from users u where u.id = ${userId}`;
  if (!row) throw new Error(`No user ${userId}`);
  return snapshotOf(row, maxPriceAgeMs, new Date());
}

function snapshotOf(row: SnapshotRow, maxPriceAgeMs: number, now: Date): InvestorSnapshot {
  const botsOfRow = row.bots.map((bot) => ({ pool: poolOf(bot, maxPriceAgeMs, now), position: positionOf(bot) }));
  return { ...fundsOf(row), bots: botsOfRow };
}

function fundsOf({ userId, balances, totalDeposits }: FundsRow): Omit<InvestorSnapshot, "bots"> {
  const balance = (kind: string): Cents => parseCents(balances?.[kind] ?? "0");
  return {
    userId,
    funds: {
      depositFunds: balance("deposit_funds"),
      profitFunds: balance("profit_funds"),
      withdrawalHold: balance("withdrawal_hold"),
      runningProfit: balance("running_profit"),
    },
    totalDeposits: parseCents(totalDeposits),
  };
}

function poolOf(row: BotRow, maxPriceAgeMs: number, now: Date): PoolView {
  const nav = parseNav(row.nav);
  const { mark } = row;
  const marks: Marks =
    row.tradeOpen && mark
      ? { entry: parseNav(mark.entry), exit: parseNav(mark.exit), tradeOpen: true }
      : { ...marksWithoutTrade(nav), tradeOpen: row.tradeOpen };
  return {
    id: row.id,
    nav,
    marks,
    name: row.name,
    market: row.market,
    place: row.place,
    status: row.status,
    version: row.version,
    frozen: row.frozen,
    fresh: !row.tradeOpen || (mark !== null && mark.current && mark.ageMs <= maxPriceAgeMs),
    valuedAt: row.tradeOpen && mark ? new Date(mark.pricedAt) : now,
  };
}

function positionOf(held: HeldRow | undefined): HeldPosition | null {
  if (!held?.position) return null;
  const { position, exit } = held;
  return {
    units: parseUnits(position.units),
    ownDeposit: parseCents(position.ownDeposit),
    ownProfit: parseCents(position.ownProfit),
    lossCarried: parseCents(position.lossCarried),
    userSharePct: position.userSharePct,
    version: position.version,
    isActive: position.isActive,
    activatedAt: new Date(position.activatedAt),
    risk: { stopLoss: percentOf(position.stopLossPct), takeProfit: percentOf(position.takeProfitPct) },
    waitingExit: exit && {
      ...exit,
      amount: exit.amount === null ? null : parseCents(exit.amount),
      requestedAt: new Date(exit.requestedAt),
    },
  };
}

const percentOf = (text: string | null) => (text === null ? null : parseBasisPoints(text));

/** Returns the active positions with their pools, in catalogue order. */
export function listHoldings(snapshot: InvestorSnapshot): (Holding & { bot: PoolView; position: HeldPosition })[] {
  return snapshot.bots.flatMap(({ pool, position }) => (position?.isActive ? [{ bot: pool, position }] : []));
}
