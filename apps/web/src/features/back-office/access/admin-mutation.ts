import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import type { AnswerOf, Call } from "@wazi/contracts";
import { call, type CallInput } from "../../../lib/api-client.ts";

/** A back office call that moves no money. Afterwards the given lists are refreshed. */
export function useAdminMutation<C extends Call>(
  definition: C,
  changes: readonly Call[],
): UseMutationResult<AnswerOf<C>, Error, CallInput<C>> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: CallInput<C>) => call(definition, input),
    onSuccess: () => Promise.all(changes.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] }))),
  });
}
