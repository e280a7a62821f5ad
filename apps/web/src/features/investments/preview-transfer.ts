import { minPositionCents, type UserBot } from "@wazi/contracts";
import { fromCents, toCents } from "../../lib/cents.ts";

type Position = Pick<UserBot, "name" | "allocatedAmount" | "runningProfit">;

export interface TransferPreview {
  /** About what will arrive in the balance at the values shown now. */
  arrives: string;
  /** The part of it that is gain, or the loss that it is less by. */
  change: string;
  /** Bots that end with it, because less than the minimum would be left in them. */
  closes: readonly string[];
}

/**
 * What an investment transfer of `amountCents` would bring at today's values: own money is taken from the positions in
 * proportion, each with its part of the gain or loss, and a position left with less than the minimum ends whole. A
 * preview to within a cent a position; the ledger settles at the value of the moment.
 */
export function previewTransfer(positions: readonly Position[], amountCents: bigint): TransferPreview {
  const total = positions.reduce((sum, { allocatedAmount }) => sum + toCents(allocatedAmount), 0n);
  const closes: string[] = [];
  let own = 0n;
  let change = 0n;
  for (const { name, allocatedAmount, runningProfit } of positions) {
    const ownMoney = toCents(allocatedAmount);
    if (total <= 0n || ownMoney <= 0n) continue;
    const slice = (ownMoney * amountCents) / total;
    const ends = ownMoney - slice < minPositionCents;
    own += ends ? ownMoney : slice;
    change += ends ? toCents(runningProfit) : (toCents(runningProfit) * slice) / ownMoney;
    if (ends) closes.push(name);
  }
  return { arrives: fromCents(own + change), change: fromCents(change), closes };
}
