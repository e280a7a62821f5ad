import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  type AnswerOf,
  acceptBatchFee,
  approveExplanation,
  type ChainPayoutOverview,
  decideCharges,
  decidePayoutReview,
  declineExplanation,
  discardChainBatch,
  explainDifference,
  exportChainBatch,
  getChainPayouts,
  getPayouts,
  getRailStatements,
  importRailStatement,
  importSignedBatch,
  listAllWithdrawals,
  type PayoutOverview,
  prepareChainBatch,
  previewRailStatement,
  proposeCharges,
  raiseChainFee,
  resolvePayout,
  resumeRail,
  decideLocalRate,
  decideRateHold,
  setLocalRate,
  stopRail,
} from "@wazi/contracts";
import { queryOf } from "../../../lib/api-client.ts";
import { useCallMutation } from "../../../lib/call-mutation.ts";

const REFRESH_MS = 5_000;

/** Rails, payments in flight, entries for review, fees and rates. Never cached. */
export function usePayouts(): UseQueryResult<PayoutOverview> {
  return useQuery({ ...queryOf(getPayouts), refetchInterval: REFRESH_MS, staleTime: 0, gcTime: 0 });
}

export const useStopRail = () => useCallMutation(stopRail, [getPayouts]);
export const useResumeRail = () => useCallMutation(resumeRail, [getPayouts]);
export const useDecideReview = () => useCallMutation(decidePayoutReview, [getPayouts]);
export const useSetRate = () => useCallMutation(setLocalRate, [getPayouts]);
export const useDecideRate = () => useCallMutation(decideLocalRate, [getPayouts]);
export const useDecideRateHold = () => useCallMutation(decideRateHold, [getPayouts, listAllWithdrawals]);
export const useResolvePayout = () => useCallMutation(resolvePayout, [getPayouts, listAllWithdrawals]);

const STATEMENTS_REFRESH_MS = 60_000;

/** The imported statements, compared with our books at each question. */
export function useRailStatements(): UseQueryResult<AnswerOf<typeof getRailStatements>> {
  return useQuery({ ...queryOf(getRailStatements), refetchInterval: STATEMENTS_REFRESH_MS, staleTime: 0, gcTime: 0 });
}

export const useImportStatement = () => useCallMutation(importRailStatement, [getRailStatements]);
export const usePreviewStatement = () => useCallMutation(previewRailStatement);
export const useExplainDifference = () => useCallMutation(explainDifference, [getRailStatements]);
export const useApproveExplanation = () => useCallMutation(approveExplanation, [getRailStatements]);
export const useDeclineExplanation = () => useCallMutation(declineExplanation, [getRailStatements]);
export const useProposeCharges = () => useCallMutation(proposeCharges, [getRailStatements]);
export const useDecideCharges = () => useCallMutation(decideCharges, [getRailStatements, getPayouts]);

const CHAIN_REFRESH_MS = 5_000;

/** The payouts that wait for a transaction, for a signature or for the chain. Never cached. */
export function useChainPayouts(): UseQueryResult<ChainPayoutOverview> {
  return useQuery({ ...queryOf(getChainPayouts), refetchInterval: CHAIN_REFRESH_MS, staleTime: 0, gcTime: 0 });
}

export const usePrepareBatch = () => useCallMutation(prepareChainBatch, [getChainPayouts, getPayouts]);
export const useExportBatch = () => useCallMutation(exportChainBatch, [getChainPayouts]);
export const useAcceptFee = () => useCallMutation(acceptBatchFee, [getChainPayouts]);
export const useDiscardBatch = () => useCallMutation(discardChainBatch, [getChainPayouts, getPayouts]);
export const useImportSigned = () => useCallMutation(importSignedBatch, [getChainPayouts]);
export const useRaiseFee = () => useCallMutation(raiseChainFee, [getChainPayouts]);
