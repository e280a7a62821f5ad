import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getOperations, listBots, pauseBot, resumeBot, type AnswerOf } from "@wazi/contracts";
import { call, type CallInput } from "../../../lib/api-client.ts";

type Lever = typeof pauseBot | typeof resumeBot;

export function usePauseBot() {
  return useLever(pauseBot);
}

export function useResumeBot() {
  return useLever(resumeBot);
}

/**
 * However it ends, the bots are read again: a refusal means that one of them is not as it was shown. What the server said
 * of a refusal does not wait for that.
 */
function useLever<C extends Lever>(definition: C) {
  const queryClient = useQueryClient();
  const readAgain = () =>
    Promise.all([getOperations, listBots].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })));
  return useMutation<AnswerOf<C>, Error, CallInput<C>>({
    mutationFn: (input) => call(definition, input),
    onSuccess: readAgain,
    onError: () => void readAgain(),
  });
}
