import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getPerformance, listSparklines, type Performance } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

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
    queryKey: [listSparklines.path],
    queryFn: ({ signal }) => call(listSparklines, { signal }),
    refetchInterval: EVERY_MS,
    select: (list) => new Map(list.map(({ botId, marks }) => [botId, marks.map(Number)] as const)),
  });
  return data ?? NONE;
}

const NONE: ReadonlyMap<string, readonly number[]> = new Map();
