import { AppError } from "../../platform/base/app-error.ts";
import { closeAccounts, erasePersonalData, readRemainingMoney, type RemainingMoney } from "./store.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { formatAmount } from "@wazi/contracts";

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];

/** Lists the money that a user has, such as "a balance of $12.00"; empty when there is none. */
export function formatHeldMoney(left: RemainingMoney): string[] {
  const sums = [
    ["a balance", left.balance],
    ["a withdrawal hold", left.withdrawalHold],
    ["an adjustment of the running profit", left.adjustmentProfit],
  ] as const;
  return [
    ...sums.flatMap(([what, sum]) => (sum === "0.00" ? [] : [`${what} of $${formatAmount(sum)}`])),
    ...counted(left.activeBots, "an active bot", "active bots"),
  ];
}

/** Lists a user's pending requests about money, such as "a pending deposit"; empty when there are none. */
export function formatPendingMoney(left: RemainingMoney): string[] {
  return [
    ...counted(left.pendingDeposits, "a pending deposit", "pending deposits"),
    ...counted(left.pendingWithdrawals, "a pending withdrawal", "pending withdrawals"),
    ...counted(left.waitingExits, "an exit that waits for a price", "exits that wait for a price"),
  ];
}

/** The reader of the reasons why an account cannot be deleted. */
type DeletionReader = "administrator" | "owner";

/** Reasons why a user cannot be deleted, each a sentence; empty if deletion is possible. */
export function listDeletionObstacles(left: RemainingMoney, reader: DeletionReader): string[] {
  const held = formatHeldMoney(left).join(", ");
  const documents = left.pendingVerifications === 0 ? [] : ["identity documents to be reviewed"];
  const waiting = [...formatPendingMoney(left), ...documents].join(", ");
  const isOwner = reader === "owner";
  return [
    ...(held === ""
      ? []
      : [
          isOwner
            ? `You still hold money: ${held}. Stop your bots and withdraw it first.`
            : `This user still holds money: ${held}. Deactivate them and let them withdraw it first.`,
        ]),
    ...(waiting === "" ? [] : [`${isOwner ? "You" : "They"} still have pending requests: ${waiting}.`]),
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
