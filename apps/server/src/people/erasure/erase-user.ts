import { AppError } from "../../platform/base/app-error.ts";
import { closeAccounts, erasePersonalData, readRemainingMoney, type RemainingMoney } from "./store.ts";
import { formatHeldMoney, formatPendingMoney } from "./remaining-money.ts";
import type { Tx } from "../../platform/db/pool.ts";

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
