import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getBotCorrelations, type BotCorrelations } from "@wazi/contracts";
import { queryOf } from "../../lib/api-client.ts";
import * as texts from "../../messages/track-records.ts";

/** How much the bots' daily results move together. */
export function useBotCorrelations(): UseQueryResult<BotCorrelations> {
  return useQuery({ ...queryOf(getBotCorrelations), staleTime: 0 });
}

type Pair = BotCorrelations["pairs"][number];

/** The pair of two bots, in either order. */
export function findPair({ pairs }: Pick<BotCorrelations, "pairs">, one: string, other: string): Pair | undefined {
  return pairs.find(
    ({ botId, otherBotId }) => (botId === one && otherBotId === other) || (botId === other && otherBotId === one),
  );
}

const reasons: Readonly<Record<NonNullable<Pair["reason"]>, string>> = {
  "too-few-days": texts.correlationTooFewDays,
  "no-change": texts.noChange,
  "different-feeds": texts.differentFeeds,
  replay: texts.replay,
};

/** "0.42", "−0.10", or why there is no figure. */
export function describePair(pair: Pair | undefined): string {
  if (pair === undefined) return "–";
  if (pair.correlation !== null) return pair.correlation.replace("-", "−");
  return pair.reason === null ? "–" : reasons[pair.reason];
}
