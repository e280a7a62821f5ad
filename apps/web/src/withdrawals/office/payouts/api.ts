import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  approveExplanation,
  decideCharges,
  decidePayoutReview,
  declineExplanation,
  explainDifference,
  getPayouts,
  getRailStatements,
  importRailStatement,
  listAllWithdrawals,
  previewRailStatement,
  proposeCharges,
  resolvePayout,
  resumeRail,
  setLocalRate,
  stopRail,
  type PayoutOverview,
  type RailStatements,
} from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";
import { useAdminMutation } from "../../../office/access/admin-mutation.ts";

const REFRESH_MS = 5_000;

/** Rails, payments in flight, entries for review, fees and rates. Never cached. */
export function usePayouts(): UseQueryResult<PayoutOverview> {
  return useQuery({
    queryKey: [getPayouts.path],
    queryFn: ({ signal }) => call(getPayouts, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  });
}

export const useStopRail = () => useAdminMutation(stopRail, [getPayouts]);
export const useResumeRail = () => useAdminMutation(resumeRail, [getPayouts]);
export const useDecideReview = () => useAdminMutation(decidePayoutReview, [getPayouts]);
export const useSetRate = () => useAdminMutation(setLocalRate, [getPayouts]);
export const useResolvePayout = () => useMoneyMutation(resolvePayout, [getPayouts, listAllWithdrawals]);

const STATEMENTS_REFRESH_MS = 60_000;

/** The imported statements, compared with our books at each question. */
export function useRailStatements(): UseQueryResult<RailStatements> {
  return useQuery({
    queryKey: [getRailStatements.path],
    queryFn: ({ signal }) => call(getRailStatements, { signal }),
    refetchInterval: STATEMENTS_REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  });
}

export const useImportStatement = () => useAdminMutation(importRailStatement, [getRailStatements]);
export const usePreviewStatement = () => useAdminMutation(previewRailStatement, []);
export const useExplainDifference = () => useAdminMutation(explainDifference, [getRailStatements]);
export const useApproveExplanation = () => useAdminMutation(approveExplanation, [getRailStatements]);
export const useDeclineExplanation = () => useAdminMutation(declineExplanation, [getRailStatements]);
export const useProposeCharges = () => useAdminMutation(proposeCharges, [getRailStatements]);
export const useDecideCharges = () => useMoneyMutation(decideCharges, [getRailStatements, getPayouts]);
