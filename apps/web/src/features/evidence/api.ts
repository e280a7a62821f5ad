import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getBotEvidence, getPublicEvidence, type BotEvidence, type PublicEvidence } from "@wazi/contracts";
import { ApiError, call } from "../../lib/api-client.ts";

function createEvidenceQuery(botId: string) {
  return {
    queryKey: [getBotEvidence.path, botId],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<BotEvidence | null> => {
      try {
        return await call(getBotEvidence, { params: { id: botId }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  };
}

/** Everything recorded about one bot; null without a record. It changes only with a new version of the server. */
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

/** The evidence on all bots in short. */
export function usePublicEvidence(): UseQueryResult<PublicEvidence> {
  return useQuery({
    queryKey: [getPublicEvidence.path],
    queryFn: ({ signal }) => call(getPublicEvidence, { signal }),
  });
}
