import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getPackageTier, type PackageTier } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { liveFiguresMs } from "../../lib/query-client.ts";

/** Moves with each deposit that is credited. */
export function usePackageTier(): UseQueryResult<PackageTier> {
  return useQuery({
    queryKey: [getPackageTier.path],
    queryFn: ({ signal }) => call(getPackageTier, { signal }),
    refetchInterval: liveFiguresMs,
  });
}
