import { useQueryClient } from "@tanstack/react-query";
import type { Call } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { toast } from "../../../ui/toast-store.ts";

export interface DecisionWords<Answer> {
  /** Said when it is done. */
  done: string | ((answer: Answer) => string);
  /** Said where a failure has no words of its own. */
  failed: string;
}

/**
 * Makes a decision and says how it went. A refusal leaves the form as it was; what the named calls show is read again
 * then, since it may have been made on something that has changed.
 */
export function useDecide(
  shown: readonly Call[],
): <Answer>(
  make: () => Promise<Answer>,
  words: DecisionWords<Answer>,
  then: { onDone: () => void; onFailed?: (failure: unknown) => void },
) => Promise<void> {
  const queryClient = useQueryClient();
  return async (make, { done, failed }, { onDone, onFailed }) => {
    try {
      const answer = await make();
      toast.good("Success", typeof done === "string" ? done : done(answer));
      onDone();
    } catch (failure) {
      onFailed?.(failure);
      toast.bad("Error", failureText(failure, failed));
      for (const { path } of shown) void queryClient.invalidateQueries({ queryKey: [path] });
    }
  };
}
