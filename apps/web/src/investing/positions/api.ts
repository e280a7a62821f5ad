import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useCallMutation, useLastingMutation } from "../../lib/call-mutation.ts";
import {
  activateBot,
  type BodyInputOf,
  type Bot,
  cancelExit,
  deactivateBot,
  type ExitPreview,
  getCurrentUser,
  getPackageTier,
  getPerformance,
  listBots,
  listNotices,
  listPortfolios,
  listPositionEntries,
  listSparklines,
  listUserBots,
  listUserTrades,
  type Notice,
  type PackageTier,
  type Performance,
  type PositionEntry,
  type previewDeactivation,
  type previewInvestmentTransfer,
  type previewProfitTransfer,
  setBotLevels,
  toItems,
  topUpBot,
  type Trade,
  transferInvestment,
  transferProfit,
  type UserBot,
} from "@wazi/contracts";
import { call, type CallInput, queryOf } from "../../lib/api-client.ts";
import { getRefetchMs } from "../../lib/query-client.ts";

const EVERY_MS = 60_000;

/**
 * The investor's total worth since a moment (ISO 8601, UTC), by default since sign-up.
 * @param points the most points; 1 for the start alone
 */
export function usePerformance(from: string | undefined, points?: number): UseQueryResult<Performance> {
  return useQuery({
    queryKey: [getPerformance.path, from, points],
    queryFn: ({ signal }) => call(getPerformance, { query: { from, points: points?.toString() }, signal }),
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
}

/** Unit prices of the last week by bot id, oldest first. Empty until they have loaded. */
export function useSparklines(): ReadonlyMap<string, readonly number[]> {
  const { data } = useQuery({
    ...queryOf(listSparklines),
    refetchInterval: EVERY_MS,
    select: (list) => new Map(list.map(({ botId, marks }) => [botId, marks.map(Number)] as const)),
  });
  return data ?? NONE;
}

const NONE: ReadonlyMap<string, readonly number[]> = new Map();

/** Changes with every credited deposit. */
export function usePackageTier(): UseQueryResult<PackageTier> {
  return useQuery({ ...queryOf(getPackageTier), refetchInterval: getRefetchMs });
}

export function useUserBots(): UseQueryResult<UserBot[]> {
  return useQuery({ ...queryOf(listUserBots), refetchInterval: getRefetchMs });
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
  return useQuery({ ...queryOf(listNotices), refetchInterval: getRefetchMs });
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

// Apart from api.ts, which the dashboard loads: the dashboard needs none of these.

/** The eight bots in catalogue order, of which a package unlocks the first, and the core portfolios after them. */
export function useBots(): UseQueryResult<Bot[]> {
  return useQuery({
    queryKey: [listBots.path],
    queryFn: async ({ signal }) =>
      (await Promise.all([call(listBots, { signal }), call(listPortfolios, { signal })])).flat(),
  });
}

/** The purchases of the investor's position in a bot. */
export function usePositionEntries(position: UserBot): UseQueryResult<PositionEntry[]> {
  const { botId, activatedAt, units } = position;
  return useQuery({
    // Another purchase changes the units, and another position begins at another time.
    queryKey: [listPositionEntries.path, botId, activatedAt, units],
    queryFn: ({ signal }) => call(listPositionEntries, { params: { id: botId }, signal }),
  });
}

export function useActivateBot() {
  return useCallMutation(activateBot, [listUserBots, getCurrentUser]);
}

export function useTopUpBot() {
  return useCallMutation(topUpBot, [listUserBots, getCurrentUser]);
}

export function useSetBotLevels() {
  return useCallMutation(setBotLevels, [listUserBots]);
}

export function useDeactivateBot() {
  return useCallMutation(deactivateBot, [listUserBots, listUserTrades, getCurrentUser]);
}
