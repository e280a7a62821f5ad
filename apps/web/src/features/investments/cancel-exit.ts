import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cancelExit, getCurrentUser, listUserBots } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

/**
 * Moves no money. Also a refusal is news (the exit has settled meanwhile), so the figures are read again either way.
 * What is to be said is handed in here: by the time that they are read, what shows the exit is gone.
 */
export function useCancelExit(say: { onSuccess: () => void; onError: (error: Error) => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(cancelExit, { params: { id } }),
    ...say,
    onSettled: () =>
      Promise.all(
        [listUserBots, getCurrentUser].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
      ),
  });
}
