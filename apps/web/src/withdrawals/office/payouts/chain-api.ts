import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  acceptBatchFee,
  discardChainBatch,
  exportChainBatch,
  getChainPayouts,
  getPayouts,
  importSignedBatch,
  prepareChainBatch,
  raiseChainFee,
  type ChainPayoutOverview,
} from "@wazi/contracts";
import { useCallMutation } from "../../../lib/call-mutation.ts";
import { call } from "../../../lib/api-client.ts";

const REFRESH_MS = 5_000;

/** The payouts that wait for a transaction, for a signature or for the chain. Never cached. */
export function useChainPayouts(): UseQueryResult<ChainPayoutOverview> {
  return useQuery({
    queryKey: [getChainPayouts.path],
    queryFn: ({ signal }) => call(getChainPayouts, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  });
}

export const usePrepareBatch = () => useCallMutation(prepareChainBatch, [getChainPayouts, getPayouts]);
export const useExportBatch = () => useCallMutation(exportChainBatch, [getChainPayouts]);
export const useAcceptFee = () => useCallMutation(acceptBatchFee, [getChainPayouts]);
export const useDiscardBatch = () => useCallMutation(discardChainBatch, [getChainPayouts, getPayouts]);
export const useImportSigned = () => useCallMutation(importSignedBatch, [getChainPayouts]);
export const useRaiseFee = () => useCallMutation(raiseChainFee, [getChainPayouts]);
