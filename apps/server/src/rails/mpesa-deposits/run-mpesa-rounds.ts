import { setTimeout as sleep } from "node:timers/promises";
import { describeChainError } from "../deposits/describe-chain-error.ts";
import { handleMpesaEvents } from "./handle-events.ts";
import type { MpesaDepositDeps } from "./mpesa-deps.ts";
import { pullMissedPayments } from "./pull-missed.ts";

const EVERY_MS = 15_000;

/** Handles reports that were stored and not handled, and asks for payments whose report was lost, until it is stopped. */
export function runMpesaRounds(deps: MpesaDepositDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = (async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      for (const step of [pullMissedPayments, handleMpesaEvents]) {
        await step(deps).catch((error: unknown) =>
          deps.log.warn({ reason: describeChainError(error) }, "a round of M-Pesa failed; it runs again"),
        );
      }
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
