import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getVerification, type Verification } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { liveFiguresMs } from "../../lib/query-client.ts";

/** The latest submission, or null where there was none. Read again while it waits, since somebody else ends it. */
export function useVerification(): UseQueryResult<Verification | null> {
  return useQuery({
    queryKey: [getVerification.path],
    queryFn: ({ signal }) => call(getVerification, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? liveFiguresMs() : false),
  });
}
