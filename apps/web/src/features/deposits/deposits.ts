import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { listDeposits, type Deposit } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { liveFiguresMs } from "../../lib/query-client.ts";

/** The newest first. Read again while one is pending, since somebody else ends it. */
export function useDeposits(): UseQueryResult<Deposit[]> {
  return useQuery({
    queryKey: [listDeposits.path],
    queryFn: ({ signal }) => call(listDeposits, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isPending) === true ? liveFiguresMs() : false),
  });
}

export function isPending(deposit: Deposit): boolean {
  return deposit.status === "pending";
}
