import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getTrackRecord, type TrackRecord } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { liveFiguresMs } from "../../lib/query-client.ts";

/** What one bot has done here, from its own closed trades. */
export function useTrackRecord(botId: string): UseQueryResult<TrackRecord> {
  return useQuery({
    queryKey: [getTrackRecord.path, botId],
    queryFn: ({ signal }) => call(getTrackRecord, { params: { id: botId }, signal }),
    refetchInterval: liveFiguresMs,
  });
}
