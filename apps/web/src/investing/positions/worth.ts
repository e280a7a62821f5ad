import type { CurrentUser, ExitPreview, UserBot } from "@wazi/contracts";
import { fromCents, sumCents, toCents } from "../../lib/cents.ts";

/** The worth of an investor's money, valued at one moment. Decimal strings. */
export interface Worth {
  /** The total that they would get now, after the platform's share. */
  total: string;
  /** The own money in active positions. */
  invested: string;
  /** The investor's share of gains, less losses, and adjustments. */
  runningProfit: string;
  /** The amount that the active positions would pay now, after the platform's share. */
  inBots: string;
}

/** The amount that a position would pay now, after the platform's share of a gain. */
export function computePositionWorth({ allocatedAmount, runningProfit }: UserBot): string {
  return sumCents([allocatedAmount, runningProfit]);
}

/** A position's figures at one moment. Decimal strings. */
export interface PositionFigures {
  worth: string;
  runningProfit: string;
  /** The part of the running profit that is interest. */
  interest: string;
  exitNav: string;
}

/**
 * A position beside the preview of closing it: all figures come from the preview once it has loaded, so that the value and
 * the payout are of one moment.
 */
export function readPositionFigures(position: UserBot, preview: ExitPreview | undefined): PositionFigures {
  const line = preview?.lines.find(({ botId }) => botId === position.botId);
  if (line === undefined) {
    const { runningProfit, interest, exitNav } = position;
    return { worth: computePositionWorth(position), runningProfit, interest, exitNav };
  }
  const { interest, exitNav } = line;
  const worth = sumCents([line.returned, line.profitToUser]);
  return { worth, runningProfit: fromCents(toCents(worth) - toCents(line.ownMoney)), interest, exitNav };
}

/**
 * Adds up what an investor has. All figures of a screen come from here, so that no two of them are of different moments:
 * positions as they were last read, or the account's own sums until they have loaded.
 */
export function computeWorth(account: CurrentUser["account"], positions: readonly UserBot[] | undefined): Worth {
  const invested = positions ? sumCents(positions.map((each) => each.allocatedAmount)) : account.totalInvested;
  const runningProfit = positions
    ? sumCents([...positions.map((each) => each.runningProfit), account.adjustmentProfit])
    : account.totalProfit;
  return {
    total: sumCents([account.balance, account.withdrawalHold, invested, runningProfit]),
    invested,
    runningProfit,
    inBots: fromCents(toCents(invested) + toCents(runningProfit) - toCents(account.adjustmentProfit)),
  };
}

/** A change since an earlier worth, without money added or taken, and in per cent of what was there and added. */
export interface WorthChange {
  amount: string;
  /** Two decimals; null when there was nothing to gain or lose from. */
  percent: string | null;
}

const BASIS_POINTS = 10_000n;

export function computeWorthChange(
  now: string,
  { worth, added, taken }: { worth: string; added: string; taken: string },
): WorthChange {
  const base = toCents(worth) + toCents(added);
  const gain = toCents(now) - base + toCents(taken);
  return {
    amount: fromCents(gain),
    percent: base <= 0n ? null : fromCents((gain * BASIS_POINTS) / base),
  };
}
