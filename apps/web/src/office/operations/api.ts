import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useCallMutation, useLastingMutation } from "../../lib/call-mutation.ts";
import {
  getOperations,
  listBots,
  pauseBot,
  reconcileNow,
  resumeBot,
  type AnswerOf,
  type Operations,
} from "@wazi/contracts";
import { call, type CallInput, queryOf } from "../../lib/api-client.ts";

const REFRESH_MS = 5_000;

/** The state of the running system, refreshed while the page is visible and never cached. */
export function useOperations(): UseQueryResult<Operations> {
  return useQuery({ ...queryOf(getOperations), refetchInterval: REFRESH_MS, staleTime: 0, gcTime: 0 });
}

export function useReconcileNow() {
  return useCallMutation(reconcileNow, [getOperations]);
}

type BotCall = typeof pauseBot | typeof resumeBot;

export function usePauseBot() {
  return useBotMutation(pauseBot);
}

export function useResumeBot() {
  return useBotMutation(resumeBot);
}

/**
 * Refreshes the bots after success and failure: a refusal means that a bot has changed. The error is shown without
 * waiting for the refresh.
 */
function useBotMutation<C extends BotCall>(definition: C) {
  const queryClient = useQueryClient();
  const readAgain = () =>
    Promise.all([getOperations, listBots].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })));
  return useLastingMutation<AnswerOf<C>, CallInput<C>>({
    mutationFn: (input) => call(definition, input),
    onSuccess: readAgain,
    onError: () => void readAgain(),
  });
}
