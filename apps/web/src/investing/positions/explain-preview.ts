import type { ExitLine, ExitPreview } from "@wazi/contracts";
import { fromCents, toCents } from "../../lib/cents.ts";

/** The parts of an exit as decimal strings: own money + gain + adjustments − platform's share − loss = total. */
export interface ExitBreakdown {
  ownMoney: string;
  /** Before the profit share. */
  gain: string;
  platformShare: string;
  loss: string;
  /** The part of the gain that makes up an earlier loss. No share is taken on it. */
  lossMadeUp: string;
  adjustments: string;
  /** The total of the exit. The waiting part is included at the last known price. */
  total: string;
  arrivesNow: string;
  waits: string;
}

/** The amount that one position adds to the balance. */
export function sumPayout(line: Pick<ExitLine, "returned" | "profitToUser">): string {
  return fromCents(toCents(line.returned) + toCents(line.profitToUser));
}

/** Adds up the server's lines. Every figure comes from the server. */
export function explainPreview({ lines, arrives, fromAdjustments }: ExitPreview): ExitBreakdown {
  const sum = (part: (line: ExitLine) => bigint): bigint => lines.reduce((total, line) => total + part(line), 0n);
  const waits = sum((line) => (line.waits ? toCents(sumPayout(line)) : 0n));
  const gain = sum(({ profitToUser, profitShare }) => toCents(profitToUser) + toCents(profitShare));
  return {
    ownMoney: fromCents(sum((line) => toCents(line.ownMoney))),
    gain: fromCents(gain),
    platformShare: fromCents(sum((line) => toCents(line.profitShare))),
    loss: fromCents(sum((line) => toCents(line.loss))),
    lossMadeUp: fromCents(sum((line) => toCents(line.lossMadeUp))),
    adjustments: fromAdjustments,
    total: arrives,
    arrivesNow: fromCents(toCents(arrives) - waits),
    waits: fromCents(waits),
  };
}
