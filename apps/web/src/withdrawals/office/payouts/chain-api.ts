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
import { call } from "../../../lib/api-client.ts";
import { useAdminMutation } from "../../../office/access/admin-mutation.ts";

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

export const usePrepareBatch = () => useAdminMutation(prepareChainBatch, [getChainPayouts, getPayouts]);
export const useExportBatch = () => useAdminMutation(exportChainBatch, [getChainPayouts]);
export const useAcceptFee = () => useAdminMutation(acceptBatchFee, [getChainPayouts]);
export const useDiscardBatch = () => useAdminMutation(discardChainBatch, [getChainPayouts, getPayouts]);
export const useImportSigned = () => useAdminMutation(importSignedBatch, [getChainPayouts]);
export const useRaiseFee = () => useAdminMutation(raiseChainFee, [getChainPayouts]);
