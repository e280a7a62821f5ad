import { useMutation, type UseMutationOptions, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import type { AnswerOf, Call } from "@wazi/contracts";
import { useRef } from "react";
import { call, type CallInput, isOutcomeUnknown, isRefusedEarly } from "./api-client.ts";

/** `crypto.randomUUID` exists on secure origins only. A trial on a local network needs the fallback. */
function newKey(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  return Array.from(new Uint8Array((crypto as Crypto).getRandomValues(new Uint8Array(16))), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

type Input<C extends Call> = Omit<CallInput<C>, "idempotencyKey">;

/**
 * A call that changes something. On success, the queries of the named calls are refetched.
 *
 * One that moves money is sent under an Idempotency-Key while its outcome is unknown. Retrying the same payload reuses
 * the key, so it cannot be processed twice. A new payload or a definite answer starts a new key; a refusal
 * before anything happened does not, because an earlier try under the key may be open.
 */
export function useCallMutation<C extends Call>(
  definition: C,
  changes: readonly Call[] = [],
): LastingMutation<AnswerOf<C>, Input<C>> {
  const held = useRef<{ payload: string; key: string } | null>(null);
  const queryClient = useQueryClient();

  async function move(input: Input<C>): Promise<AnswerOf<C>> {
    const payload = JSON.stringify(input);
    if (held.current?.payload !== payload) held.current = { payload, key: newKey() };
    try {
      const answer = await call(definition, { ...input, idempotencyKey: held.current.key } as CallInput<C>);
      held.current = null;
      return answer;
    } catch (error) {
      if (!isOutcomeUnknown(error) && !isRefusedEarly(error)) held.current = null;
      throw error;
    }
  }

  return useLastingMutation({
    mutationFn: (input) => (definition.movesMoney === true ? move(input) : call(definition, input as CallInput<C>)),
    onSuccess: () => Promise.all(changes.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] }))),
  });
}

interface Callbacks<Answer> {
  onSuccess?: (answer: Answer) => void;
  onError?: (error: Error) => void;
}

type Replaced<Result, Mutate> = Result extends unknown ? Omit<Result, "mutate"> & { mutate: Mutate } : never;

export type LastingMutation<Answer, Input> = Replaced<
  UseMutationResult<Answer, Error, Input>,
  (input: Input, callbacks?: Callbacks<Answer>) => void
>;

/**
 * `useMutation`, except that the callbacks of `mutate` run even if the component has disappeared by then. An action often
 * removes its own row: the list can be refreshed before the answer arrives, and React Query drops the callbacks of a
 * component that is gone, so nobody would be told the outcome.
 */
export function useLastingMutation<Answer, Input = void>(
  options: UseMutationOptions<Answer, Error, Input>,
): LastingMutation<Answer, Input> {
  const mutation = useMutation(options);
  return {
    ...mutation,
    // The state of the mutation has the error too.
    mutate: (input, told) => void mutation.mutateAsync(input).then(told?.onSuccess, told?.onError ?? (() => undefined)),
  };
}
