import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import {
  activateBot,
  type BodyInputOf,
  type Bot,
  cancelExit,
  deactivateBot,
  type ExitPreview,
  getCurrentUser,
  getPackageTier,
  toItems,
  listBots,
  listNotices,
  listUserBots,
  listUserTrades,
  type Notice,
  type PackageTier,
  type Page,
  type previewDeactivation,
  type previewInvestmentTransfer,
  type previewProfitTransfer,
  type Trade,
  transferInvestment,
  transferProfit,
  type UserBot,
} from "@wazi/contracts";
import { call, type CallInput } from "../../lib/api-client.ts";
import { useMoneyMutation } from "../../lib/money-mutation.ts";
import { getRefetchMs } from "../../lib/query-client.ts";
import { toQuery, type TradeFilters, writeFilters } from "./trade-filters.ts";

/** The catalogue, in its own order: a package unlocks the first so many of it. */
export function useBots(): UseQueryResult<Bot[]> {
  return useQuery({ queryKey: [listBots.path], queryFn: ({ signal }) => call(listBots, { signal }) });
}

/** Moves with each deposit that is credited. */
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

const PER_PAGE = 25;

/** The investor's trades that pass the filters, newest first, page by page. */
export function useTradeHistory(filters: TradeFilters): UseInfiniteQueryResult<InfiniteData<Page<Trade>>> {
  return useInfiniteQuery({
    queryKey: [listUserTrades.path, "history", writeFilters(filters)],
    queryFn: async ({ pageParam, signal }): Promise<Page<Trade>> => {
      const query = { ...toQuery(filters), limit: String(PER_PAGE), cursor: pageParam };
      const answer = await call(listUserTrades, { query, signal });
      return Array.isArray(answer) ? { items: answer, nextCursor: null } : answer;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: getRefetchMs,
  });
}

/** What happened to the investor's positions without a click, the newest first. */
export function useNotices(): UseQueryResult<Notice[]> {
  return useQuery({
    queryKey: [listNotices.path],
    queryFn: ({ signal }) => call(listNotices, { signal }),
    refetchInterval: getRefetchMs,
  });
}

export function useActivateBot() {
  return useMoneyMutation(activateBot, [listUserBots, getCurrentUser]);
}

export function useDeactivateBot() {
  return useMoneyMutation(deactivateBot, [listUserBots, listUserTrades, getCurrentUser]);
}

export function useTransferInvestment() {
  return useMoneyMutation(transferInvestment, [listUserBots, getCurrentUser]);
}

export function useTransferProfit() {
  return useMoneyMutation(transferProfit, [listUserBots, getCurrentUser]);
}

/**
 * Moves no money. Also a refusal is news (the exit has settled meanwhile), so the figures are read again either way.
 * What is to be said is handed in here: by the time that they are read, what shows the exit is gone.
 */
export function useCancelExit(say: { onSuccess: () => void; onError: (error: Error) => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(cancelExit, { params: { id } }),
    ...say,
    onSettled: () =>
      Promise.all(
        [listUserBots, getCurrentUser].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
      ),
  });
}

export type PreviewCall = typeof previewDeactivation | typeof previewInvestmentTransfer | typeof previewProfitTransfer;

/** Values move while a dialog is open; the figures in it are asked for again this often. */
const PREVIEW_MS = 5_000;

/**
 * What an exit would pay now, reckoned by the server with the rule that the exit itself follows. Not asked while `body`
 * is null; while the exit itself is under way (`isPaused`) the last figures stand still.
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
    // A figure of a while ago is no preview.
    staleTime: 0,
    gcTime: 0,
  });
}
