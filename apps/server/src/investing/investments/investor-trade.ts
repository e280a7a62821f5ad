import type { Trade } from "@wazi/contracts";
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
import type { ParsedTrade } from "../bots/closed-trades.ts";
import type { BotUnitFlow } from "../positions/store.ts";

/** Units that an investor bought (or redeemed: negative), with the bot's state at that moment. */
export interface ParsedFlow {
  /** Number of trades that the bot had closed before. */
  closed: number;
  isTradeOpen: boolean;
  mark: Nav;
  /** The pool's sum of interest per unit. */
  interestSum: Nav;
  units: bigint;
}

/** Groups an investor's flows by bot, in their order. */
export function parseFlowsByBot(flows: readonly BotUnitFlow[]): Map<string, ParsedFlow[]> {
  const byBot = new Map<string, ParsedFlow[]>();
  for (const { botId, closeSequence, tradeOpen, mark, unitsDelta, interestSum } of flows) {
    const parsed = {
      closed: Number(closeSequence),
      isTradeOpen: tradeOpen,
      mark: parseNav(mark),
      interestSum: parseNav(interestSum),
      units: parseUnits(unitsDelta),
    };
    const ofBot = byBot.get(botId);
    if (ofBot) ofBot.push(parsed);
    else byBot.set(botId, [parsed]);
  }
  return byBot;
}

/** The trades with `after` < sequence <= `until` (null: up to now), during which an investor held units. */
export interface HoldingPeriod {
  after: number;
  until: number | null;
}

/** Finds the periods in which units were held, newest first. */
export function findHoldingPeriods(flows: readonly ParsedFlow[]): HoldingPeriod[] {
  const stretches: HoldingPeriod[] = [];
  let held = 0n;
  let since: number | null = null;
  for (const { closed: at, isTradeOpen, units: change } of flows) {
    held += change;
    if (held > 0n && since === null) {
      const last = stretches.at(-1);
      const isBackInside = last !== undefined && last.until !== null && last.until > at;
      // Leaving and rejoining during the same trade continues the period, so that the trade counts once.
      if (isBackInside) stretches.pop();
      since = isBackInside ? last.after : at;
    }
    if (held === 0n && since !== null) {
      // An investor who leaves during an open trade took part in it until then.
      stretches.push({ after: since, until: isTradeOpen ? at + 1 : at });
      since = null;
    }
  }
  if (since !== null) stretches.push({ after: since, until: null });
  return stretches.reverse();
}

/** Leaves out what is newer than a sequence, so that a page far behind reads none of the periods before it. */
export function clipPeriods(periods: readonly HoldingPeriod[], newest: number): HoldingPeriod[] {
  return periods.flatMap(({ after, until }) => {
    if (after >= newest) return [];
    return [{ after, until: until === null || until > newest ? newest : until }];
  });
}

/** An investor's share of a bot's trade, as decimal strings. */
export interface TradeShare {
  amount: string;
  profit: string;
}

/**
 * Computes an investor's share of a bot's trade; null when the investor held no units. Each flow during the trade counts
 * at its mark, so the gain is
 * units at opening × (nav after − nav before) + Σ units bought during the trade × (nav after − mark − interest since then).
 * Interest that the pool earned during the trade is no part of it.
 */
export function computeShare(
  { sequence, navBefore, navAfter, baseNav, interestSum, exposure }: ParsedTrade,
  flows: readonly ParsedFlow[],
): TradeShare | null {
  const { opening, inside } = findUnitsInTrade(sequence - 1, flows);
  let gain = opening * (navAfter - navBefore);
  let held = opening;
  let most = opening;
  for (const { mark, interestSum: before, units: change } of inside) {
    gain += change * (navAfter - mark - (interestSum - before));
    held += change;
    if (held > most) most = held;
  }
  if (most === 0n) return null;
  return {
    amount: formatCents(computeExposedValue(most, baseNav, exposure)),
    profit: formatCents(roundToCents(gain)),
  };
}

/** Converts a bot's trade to the trade of an investor with this share. */
export function toInvestorTrade(closed: ParsedTrade, { amount, profit }: TradeShare): Trade {
  return {
    id: closed.id,
    botId: closed.botId,
    botName: closed.botName,
    symbol: closed.symbol,
    side: closed.side,
    amount,
    price: closed.entryPrice,
    exitPrice: closed.exitPrice,
    profit,
    status: "completed",
    executedAt: closed.executedAt,
    barTime: closed.ownBarTime,
    feed: closed.feed,
  };
}

/** Finds the units held at the opening of the trade that follows `before` closed trades, and the flows during it. */
function findUnitsInTrade(before: number, flows: readonly ParsedFlow[]): { opening: bigint; inside: ParsedFlow[] } {
  let opening = 0n;
  const inside: ParsedFlow[] = [];
  for (const flow of flows) {
    if (flow.closed > before) continue;
    if (flow.closed < before || !flow.isTradeOpen) opening += flow.units;
    else inside.push(flow);
  }
  return { opening, inside };
}

function computeExposedValue(held: bigint, at: Nav, exposure: bigint): Cents {
  return cents(divideDown(valueDown(units(held), at) * exposure, SCALE));
}

/** Units × nav is in 10^-24 dollars. */
const GAIN_PER_CENT = 10n ** 22n;
const HALF_CENT = GAIN_PER_CENT / 2n;

/** Rounds units × nav to the nearest cent; the result is only displayed, never paid. */
function roundToCents(unitsTimesNav: bigint): Cents {
  return cents(divideDown(unitsTimesNav + HALF_CENT, GAIN_PER_CENT));
}
