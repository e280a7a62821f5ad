import { AppError } from "../../platform/base/app-error.ts";
import { closeAccounts, erasePersonalData, readRemainingMoney, type RemainingMoney } from "./store.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { formatAmount } from "@wazi/contracts";
import * as texts from "../../messages/people.ts";

const counted = (count: number, toText: (counted: { count: number }) => string): string[] =>
  count === 0 ? [] : [toText({ count })];

/** Lists the money that a user has, such as "a balance of $12.00"; empty when there is none. */
export function formatHeldMoney(left: RemainingMoney): string[] {
  const sums = [
    [texts.heldBalance, left.balance],
    [texts.heldWithdrawals, left.withdrawalHold],
    [texts.heldAdjustmentProfit, left.adjustmentProfit],
  ] as const;
  return [
    ...sums.flatMap(([toText, sum]) => (sum === "0.00" ? [] : [toText({ amount: formatAmount(sum) })])),
    ...counted(left.activeBots, texts.heldBots),
  ];
}

/** Lists a user's pending requests about money, such as "a pending deposit"; empty when there are none. */
export function formatPendingMoney(left: RemainingMoney): string[] {
  return [
    ...counted(left.pendingDeposits, texts.pendingDeposits),
    ...counted(left.pendingWithdrawals, texts.pendingWithdrawals),
    ...counted(left.waitingExits, texts.pendingExits),
  ];
}

/** The reader of the reasons why an account cannot be deleted. */
type DeletionReader = "administrator" | "owner";

/** Reasons why a user cannot be deleted, each a sentence; empty if deletion is possible. */
export function listDeletionObstacles(left: RemainingMoney, reader: DeletionReader): string[] {
  const held = formatHeldMoney(left).join(", ");
  const documents = left.pendingVerifications === 0 ? [] : [texts.pendingDocuments];
  const waiting = [...formatPendingMoney(left), ...documents].join(", ");
  const isOwner = reader === "owner";
  return [
    ...(held === "" ? [] : [isOwner ? texts.deletionWithMoney({ held }) : texts.deletionOfUserWithMoney({ held })]),
    ...(waiting === ""
      ? []
      : [isOwner ? texts.deletionWithRequests({ waiting }) : texts.deletionOfUserWithRequests({ waiting })]),
    ...(left.emailChanges === 0 ? [] : [texts.deletionWithNewEmail]),
  ];
}

/**
 * Closes the accounts of a user without money and erases their personal data. The caller has locked the accounts and the row,
 * in this order, and erases the files last.
 * @throws AppError CONFLICT they hold money or have pending requests
 */
export async function eraseUser(tx: Tx, userId: string, reader: DeletionReader): Promise<void> {
  const obstacles = listDeletionObstacles(await readRemainingMoney(tx, userId), reader);
  if (obstacles.length > 0) throw new AppError("CONFLICT", obstacles.join(" "));
  await closeAccounts(tx, userId);
  await erasePersonalData(tx, userId);
}
