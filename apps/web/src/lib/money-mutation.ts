import { useQueryClient } from "@tanstack/react-query";
import { useLastingMutation, type LastingMutation } from "./lasting-mutation.ts";
import type { AnswerOf, Call } from "@wazi/contracts";
import { useRef } from "react";
import { call, isOutcomeUnknown, type CallInput } from "./api-client.ts";

/** `crypto.randomUUID` exists on secure origins only. A trial on a local network needs the fallback. */
function newKey(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  return Array.from(new Uint8Array((crypto as Crypto).getRandomValues(new Uint8Array(16))), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

type Input<C extends Call> = Omit<CallInput<C>, "idempotencyKey" | "signal">;

/**
 * A call that moves money, sent under one Idempotency-Key while its outcome is unknown. Retrying the same payload
 * reuses the key, so it cannot be processed twice. A new payload or a definite answer starts a new key. On success, the
 * queries of the named calls are refetched.
 */
export function useMoneyMutation<C extends Call>(
  definition: C,
  changes: readonly Call[],
): LastingMutation<AnswerOf<C>, Input<C>> {
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

  return useLastingMutation({
    mutationFn: run,
    onSuccess: () => Promise.all(changes.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] }))),
  });
}
