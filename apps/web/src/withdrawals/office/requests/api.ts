import {
  confirmWithdrawal,
  deleteWithdrawal,
  getOverview,
  getUser,
  toItems,
  listAllWithdrawals,
  listUserMovements,
  listUsers,
  releaseWithdrawal,
  settleWithdrawal,
  type AdminWithdrawal,
  type BodyOf,
} from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { useCallMutation } from "../../../lib/call-mutation.ts";
import { useLatestRecord, type LatestRecord } from "../../../office/decisions/use-decision.ts";
import { useRecordPage } from "../../../office/records/use-record-page.ts";

const REFRESH_MS = 3_000;

/** One page of withdrawals. */
export function useWithdrawals(query: Readonly<Record<string, string>>) {
  return useRecordPage(listAllWithdrawals, { query, everyMs: REFRESH_MS });
}

/** The latest state of the withdrawal in a dialog. */
export function useLatestWithdrawal(shown: AdminWithdrawal): LatestRecord<AdminWithdrawal> {
  return useLatestRecord(listAllWithdrawals.path, shown, async (signal) => {
    const query = { search: shown.id, limit: "1" };
    return toItems(await call(listAllWithdrawals, { query, signal })).find(({ id }) => id === shown.id);
  });
}

/** The statuses that settle a withdrawal. */
export type FinalWithdrawalStatus = BodyOf<typeof settleWithdrawal>["status"];

/** The calls that show withdrawals and the balances they change. */
export const withdrawalQueries = [listAllWithdrawals, getOverview, listUsers, getUser, listUserMovements] as const;

export function useSettleWithdrawal() {
  return useCallMutation(settleWithdrawal, withdrawalQueries);
}

/** The confirmation by the first of two administrators. It pays nothing. */
export function useConfirmWithdrawal() {
  return useCallMutation(confirmWithdrawal, [listAllWithdrawals]);
}

/** Ends the hold of an investor's withdrawals. It pays nothing. */
export function useReleaseWithdrawal() {
  return useCallMutation(releaseWithdrawal, [listAllWithdrawals]);
}

export function useDeleteWithdrawal() {
  return useCallMutation(deleteWithdrawal, withdrawalQueries);
}
