import type { ClosedTrade, EvidenceTrade } from "@wazi/contracts";

const SHOWN = 5;

/** A trade that an investor had no part in: what was traded and when. */
export interface EarlierTrade {
  id: string;
  botName: string;
  symbol: string;
  side: "buy" | "sell";
  /** When it closed. */
  at: string;
}

/** The newest closings of several bots, newest first. */
export function pickClosings(trades: readonly ClosedTrade[]): EarlierTrade[] {
  return pickNewest(
    trades.map(({ id, botName, symbol, side, executedAt }) => ({ id, botName, symbol, side, at: executedAt })),
  );
}

/** The newest trades of several bots' backtests, newest first. */
export function pickBacktestTrades(trades: readonly (EvidenceTrade & { botName: string })[]): EarlierTrade[] {
  return pickNewest(
    trades.map(({ botName, symbol, side, exitAt, series }, index) => {
      return { id: `${botName} ${series} ${exitAt} ${index}`, botName, symbol, side, at: exitAt };
    }),
  );
}

function pickNewest(trades: readonly EarlierTrade[]): EarlierTrade[] {
  return [...trades].sort((a, b) => b.at.localeCompare(a.at)).slice(0, SHOWN);
}
