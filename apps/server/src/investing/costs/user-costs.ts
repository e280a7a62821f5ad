import { costKinds, type UserCosts } from "@wazi/contracts";
import {
  accruedCents,
  divideDown,
  divideUp,
  formatDecimal,
  parseAccrual,
  parseCents,
  parseDecimal,
  parseNav,
  type Nav,
} from "@wazi/domain";
import type { Queryable } from "../../platform/db/pool.ts";
import { toHeldRanges, type HeldRange } from "./held-ranges.ts";
import { sumRanges, type CostParts, type RangeSums } from "./store.ts";

/** Units have 12 decimals, a unit price times a fraction 24, and cents 2. */
const COST_PLACES = 24;
const COST_PER_CENT = 10n ** 34n;
const GAIN_PER_CENT = 10n ** 22n;
const CENT_PLACES = 2;

/** Figures in cents. */
interface Figures {
  trades: number;
  tradesWithoutCosts: number;
  /** In the order of `costKinds`. */
  kinds: bigint[];
  profitShare: bigint;
  interest: bigint;
  result: bigint;
}

/**
 * An investor's share of the costs and results of closed trades, by bot and in all. The share of a trade is by the most units
 * held during it. Costs are rounded up to the cent per bot and kind, the result to the nearest cent per bot.
 */
export async function readUserCosts(sql: Queryable, { held, flows }: CostParts, now: Date): Promise<UserCosts> {
  const ranges = held.flatMap(({ id }) =>
    toHeldRanges(flows.filter(({ botId }) => botId === id)).map((range) => ({ ...range, botId: id })),
  );
  const sums = ranges.length > 0 ? await sumRanges(sql, ranges) : [];
  const figures = held.map(({ id, profitShare, interest }) => {
    const ofBot = ranges.flatMap((range, index) => {
      const sum = sums[index];
      return range.botId === id && sum ? [{ range, sum }] : [];
    });
    return addUp(ofBot, { profitShare: parseCents(profitShare), interest: accruedCents(parseAccrual(interest)) });
  });
  const first = held.map(({ since }) => since.getTime());
  return {
    since: first.length > 0 ? new Date(Math.min(...first)).toISOString() : null,
    until: now.toISOString(),
    bots: held.map(({ id, name, market, isActive }, index) => {
      return { botId: id, botName: name, market, isActive, ...formatFigures(figures.slice(index, index + 1)) };
    }),
    ...formatFigures(figures),
  };
}

function addUp(
  parts: readonly { range: HeldRange; sum: RangeSums }[],
  taken: Pick<Figures, "profitShare" | "interest">,
): Figures {
  const costs = costKinds.map(() => 0n);
  let gain = 0n;
  for (const { range, sum } of parts) {
    if (sum.trades === 0) continue;
    sum.costs.forEach((cost, kind) => {
      costs[kind] = (costs[kind] ?? 0n) + range.most * parseDecimal(cost, COST_PLACES);
    });
    gain += range.opening * parseNav(sum.change);
    const [last, lastInterest] = [sum.lastNav, sum.lastInterestSum].map(parseNav) as [Nav, Nav];
    // Interest that the pool earned during the trade is no part of its gain.
    for (const { delta, mark, interestSum } of range.inside)
      gain += delta * (last - mark - (lastInterest - interestSum));
  }
  return {
    trades: parts.reduce((count, { sum }) => count + sum.trades, 0),
    tradesWithoutCosts: parts.reduce((count, { sum }) => count + sum.tradesWithoutCosts, 0),
    kinds: costs.map((cost) => divideUp(cost, COST_PER_CENT)),
    ...taken,
    result: divideDown(gain + GAIN_PER_CENT / 2n, GAIN_PER_CENT),
  };
}

const formatCents = (cents: bigint): string => formatDecimal(cents, CENT_PLACES);

/** The sum of the figures of several bots, for the answer. */
function formatFigures(figures: readonly Figures[]) {
  const sum = (read: (of: Figures) => bigint): bigint => figures.reduce((total, of) => total + read(of), 0n);
  const kinds = costKinds.map((kind, index) => ({ kind, cash: sum((of) => of.kinds[index] ?? 0n) }));
  const total = kinds.reduce((all, { cash }) => all + cash, 0n);
  const result = sum((of) => of.result);
  return {
    trades: figures.reduce((count, of) => count + of.trades, 0),
    tradesWithoutCosts: figures.reduce((count, of) => count + of.tradesWithoutCosts, 0),
    kinds: kinds.map(({ kind, cash }) => ({ kind, cash: formatCents(cash) })),
    total: formatCents(total),
    profitShare: formatCents(sum((of) => of.profitShare)),
    interest: formatCents(sum((of) => of.interest)),
    result: formatCents(result),
    resultWithoutCosts: formatCents(result + total),
  };
}
