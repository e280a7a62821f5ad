import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getBotCosts, getUserCosts, type BotCosts, type UserCosts } from "@wazi/contracts";
import { call, queryOf } from "../../lib/api-client.ts";

function createCostsQuery(botId: string, amount: string | undefined) {
  return {
    queryKey: [getBotCosts.path, botId, amount],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<BotCosts> =>
      call(getBotCosts, { params: { id: botId }, query: { amount }, signal }),
    staleTime: 0,
  };
}

/** The amount that a bot's last year of costs would take from $1,000, of several bots, as far as it has loaded. */
export function useCostsOfBots(botIds: readonly string[]): readonly BotCosts[] {
  return useQueries({ queries: botIds.map((id) => createCostsQuery(id, undefined)), combine: collectData });
}

/** A stable function, so that the list keeps its identity until the data changes. */
function collectData(results: readonly Pick<UseQueryResult<BotCosts>, "data">[]): readonly BotCosts[] {
  return results.flatMap(({ data }) => data ?? []);
}

/** The amount that a bot's last year of costs would take from a given one. Waits while there is no amount. */
export function useBotCosts(botId: string, amount: string | null): UseQueryResult<BotCosts> {
  return useQuery({ ...createCostsQuery(botId, amount ?? undefined), enabled: amount !== null });
}

/** The investor's share of the costs of all closed trades so far. */
export function useUserCosts(): UseQueryResult<UserCosts> {
  return useQuery({ ...queryOf(getUserCosts), staleTime: 0 });
}
