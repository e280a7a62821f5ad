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
import { useCallMutation } from "../../../lib/call-mutation.ts";

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

export const useStopRail = () => useCallMutation(stopRail, [getPayouts]);
export const useResumeRail = () => useCallMutation(resumeRail, [getPayouts]);
export const useDecideReview = () => useCallMutation(decidePayoutReview, [getPayouts]);
export const useSetRate = () => useCallMutation(setLocalRate, [getPayouts]);
export const useResolvePayout = () => useCallMutation(resolvePayout, [getPayouts, listAllWithdrawals]);

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

export const useImportStatement = () => useCallMutation(importRailStatement, [getRailStatements]);
export const usePreviewStatement = () => useCallMutation(previewRailStatement);
export const useExplainDifference = () => useCallMutation(explainDifference, [getRailStatements]);
export const useApproveExplanation = () => useCallMutation(approveExplanation, [getRailStatements]);
export const useDeclineExplanation = () => useCallMutation(declineExplanation, [getRailStatements]);
export const useProposeCharges = () => useCallMutation(proposeCharges, [getRailStatements]);
export const useDecideCharges = () => useCallMutation(decideCharges, [getRailStatements, getPayouts]);
