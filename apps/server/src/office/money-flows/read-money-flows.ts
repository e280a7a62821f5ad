import { DAY_MS } from "@wazi/contracts";
import type { AnswerOf, getMoneyFlows as call, MoneyFlowDay } from "@wazi/contracts";
import {
  add,
  cents,
  formatCents,
  negate,
  parseCents,
  parseNav,
  parseUnits,
  subtract,
  valueDown,
  ZERO_CENTS,
  type Cents,
} from "@wazi/domain";
import { readPoolValues, type PoolValue } from "../../investing/api.ts";
import {
  sumLedgerDays,
  nextDay,
  toDay,
  storeLedgerDays,
  findFirstDay,
  listInterestDays,
  listStoredDays,
  listStoredPools,
  type DayFlows,
  type DayPool,
} from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { SNAPSHOT, type Sql, type Tx } from "../../platform/db/pool.ts";
import * as texts from "../../messages/office.ts";

type Answer = AnswerOf<typeof call>;

/**
 * Days are stored as they end. Only a database that was just restored or filled has many to store, and each call stores some
 * of them.
 */
const MAX_STORING_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

export interface MoneyFlowDeps {
  sql: Sql;
  now: () => Date;
}

/**
 * Reads the money flows of each of the last `days` days (UTC) since the first movement, and what was held and owed at the
 * end of each day. All figures come from the ledger: past days from their stored sums, the rest is added up now.
 * @throws AppError BUSY while many past days are not stored yet
 */
export async function readMoneyFlows(deps: MoneyFlowDeps, days: number): Promise<Answer> {
  if (!(await storeLedgerDays(deps, { maxMs: MAX_STORING_MS }))) {
    throw new AppError("BUSY", texts.moneyFlowsBusy, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  return deps.sql.begin(SNAPSHOT, async (tx) => {
    const at = deps.now();
    const from = toDay(new Date(at.getTime() - (days - 1) * DAY_MS));
    const { flows, pools } = await readDays(tx, from, toDay(at));
    const poolsOf = new Map<string, DayPool[]>();
    for (const pool of pools) poolsOf.set(pool.day, [...(poolsOf.get(pool.day) ?? []), pool]);
    const totals = new Totals();
    const shown: MoneyFlowDay[] = [];
    let positions = ZERO_CENTS;
    for (const flow of flows) {
      const otherBefore = totals.otherWith(positions);
      totals.take(flow);
      positions = sumUnitValues(poolsOf.get(flow.day) ?? [], getClosedNav);
      if (flow.day < from) continue;
      const other = subtract(totals.otherWith(positions), otherBefore);
      shown.push(toMoneyFlowDay(flow, totals, positions, other));
    }
    return { at: at.toISOString(), days: shown, now: toCurrentFigures(totals, positions, await readPoolValues(tx)) };
  });
}

/** Reads the flows of all days until today, and the pools of the days since the day before `from`. */
async function readDays(tx: Tx, from: string, today: string): Promise<{ flows: InterestFlows[]; pools: DayPool[] }> {
  const kept = await listStoredDays(tx);
  const lastKept = kept.at(-1)?.day ?? null;
  const first = lastKept === null ? await findFirstDay(tx) : nextDay(lastKept);
  const dayBefore = toDay(new Date(Date.parse(from) - DAY_MS));
  const keptPools = await listStoredPools(tx, dayBefore);
  const interest = new Map((await listInterestDays(tx)).map((each) => [each.day, each.interest]));
  const withInterest = (flow: DayFlows): InterestFlows => splitInterest(flow, interest.get(flow.day) ?? "0.00");
  if (first === null || first > today) return { flows: kept.map(withInterest), pools: keptPools };
  const rest = await sumLedgerDays(tx, { first, last: today, lastKept });
  return { flows: [...kept, ...rest.flows].map(withInterest), pools: [...keptPools, ...rest.pools] };
}

type InterestFlows = DayFlows & { interest: string };

/** The ledger's days count interest as money from outside, which is no deposit. */
function splitInterest(flow: DayFlows, interest: string): InterestFlows {
  return { ...flow, moneyIn: formatCents(subtract(parseCents(flow.moneyIn), parseCents(interest))), interest };
}

/** Running totals over all days so far. */
class Totals {
  held = ZERO_CENTS;
  balances = ZERO_CENTS;
  onHold = ZERO_CENTS;
  runningProfit = ZERO_CENTS;
  platformIncome = ZERO_CENTS;
  adjusted = ZERO_CENTS;
  private pools = ZERO_CENTS;
  private platformOther = ZERO_CENTS;

  take(flow: InterestFlows): void {
    const traded = subtract(parseCents(flow.traded), parseCents(flow.moneyOut));
    this.held = add(this.held, parseCents(flow.moneyIn), parseCents(flow.interest), traded);
    this.balances = add(this.balances, parseCents(flow.balances));
    this.onHold = add(this.onHold, parseCents(flow.onHold));
    this.runningProfit = add(this.runningProfit, parseCents(flow.runningProfit));
    this.platformIncome = add(this.platformIncome, parseCents(flow.platformIncome));
    this.adjusted = add(this.adjusted, parseCents(flow.adjusted));
    this.pools = add(this.pools, parseCents(flow.pools));
    this.platformOther = add(this.platformOther, parseCents(flow.platformOther));
  }

  /** Money owed to investors outside of their positions. */
  get funds(): Cents {
    return add(this.balances, this.onHold, this.runningProfit);
  }

  /** Fees, losses and rounding, including the cents that pools hold beyond the value of their units. */
  otherWith(positionsAtNav: Cents): Cents {
    return add(this.platformOther, subtract(this.pools, positionsAtNav));
  }
}

function toMoneyFlowDay(flow: InterestFlows, totals: Totals, positions: Cents, other: Cents): MoneyFlowDay {
  const { day, moneyIn, moneyOut, traded, interest, adjusted, platformIncome } = flow;
  return {
    day,
    moneyIn,
    moneyOut,
    traded,
    interest,
    adjusted,
    platformIncome,
    other: formatCents(other),
    held: formatCents(totals.held),
    owed: formatCents(add(totals.funds, positions)),
  };
}

function toCurrentFigures(totals: Totals, atNav: Cents, values: readonly PoolValue[]): Answer["now"] {
  const positions = sumUnitValues(values, ({ exitMark }) => exitMark);
  return {
    held: formatCents(totals.held),
    owed: formatCents(add(totals.funds, positions)),
    balances: formatCents(totals.balances),
    onHold: formatCents(totals.onHold),
    runningProfit: formatCents(totals.runningProfit),
    positions: formatCents(positions),
    platformIncome: formatCents(totals.platformIncome),
    adjusted: formatCents(totals.adjusted),
    other: formatCents(totals.otherWith(atNav)),
    openTrades: formatCents(add(atNav, negate(positions))),
  };
}

/** Sums the value of the bots' units, rounding each bot down to the cent. */
function sumUnitValues<T extends { units: string }>(pools: readonly T[], navOf: (pool: T) => string): Cents {
  return cents(pools.reduce((sum, pool) => sum + valueDown(parseUnits(pool.units), parseNav(navOf(pool))), 0n));
}

/** Before its first trade, a series has a unit price of 1. */
function getClosedNav({ nav, navSeries, unitsSeries }: DayPool): string {
  return navSeries >= unitsSeries ? nav : "1";
}
