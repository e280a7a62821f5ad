import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type AnswerOf, type BalanceProofAnswer, getBalanceProof, listOwnActs } from "@wazi/contracts";
import { call, queryOf } from "../../lib/api-client.ts";

/** The amount owed to the user at the last daily snapshot, with its way to the published total. */
export function useBalanceProof(): UseQueryResult<BalanceProofAnswer> {
  return useQuery({ ...queryOf(getBalanceProof), staleTime: 0, retry: false });
}

type OwnActs = AnswerOf<typeof listOwnActs>["acts"];

/** The administrators' actions that concern the user, newest first. */
export function useOwnActs(): UseQueryResult<OwnActs> {
  return useQuery({
    queryKey: [listOwnActs.path],
    queryFn: async ({ signal }) => (await call(listOwnActs, { signal })).acts,
    staleTime: 0,
  });
}
