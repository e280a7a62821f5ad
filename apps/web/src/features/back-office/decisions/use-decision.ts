import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Call } from "@wazi/contracts";
import { useState } from "react";
import { failureText, isOutcomeUnknown } from "../../../lib/api-client.ts";
import { toast } from "../../../ui/toast-store.ts";

export interface DecisionMessages<Answer> {
  /** Said when it is done. */
  done: string | ((answer: Answer) => string);
  /** Said where a failure has no words of its own. */
  failed: string;
}

/**
 * Makes a decision and says how it went. A refusal leaves the form as it was; what the named calls show is read again
 * then, since it may have been made on something that has changed.
 */
export function useSubmitDecision(
  shown: readonly Call[],
): <Answer>(
  make: () => Promise<Answer>,
  words: DecisionMessages<Answer>,
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

/** Whether one of these tries, or one before them in the same dialog, got no answer, so that it may have been done. */
export function useOutcomeUnknown(...tries: readonly { error: Error | null }[]): boolean {
  const [was, remember] = useState(false);
  const is = tries.some(({ error }) => error !== null && isOutcomeUnknown(error));
  if (is && !was) remember(true);
  return is || was;
}

const REFRESH_MS = 3_000;

export interface LatestRecord<Row> {
  /** As the server said last. */
  row: Row;
  /** True when it is in no list any more: it was deleted meanwhile. */
  isGone: boolean;
}

/**
 * The record that a dialog is about, read again for as long as the dialog is open: another administrator may be at it
 * too. Whoever changes records of this list has it read again at once, as its key begins with the list's path.
 */
export function useLatestRecord<Row extends { id: string }>(
  listPath: string,
  shown: Row,
  read: (signal: AbortSignal) => Promise<Row | undefined>,
): LatestRecord<Row> {
  const { data } = useQuery<Row | null>({
    queryKey: [listPath, "one", shown.id],
    queryFn: async ({ signal }) => (await read(signal)) ?? null,
    initialData: shown,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  });
  return { row: data ?? shown, isGone: data === null };
}
