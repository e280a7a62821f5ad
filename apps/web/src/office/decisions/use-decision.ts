import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Call } from "@wazi/contracts";
import { useState } from "react";
import { failureText, isOutcomeUnknown } from "../../lib/api-client.ts";
import { toast } from "../../ui/toast-store.ts";
import * as texts from "../../messages/admin-decisions.ts";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

export interface DecisionMessages<Answer> {
  /** Shown on success. */
  done: string | ((answer: Answer) => string);
  /** Shown for an error that has no message. */
  failed: string;
}

/**
 * Submits a decision and reports the outcome. A refusal keeps the input and refreshes the data of the given calls,
 * which may have changed.
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
      toast.good(texts.success, typeof done === "string" ? done : done(answer));
      onDone();
    } catch (failure) {
      onFailed?.(failure);
      toast.bad(texts.error, failureText(failure, failed));
      for (const { path } of shown) void queryClient.invalidateQueries({ queryKey: [path] });
    }
  };
}

interface SentDecision {
  isPending: boolean;
  isSuccess: boolean;
  error: Error | null;
}

/**
 * The steps of a dialog that decides on a record, and the state of the requests sent from it.
 * @param first the step that was chosen in the list; "details" offers the others
 */
export function useDecisionSteps<Step extends string>(
  first: Step | "details",
  sent: readonly SentDecision[],
  onClose: () => void,
) {
  const [step, choose] = useState(first);
  const isUnanswered = useOutcomeUnknown(...sent);
  const isBusy = sent.some(({ isPending }) => isPending);
  const frame =
    first === "details"
      ? { onCancel: () => choose("details"), cancelLabel: texts.back, onClose }
      : { onCancel: onClose, cancelLabel: texts.cancel, onClose };
  return {
    step,
    choose,
    isBusy,
    /** Decided here, or about to be. */
    isMine: isBusy || sent.some(({ isSuccess }) => isSuccess),
    isUnanswered,
    frame,
  };
}

/** True if a request of this dialog got no answer, so that it may have been processed. */
export function useOutcomeUnknown(...tries: readonly { error: Error | null }[]): boolean {
  const [was, remember] = useState(false);
  const is = tries.some(({ error }) => error !== null && isOutcomeUnknown(error));
  if (is && !was) remember(true);
  return is || was;
}

const REFRESH_MS = 3_000;

export interface LatestRecord<Row> {
  /** The latest state from the server. */
  row: Row;
  /** True if the record has been deleted. */
  isGone: boolean;
}

/**
 * The record of a dialog, refreshed while the dialog is open, as another administrator may change it. Its key begins
 * with the list's path, so that a change of the list refreshes it at once.
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

/** The properties of a form's fields, by name. `readOnly` keeps the input readable. */
export function bindFields<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  readOnly = false,
) {
  const { errors } = form.formState;
  return (name: FieldPath<Input>) => ({
    ...form.register(name),
    readOnly,
    error: errors[name]?.message as string | undefined,
  });
}
