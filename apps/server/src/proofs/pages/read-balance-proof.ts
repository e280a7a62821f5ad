import type { BalanceProofAnswer } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { findPath } from "../liabilities/find-path.ts";
import { findOwnBalance } from "../liabilities/store.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import * as texts from "../../messages/proofs.ts";

/**
 * Reads what an investor was owed at the newest daily snapshot, with the way of each part to the logged total.
 * @throws AppError NOT_FOUND before the first snapshot with the account
 */
export async function readBalanceProof(sql: Queryable, userId: string): Promise<BalanceProofAnswer> {
  const own = await findOwnBalance(sql, userId);
  if (!own) {
    throw new AppError("NOT_FOUND", texts.balanceProofMissing);
  }
  const leaves = own.leafIndexes.map(async (index, number) => ({
    index: String(index),
    value: String(own.leafValues[number] ?? 0n),
    path: await findPath(sql, own.day, own.leaves, Number(index)),
  }));
  return {
    takenAt: own.takenAt.toISOString(),
    proof: {
      day: own.day,
      snapshot: String(own.snapshot),
      account: String(own.account),
      nonce: own.nonce.toString("base64"),
      available: String(own.available),
      inPositions: String(own.inPositions),
      held: String(own.held),
      leaves: await Promise.all(leaves),
    },
    logged: { index: Number(own.position), leaf: own.leaf },
  };
}
