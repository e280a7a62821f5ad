import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import type { AnswerOf, Call } from "@wazi/contracts";
import { useRef } from "react";
import { call, isOutcomeUnknown, type CallInput } from "./api-client.ts";

/** `crypto.randomUUID` is there on secure origins only; a trial on a plain local network has the second way. */
function newKey(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  return Array.from(new Uint8Array((crypto as Crypto).getRandomValues(new Uint8Array(16))), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

type Input<C extends Call> = Omit<CallInput<C>, "idempotencyKey" | "signal">;

/**
 * A call that moves money, under one Idempotency-Key for as long as its outcome is open. The key is made at the first
 * try of a payload; a second try of the same payload after no answer goes out under the same key, so it can't be done
 * twice. Another payload, or a definite answer, begins a new one. Then the named calls' queries are read again.
 */
export function useMoneyMutation<C extends Call>(
  definition: C,
  changes: readonly Call[],
): UseMutationResult<AnswerOf<C>, Error, Input<C>> {
  const held = useRef<{ payload: string; key: string } | null>(null);
  const queryClient = useQueryClient();

  async function run(input: Input<C>): Promise<AnswerOf<C>> {
    const payload = JSON.stringify(input);
    if (held.current?.payload !== payload) held.current = { payload, key: newKey() };
    try {
      const answer = await call(definition, { ...input, idempotencyKey: held.current.key } as CallInput<C>);
      held.current = null;
      return answer;
    } catch (error) {
      if (!isOutcomeUnknown(error)) held.current = null;
      throw error;
    }
  }

  return useMutation({
    mutationFn: run,
    onSuccess: () => Promise.all(changes.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] }))),
  });
}
