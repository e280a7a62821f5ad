import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useLastingMutation } from "../../lib/lasting-mutation.ts";
import {
  type BodyInputOf,
  cancelExit,
  type ExitPreview,
  getCurrentUser,
  getPackageTier,
  toItems,
  listNotices,
  listUserBots,
  listUserTrades,
  type Notice,
  type PackageTier,
  type previewDeactivation,
  type previewInvestmentTransfer,
  type previewProfitTransfer,
  type Trade,
  transferInvestment,
  transferProfit,
  type UserBot,
} from "@wazi/contracts";
import { call, type CallInput } from "../../lib/api-client.ts";
import { useCallMutation } from "../../lib/call-mutation.ts";
import { getRefetchMs } from "../../lib/query-client.ts";

/** Changes with every credited deposit. */
export function usePackageTier(): UseQueryResult<PackageTier> {
  return useQuery({
    queryKey: [getPackageTier.path],
    queryFn: ({ signal }) => call(getPackageTier, { signal }),
    refetchInterval: getRefetchMs,
  });
}

export function useUserBots(): UseQueryResult<UserBot[]> {
  return useQuery({
    queryKey: [listUserBots.path],
    queryFn: ({ signal }) => call(listUserBots, { signal }),
    refetchInterval: getRefetchMs,
  });
}

export function useUserTrades(): UseQueryResult<Trade[]> {
  return useQuery({
    queryKey: [listUserTrades.path],
    queryFn: async ({ signal }) => toItems(await call(listUserTrades, { signal })),
    refetchInterval: getRefetchMs,
  });
}

/** Events on the investor's positions that they did not trigger themselves, newest first. */
export function useNotices(): UseQueryResult<Notice[]> {
  return useQuery({
    queryKey: [listNotices.path],
    queryFn: ({ signal }) => call(listNotices, { signal }),
    refetchInterval: getRefetchMs,
  });
}

export function useTransferInvestment() {
  return useCallMutation(transferInvestment, [listUserBots, getCurrentUser]);
}

export function useTransferProfit() {
  return useCallMutation(transferProfit, [listUserBots, getCurrentUser]);
}

/**
 * Moves no money. Refetches after an error too, because the exit may have settled meanwhile. The callbacks are passed
 * in here because the component that shows the exit is gone by the time the new data arrives.
 */
export function useCancelExit(say: { onSuccess: () => void; onError: (error: Error) => void }) {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: (id: string) => call(cancelExit, { params: { id } }),
    ...say,
    onSettled: () =>
      Promise.all(
        [listUserBots, getCurrentUser].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
      ),
  });
}

export type PreviewCall = typeof previewDeactivation | typeof previewInvestmentTransfer | typeof previewProfitTransfer;

/** Values change while a dialog is open, so its preview is refetched this often. */
const PREVIEW_MS = 5_000;

/**
 * The amount that an exit would pay now. The server computes it with the same rule as the exit itself. Not fetched while `body` is
 * null. While the exit is being sent (`isPaused`), the last figures stay.
 */
export function useExitPreview<C extends PreviewCall>(
  definition: C,
  body: BodyInputOf<C> | null,
  isPaused: boolean,
): UseQueryResult<ExitPreview> {
  return useQuery({
    queryKey: [definition.path, body],
    queryFn: ({ signal }) => call(definition, { body, signal } as unknown as CallInput<C>) as Promise<ExitPreview>,
    enabled: body !== null && !isPaused,
    refetchInterval: PREVIEW_MS,
    // A cached preview would be out of date.
    staleTime: 0,
    gcTime: 0,
  });
}
