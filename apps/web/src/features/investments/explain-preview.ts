import type { ExitLine, ExitPreview } from "@wazi/contracts";
import { fromCents, toCents } from "../../lib/cents.ts";

/** The working of an exit, as decimal strings: own money + gain + adjustments − platform's share − loss = total. */
export interface ExitBreakdown {
  ownMoney: string;
  /** Before the split. */
  gain: string;
  platformShare: string;
  loss: string;
  /** Of the gain, what makes up an earlier loss: no share is taken of it. */
  lossMadeUp: string;
  adjustments: string;
  /** What the exit pays in all; what waits is in it at the last price known. */
  total: string;
  arrivesNow: string;
  waits: string;
}

/** What one position pays into the balance. */
export function sumPayout(line: Pick<ExitLine, "returned" | "profitToUser">): string {
  return fromCents(toCents(line.returned) + toCents(line.profitToUser));
}

/** Adds up the server's lines; every figure is the server's own, to the cent. */
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
