import {
  creditLateDeposit,
  decideMpesaReport,
  decidePayment,
  getOverview,
  getUser,
  listAdjustments,
  toItems,
  listAllDeposits,
  listReviewPayments,
  listUserMovements,
  listUsers,
  settleDeposit,
  type AdminDeposit,
} from "@wazi/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { useCallMutation } from "../../lib/call-mutation.ts";
import { useReadsEverything } from "../../office/access/admin-access.ts";
import { useLatestRecord, type LatestRecord } from "../../office/decisions/use-decision.ts";
import { useRecordPage } from "../../office/records/use-record-page.ts";

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
  return useCallMutation(settleDeposit, depositQueries);
}

export function useCreditLateDeposit() {
  return useCallMutation(creditLateDeposit, depositQueries);
}

const REVIEW_REFRESH_MS = 5_000;

/** A page of payments that wait for a decision, oldest first. The page before stays visible while it loads. */
export function useReviewPayments(query: Readonly<Record<string, string>>) {
  const enabled = useReadsEverything();
  return useQuery({
    queryKey: [listReviewPayments.path, query],
    queryFn: ({ signal }) => call(listReviewPayments, { query, signal }),
    refetchInterval: REVIEW_REFRESH_MS,
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  });
}

/** The calls that show payments and the balances that they change. */
export const paymentQueries = [listReviewPayments, ...depositQueries] as const;

export function useDecidePayment() {
  return useCallMutation(decidePayment, paymentQueries);
}

export function useDecideReport() {
  return useCallMutation(decideMpesaReport, paymentQueries);
}
