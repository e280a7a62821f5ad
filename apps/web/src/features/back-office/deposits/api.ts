import {
  creditLateDeposit,
  getOverview,
  getUser,
  listAdjustments,
  toItems,
  listAllDeposits,
  listUserMovements,
  listUsers,
  settleDeposit,
  type AdminDeposit,
} from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";
import { useLatestRecord, type LatestRecord } from "../decisions/use-decision.ts";
import { useRecordPage } from "../records/use-record-page.ts";

const REFRESH_MS = 3_000;

/** One page of deposits. */
export function useDeposits(query: Readonly<Record<string, string>>) {
  return useRecordPage(listAllDeposits, { query, everyMs: REFRESH_MS });
}

/** The latest state of the deposit in a dialog. */
export function useLatestDeposit(shown: AdminDeposit): LatestRecord<AdminDeposit> {
  return useLatestRecord(listAllDeposits.path, shown, async (signal) => {
    const query = { search: shown.id, limit: "1" };
    return toItems(await call(listAllDeposits, { query, signal })).find(({ id }) => id === shown.id);
  });
}

/** The calls that show deposits and the balances they change. */
export const depositQueries = [
  listAllDeposits,
  getOverview,
  listUsers,
  getUser,
  listUserMovements,
  listAdjustments,
] as const;

export function useSettleDeposit() {
  return useMoneyMutation(settleDeposit, depositQueries);
}

export function useCreditLateDeposit() {
  return useMoneyMutation(creditLateDeposit, depositQueries);
}
