import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { listBots, type Bot } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

/** The catalogue, in its own order: a package unlocks the first so many of it. */
export function useBots(): UseQueryResult<Bot[]> {
  return useQuery({ queryKey: [listBots.path], queryFn: ({ signal }) => call(listBots, { signal }) });
}
