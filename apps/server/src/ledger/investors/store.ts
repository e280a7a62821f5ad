import {
  accrual,
  accrue,
  accrueBillInterest,
  type BotQuote,
  type Cents,
  computePlanDeposits,
  type Holding,
  type InvestorFunds,
  type Marks,
  marksWithoutTrade,
  type Nav,
  nav,
  parseAccrual,
  parseBasisPoints,
  parseCents,
  parseNav,
  parseUnits,
  type PlanFlow,
  type Position,
  type RiskParameters,
  type ShareAbove,
  type UserSharePct,
} from "@wazi/domain";
import type { BotMarket } from "@wazi/contracts";
import type { Sql } from "../../platform/db/pool.ts";
import { BOT_STATUS_COLUMN } from "../pools/store.ts";
import type { UserRead } from "../../platform/http/user-read.ts";

/** A bot's pool, as decisions use it. */
export interface PoolView extends BotQuote {
  name: string;
  market: BotMarket;
  place: number;
  status: "trading" | "paused" | "halted" | "winding-up";
  version: string;
  /** A trade is being closed at this moment, so the snapshot must be read again. */
  frozen: boolean;
  /** False when a trade is open and there is no fresh price. Units cannot be bought or redeemed then. */
  fresh: boolean;
  valuedAt: Date;
  /** The running sum of interest per unit. */
  interestSum: Nav;
  /** The index of Treasury bills. */
  billIndex: Nav;
  /** The last market day whose interest is settled (YYYY-MM-DD); null before the first. */
  interestDay: string | null;
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
  /** The part of it that counts for the plan: less what was soon withdrawn. */
  planDeposits: Cents;
  /** The own money that may be in bots, by the investor's answers; null for no limit. */
  suitabilityLimit: Cents | null;
  /** Every bot, in catalogue order. */
  bots: InvestorBot[];
}

/** An investor's own rows, as a statement with `INVESTOR_COLUMNS` reads them. */
interface InvestorRow {
  userId: string;
  balances: Record<string, string> | null;
  totalDeposits: string;
  planFlows: PlanFlowRow[] | null;
  suitabilityLimit: string | null;
  held: HeldRow[] | null;
}

/** A bot's rows, as a statement with `ALL_BOTS` reads them. They are the same for all investors. */
interface BotRow {
  id: string;
  name: string;
  market: BotMarket;
  place: number;
  status: PoolView["status"];
  version: string;
  frozen: boolean;
  nav: string;
  interestSum: string;
  billIndex: string;
  interestDay: string | null;
  tradeOpen: boolean;
  mark: { current: boolean; entry: string; exit: string; ageMs: number; pricedAt: string } | null;
}

/** An investor's position and waiting exit in one bot, in the order of `HELD`. */
type HeldRow = readonly [
  botId: string,
  units: string,
  ownDeposit: string,
  ownProfit: string,
  lossCarried: string,
  userSharePct: UserSharePct,
  version: string,
  isActive: boolean,
  activatedAt: string,
  stopLossPct: string | null,
  takeProfitPct: string | null,
  interest: string,
  interestSum: string,
  shareAbove: ShareAbove,
  billInterest: string,
  billIndex: string,
  exit: { id: string; kind: ExitKind; amount: string | null; requestedAt: string; version: string } | null,
];

/** Figures are text, because JSON has no decimals. */
const balancesOf = (userId: string): string => `(
  select json_object_agg(split_part(a.code, ':', 3), a.balance::text) from ledger_accounts a where a.user_id = ${userId})`;

/** Text of a position `h` with its waiting exit `x`: an array, which PostgreSQL writes in a third of an object's time. */
const HELD = `json_build_array(h.bot_id, h.units::text, h.own_deposit::text, h.own_profit::text, h.loss_carried::text,
  h.user_share_pct, h.version::text, h.is_active, h.activated_at, h.stop_loss_pct::text, h.take_profit_pct::text,
  h.interest::text, h.interest_sum::text, h.share_above, h.bill_interest::text, h.bill_index::text,
  case when x.id is not null then json_build_object('id', x.id, 'kind', x.kind, 'amount', x.amount::text,
    'requestedAt', x.requested_at, 'version', x.version::text) end)`;
/** Text of the join of a position `h` with its waiting exit `x`. */
export const WAITING_EXIT = `left join exits x on x.bot_id = h.bot_id and x.user_id = h.user_id and x.status = 'pending'`;

/** Text of a query for the sum of an investor's completed deposits, over `users u`. */
const TOTAL_DEPOSITS = `select coalesce(sum(coalesce(d.received_amount, d.amount)), 0)::text from deposits d
    where d.user_id = u.id and d.status = 'completed'`;

/** A deposit or a withdrawal with its amount and milliseconds, in the order of `PLAN_FLOWS`. */
type PlanFlowRow = readonly [kind: PlanFlow["kind"], amount: string, at: number];

/** Text of a query for the flows that count for an investor's plan, over `users u`; null where deposits alone count. */
const PLAN_FLOWS = `select case when exists (select from withdrawals w where w.user_id = u.id and w.status = 'completed' and w.from_deposit > 0) then (
    select json_agg(json_build_array(kind, amount::text, extract(epoch from at) * 1000)) from (
      select 'deposit' as kind, coalesce(d.received_amount, d.amount) as amount, coalesce(d.settled_at, d.created_at) as at
      from deposits d where d.user_id = u.id and d.status = 'completed'
      union all
      select 'withdrawal', w.from_deposit, coalesce(w.settled_at, w.created_at)
      from withdrawals w where w.user_id = u.id and w.status = 'completed' and w.from_deposit > 0) f) end`;

/** The money that counts for a user's plan. */
export const planDepositsRead: UserRead<Cents> = {
  own: `select json_build_array((${TOTAL_DEPOSITS}), (${PLAN_FLOWS}))`,
  parse: ([total, flows]: [string, PlanFlowRow[] | null]) => toPlanDeposits(total, flows),
};

function toPlanDeposits(total: string, flows: readonly PlanFlowRow[] | null): Cents {
  if (flows === null) return parseCents(total);
  return computePlanDeposits(flows.map(([kind, amount, at]) => ({ kind, amount: parseCents(amount), at })));
}

/** Column text of an investor's row, over `users u`. */
const INVESTOR_COLUMNS = `u.id as "userId", ${balancesOf("u.id")} as balances,
  (${TOTAL_DEPOSITS}) as "totalDeposits", (${PLAN_FLOWS}) as "planFlows",
  (select l.limit_amount::text from suitability_limits l where l.user_id = u.id and l.effective_at <= now()
    order by l.id desc limit 1) as "suitabilityLimit",
  (select json_agg(${HELD}) from positions h ${WAITING_EXIT} where h.user_id = u.id) as held`;

/** Text of a query for all bots with their pools and marks, as one JSON array in catalogue order. */
export const ALL_BOTS = `select json_agg(json_build_object(
    'id', b.id, 'name', b.name, 'market', b.market, 'place', b.place, 'status', ${BOT_STATUS_COLUMN},
    'version', p.version::text, 'frozen', p.frozen, 'nav', p.nav::text, 'interestSum', p.interest_sum::text,
    'billIndex', p.bill_index::text, 'interestDay', p.interest_day, 'tradeOpen', p.open_trade is not null,
    'mark', case when m.bot_id is not null then json_build_object(
      'current', m.version = p.version and m.usable, 'entry', m.entry_mark::text, 'exit', m.exit_mark::text, 'pricedAt', m.priced_at,
      'ageMs', extract(epoch from clock_timestamp() - m.priced_at) * 1000) end) order by b.place)
  from trading_bots b join pools p on p.bot_id = b.id left join pool_marks m on m.bot_id = b.id`;

/** Reads the snapshots of several investors, keyed by user id. Bots are read once, in the first row. */
export async function readInvestors(
  sql: Sql,
  userIds: readonly string[],
  maxPriceAgeMs: number,
): Promise<Map<string, InvestorSnapshot>> {
  const rows = await sql.byKey<(InvestorRow & { bots: BotRow[] | null })[]>`
    select ${sql.raw(INVESTOR_COLUMNS)}, case when asked.n = 1 then (${sql.raw(ALL_BOTS)}) end as bots
    from unnest(${userIds}::uuid[]) with ordinality asked (id, n) left join users u on u.id = asked.id
    order by asked.n`;
  const bots = rows[0]?.bots ?? [];
  return new Map(
    rows.filter(({ userId }) => userId !== null).map((row) => [row.userId, toSnapshot({ row, bots }, maxPriceAgeMs)]),
  );
}

/** One position with its bot. */
export interface HeldSnapshot extends Pick<InvestorSnapshot, "userId"> {
  pool: PoolView;
  position: HeldPosition;
}

/** A position `h` with its waiting exit `x`, as a statement with `HELD_COLUMN` reads it; bots in the first row only. */
export interface HeldSnapshotRow {
  userId: string;
  held: HeldRow;
  bots: BotRow[] | null;
}

/** Text of the column of a `HeldSnapshotRow`. */
export const HELD_COLUMN = `${HELD} as held`;

export function toHeldSnapshots(rows: readonly HeldSnapshotRow[], maxPriceAgeMs: number): HeldSnapshot[] {
  const pools = new Map(toPools(rows[0]?.bots ?? [], maxPriceAgeMs).map((pool) => [pool.id, pool]));
  return rows.flatMap(({ userId, held }) => {
    const [botId] = held;
    const pool = pools.get(botId);
    return pool ? [{ userId, pool, position: toPosition(held, pool) }] : [];
  });
}

/** The investor's data that was read with a call's session. */
export interface FirstRead {
  row: InvestorRow;
  /** Shared by the calls of one statement. */
  bots: readonly BotRow[];
  /** Milliseconds of `performance.now()`. */
  readAt: number;
}

/**
 * A decision about money uses a first read for this long. The body of a request may arrive much later than its headers,
 * and nobody may trade at a price from the time of the headers.
 */
const MAX_FIRST_READ_AGE_MS = 250;

/** Returns the first read while money may be moved at its prices; otherwise null. */
export function takeIfFresh<T extends { readAt: number }>(first: T | null): T | null {
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
  if (first) return toSnapshot(first, maxPriceAgeMs);
  const snapshot = (await readInvestors(sql, [userId], maxPriceAgeMs)).get(userId);
  if (!snapshot) throw new Error(`No user ${userId}`);
  return snapshot;
}

function toSnapshot({ row, bots }: Omit<FirstRead, "readAt">, maxPriceAgeMs: number): InvestorSnapshot {
  const held = new Map((row.held ?? []).map((each) => [each[0], each]));
  const pools = toPools(bots, maxPriceAgeMs);
  return {
    userId: row.userId,
    funds: toFunds(row.balances),
    totalDeposits: parseCents(row.totalDeposits),
    planDeposits: toPlanDeposits(row.totalDeposits, row.planFlows),
    suitabilityLimit: row.suitabilityLimit === null ? null : parseCents(row.suitabilityLimit),
    bots: pools.map((pool) => {
      const position = held.get(pool.id);
      return { pool, position: position ? toPosition(position, pool) : null };
    }),
  };
}

function toFunds(balances: InvestorRow["balances"]): InvestorFunds {
  const balance = (kind: string): Cents => parseCents(balances?.[kind] ?? "0");
  return {
    depositFunds: balance("deposit_funds"),
    profitFunds: balance("profit_funds"),
    withdrawalHold: balance("withdrawal_hold"),
    runningProfit: balance("running_profit"),
  };
}

/** The pools of bots that one statement has read for several calls. */
const poolsOfBots = new WeakMap<readonly BotRow[], { maxPriceAgeMs: number; pools: PoolView[] }>();

function toPools(bots: readonly BotRow[], maxPriceAgeMs: number): PoolView[] {
  const known = poolsOfBots.get(bots);
  if (known?.maxPriceAgeMs === maxPriceAgeMs) return known.pools;
  const now = new Date();
  const pools = bots.map((bot) => toPool(bot, maxPriceAgeMs, now));
  poolsOfBots.set(bots, { maxPriceAgeMs, pools });
  return pools;
}

function toPool(row: BotRow, maxPriceAgeMs: number, now: Date): PoolView {
  const closedNav = parseNav(row.nav);
  const { mark } = row;
  const marks: Marks =
    row.tradeOpen && mark
      ? { entry: parseNav(mark.entry), exit: parseNav(mark.exit), tradeOpen: true }
      : { ...marksWithoutTrade(closedNav), tradeOpen: row.tradeOpen };
  return {
    id: row.id,
    nav: closedNav,
    marks,
    name: row.name,
    market: row.market,
    place: row.place,
    status: row.status,
    version: row.version,
    frozen: row.frozen,
    fresh: !row.tradeOpen || (mark !== null && mark.current && mark.ageMs <= maxPriceAgeMs),
    valuedAt: row.tradeOpen && mark ? new Date(mark.pricedAt) : now,
    interestSum: parseNav(row.interestSum),
    billIndex: parseNav(row.billIndex),
    interestDay: row.interestDay,
  };
}

/** A position with the interest that it, and bills, have earned until now. */
function toPosition(
  [, units, ownDeposit, ownProfit, lossCarried, ...others]: HeldRow,
  pool: Pick<PoolView, "interestSum" | "billIndex">,
): HeldPosition {
  const [userSharePct, version, isActive, activatedAt, stopLossPct, takeProfitPct, interest, interestSum, ...last] =
    others;
  const [shareAbove, billInterest, billIndex, exit] = last;
  const held = parseUnits(units);
  const later = accrue(held, nav(pool.interestSum - parseNav(interestSum)));
  const own = { ownDeposit: parseCents(ownDeposit), ownProfit: parseCents(ownProfit) };
  const earned = { shareAbove, billInterest: parseAccrual(billInterest) };
  return {
    units: held,
    ...own,
    lossCarried: parseCents(lossCarried),
    interest: accrual(parseAccrual(interest) + later),
    userSharePct,
    shareAbove,
    billInterest: accrueBillInterest({ ...own, ...earned }, { from: parseNav(billIndex), to: pool.billIndex }),
    version,
    isActive,
    activatedAt: new Date(activatedAt),
    risk: { stopLoss: percentOf(stopLossPct), takeProfit: percentOf(takeProfitPct) },
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

/** The investor with the bots, for calls that show figures. */
export const investorRead: UserRead<FirstRead> = {
  own: `select row_to_json(i) from (select ${INVESTOR_COLUMNS}) i`,
  common: ALL_BOTS,
  parse: (row: InvestorRow, bots: BotRow[] | null) => ({ row, bots: bots ?? NO_BOTS, readAt: performance.now() }),
};

const NO_BOTS: readonly BotRow[] = [];
