import { useQuery } from "@tanstack/react-query";
import {
  approveAdjustment,
  getOverview,
  getUser,
  listAdjustments,
  listAllDeposits,
  listUserMovements,
  listUsers,
  rejectAdjustment,
  withdrawAdjustment,
} from "@wazi/contracts";
import { queryOf } from "../../lib/api-client.ts";
import { useCallMutation } from "../../lib/call-mutation.ts";

const REFRESH_MS = 5_000;

/** Pending adjustments first, then the newest. */
export function useAdjustments() {
  return useQuery({ ...queryOf(listAdjustments), refetchInterval: REFRESH_MS, staleTime: 0 });
}

/** The calls that show adjustments and the balances they change. */
export const adjustmentQueries = [
  listAdjustments,
  getOverview,
  listUsers,
  getUser,
  listUserMovements,
  listAllDeposits,
] as const;

export function useApproveAdjustment() {
  return useCallMutation(approveAdjustment, adjustmentQueries);
}

export function useRejectAdjustment() {
  return useCallMutation(rejectAdjustment, adjustmentQueries);
}

export function useWithdrawAdjustment() {
  return useCallMutation(withdrawAdjustment, adjustmentQueries);
}
