import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { listWithdrawals, type Withdrawal } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

const REFRESH_MS = 3_000;

/** The newest first. */
export function useWithdrawals(): UseQueryResult<Withdrawal[]> {
  return useQuery({
    queryKey: [listWithdrawals.path],
    queryFn: ({ signal }) => call(listWithdrawals, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Under way: another can't be asked for until it has ended. */
export function isUnderWay({ status }: Withdrawal): boolean {
  return status === "pending" || status === "processing";
}
