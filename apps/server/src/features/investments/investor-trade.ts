import type { FeedKind, Trade } from "@wazi/contracts";
import {
  cents,
  divideDown,
  formatCents,
  parseNav,
  parseUnits,
  SCALE,
  units,
  valueDown,
  type Cents,
  type Nav,
} from "@wazi/domain";
import { formatOwnBarTime } from "../../core/bots/own-bar-time.ts";
import type { UnitFlow } from "../../core/investors/unit-flow-store.ts";

export interface BotTradeRow {
  id: string;
  botId: string;
  botName: string;
  sequence: string;
  symbol: string;
  side: "buy" | "sell";
  exposure: string;
  entryPrice: string;
  exitPrice: string;
  executedAt: Date;
  barTime: Date;
  feed: FeedKind;
  navBefore: string;
  navAfter: string;
}

/** The trades with `after` < sequence <= `until` (null: up to now), during which an investor held units. */
export interface HoldingPeriod {
  after: bigint;
  until: bigint | null;
}

/** Finds the periods in which units were held, newest first. */
export function findHoldingPeriods(flows: readonly UnitFlow[]): HoldingPeriod[] {
  const stretches: HoldingPeriod[] = [];
  let held = 0n;
  let since: bigint | null = null;
  for (const flow of flows) {
    const at = BigInt(flow.closeSequence);
    held += parseUnits(flow.unitsDelta);
    if (held > 0n && since === null) {
      const last = stretches.at(-1);
      const isBackInside = last !== undefined && last.until !== null && last.until > at;
      // Leaving and rejoining during the same trade continues the period, so that the trade counts once.
      if (isBackInside) stretches.pop();
      since = isBackInside ? last.after : at;
    }
    if (held === 0n && since !== null) {
      // An investor who leaves during an open trade took part in it until then.
      stretches.push({ after: since, until: flow.tradeOpen ? at + 1n : at });
      since = null;
    }
  }
  if (since !== null) stretches.push({ after: since, until: null });
  return stretches.reverse();
}

/**
 * Converts a bot's trade to the investor's share of it; null when the investor held no units. Each flow during the trade
 * counts at its mark, so the gain is
 * units at opening × (nav after − nav before) + Σ units bought during the trade × (nav after − mark).
 */
export function toInvestorTrade(row: BotTradeRow, flows: readonly UnitFlow[]): Trade | null {
  const navBefore = parseNav(row.navBefore);
  const navAfter = parseNav(row.navAfter);
  const { opening, inside } = findUnitsInTrade(BigInt(row.sequence) - 1n, flows);
  let gain = opening * (navAfter - navBefore);
  let held = opening;
  let most = opening;
  for (const { mark, unitsDelta } of inside) {
    const delta = parseUnits(unitsDelta);
    gain += delta * (navAfter - parseNav(mark));
    held += delta;
    if (held > most) most = held;
  }
  if (most === 0n) return null;
  return {
    id: row.id,
    botId: row.botId,
    botName: row.botName,
    symbol: row.symbol,
    side: row.side,
    amount: formatCents(computeExposedValue(most, navBefore, row.exposure)),
    price: row.entryPrice,
    exitPrice: row.exitPrice,
    profit: formatCents(roundToCents(gain)),
    status: "completed",
    executedAt: row.executedAt.toISOString(),
    barTime: formatOwnBarTime(row),
    feed: row.feed,
  };
}

/** Finds the units held at the opening of the trade that follows `closed` closed trades, and the flows during it. */
function findUnitsInTrade(closed: bigint, flows: readonly UnitFlow[]): { opening: bigint; inside: UnitFlow[] } {
  const isBefore = ({ closeSequence, tradeOpen }: UnitFlow): boolean =>
    BigInt(closeSequence) < closed || (BigInt(closeSequence) === closed && !tradeOpen);
  const isInside = ({ closeSequence, tradeOpen }: UnitFlow): boolean => BigInt(closeSequence) === closed && tradeOpen;
  return {
    opening: flows.filter(isBefore).reduce((sum, { unitsDelta }) => sum + parseUnits(unitsDelta), 0n),
    inside: flows.filter(isInside),
  };
}

function computeExposedValue(held: bigint, at: Nav, exposure: string): Cents {
  return cents(divideDown(valueDown(units(held), at) * parseNav(exposure), SCALE));
}

/** Rounds units × nav (10^-24 dollars) to the nearest cent; the result is only displayed, never paid. */
function roundToCents(unitsTimesNav: bigint): Cents {
  return cents(divideDown(unitsTimesNav + 5n * 10n ** 21n, 10n ** 22n));
}
