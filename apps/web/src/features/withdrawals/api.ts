import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  createWithdrawal,
  getCurrentUser,
  getSystemSettings,
  listWithdrawals,
  type SystemSettings,
  type Withdrawal,
} from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { useMoneyMutation } from "../../lib/money-mutation.ts";

const WITHDRAWALS_REFRESH_MS = 3_000;
const SETTINGS_REFRESH_MS = 5_000;

/** Newest first. */
export function useWithdrawals(): UseQueryResult<Withdrawal[]> {
  return useQuery({
    queryKey: [listWithdrawals.path],
    queryFn: ({ signal }) => call(listWithdrawals, { signal }),
    refetchInterval: WITHDRAWALS_REFRESH_MS,
  });
}

/** An open withdrawal blocks another request until it is paid or rejected. */
export function isOpen({ status }: Withdrawal): boolean {
  return status === "pending" || status === "processing";
}

export function useCreateWithdrawal() {
  return useMoneyMutation(createWithdrawal, [listWithdrawals, getCurrentUser]);
}

export function useSystemSettings(): UseQueryResult<SystemSettings> {
  return useQuery({
    queryKey: [getSystemSettings.path],
    queryFn: ({ signal }) => call(getSystemSettings, { signal }),
    refetchInterval: SETTINGS_REFRESH_MS,
  });
}
