import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type BalanceInterest, chooseBalanceInterest, getBalanceInterest, getCurrentUser } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { useCallMutation } from "../../lib/call-mutation.ts";

export function useBalanceInterest(): UseQueryResult<BalanceInterest> {
  return useQuery({
    queryKey: [getBalanceInterest.path],
    queryFn: ({ signal }) => call(getBalanceInterest, { signal }),
    staleTime: 0,
  });
}

export function useChooseBalanceInterest() {
  return useCallMutation(chooseBalanceInterest, [getBalanceInterest, getCurrentUser]);
}
