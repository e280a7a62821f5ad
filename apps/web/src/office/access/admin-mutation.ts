import { useQueryClient } from "@tanstack/react-query";
import { useLastingMutation, type LastingMutation } from "../../lib/lasting-mutation.ts";
import type { AnswerOf, Call } from "@wazi/contracts";
import { call, type CallInput } from "../../lib/api-client.ts";

/** A back office call that moves no money. Afterwards the given lists are refreshed. */
export function useAdminMutation<C extends Call>(
  definition: C,
  changes: readonly Call[],
): LastingMutation<AnswerOf<C>, CallInput<C>> {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: (input: CallInput<C>) => call(definition, input),
    onSuccess: () => Promise.all(changes.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] }))),
  });
}
