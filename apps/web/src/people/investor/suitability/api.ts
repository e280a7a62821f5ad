import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useLastingMutation } from "../../../lib/call-mutation.ts";
import {
  answerSuitability,
  getSuitability,
  setSuitabilityLimit,
  type Suitability,
  type SuitabilityAnswers,
} from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";

const queryKey = [getSuitability.path];

export function useSuitability(): UseQueryResult<Suitability> {
  return useQuery({ queryKey, queryFn: ({ signal }) => call(getSuitability, { signal }), staleTime: 0 });
}

function useSaved<Input>(save: (input: Input) => Promise<Suitability>) {
  const queryClient = useQueryClient();
  return useLastingMutation({ mutationFn: save, onSuccess: (saved) => queryClient.setQueryData(queryKey, saved) });
}

export function useAnswerSuitability() {
  return useSaved((body: SuitabilityAnswers) => call(answerSuitability, { body }));
}

export function useSetSuitabilityLimit() {
  return useSaved((limit: string) => call(setSuitabilityLimit, { body: { limit } }));
}
