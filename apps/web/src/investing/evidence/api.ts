import { useQueries, useQuery, type QueryFunctionContext, type UseQueryResult } from "@tanstack/react-query";
import { getBotEvidence, getPublicEvidence, type BotEvidence, type PublicEvidence } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

// Evidence changes only with a new version of the server, so none of these is refetched.

const publicQuery = {
  queryKey: [getPublicEvidence.path],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<PublicEvidence> => call(getPublicEvidence, { signal }),
};

/** The evidence on all bots in short. */
export function usePublicEvidence(): UseQueryResult<PublicEvidence> {
  return useQuery(publicQuery);
}

/** Asks for a bot's evidence only if there is a record, because a missing one is a 404. */
function createEvidenceQuery(botId: string) {
  return {
    queryKey: [getBotEvidence.path, botId],
    queryFn: async ({ client, signal }: QueryFunctionContext): Promise<BotEvidence | null> => {
      const { bots } = await client.fetchQuery({ ...publicQuery, staleTime: Infinity });
      const isRecorded = bots.some((bot) => bot.botId === botId && bot.headline !== null);
      return isRecorded ? call(getBotEvidence, { params: { id: botId }, signal }) : null;
    },
  };
}

/** Everything recorded about one bot; null without a record. */
export function useBotEvidence(botId: string): UseQueryResult<BotEvidence | null> {
  return useQuery(createEvidenceQuery(botId));
}

/** The evidence on several bots, as far as it has loaded. */
export function useBotEvidences(botIds: readonly string[]): readonly BotEvidence[] {
  return useQueries({ queries: botIds.map(createEvidenceQuery), combine: collectData });
}

/** A stable function, so that the list keeps its identity until the data changes. */
function collectData(results: readonly Pick<UseQueryResult<BotEvidence | null>, "data">[]): readonly BotEvidence[] {
  return results.flatMap(({ data }) => data ?? []);
}
