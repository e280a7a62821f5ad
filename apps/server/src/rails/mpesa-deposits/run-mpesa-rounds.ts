import { setTimeout as sleep } from "node:timers/promises";
import { describeChainError } from "../deposits/describe-chain-error.ts";
import { handleMpesaEvents } from "./handle-events.ts";
import type { MpesaDepositDeps } from "./mpesa-deps.ts";
import { pullMissedPayments } from "./pull-missed.ts";

const EVERY_MS = 15_000;
/** Pulls that fail begin again after this. A refusal may last, such as that of a paybill that is not registered. */
const PULL_AGAIN_MS = 60_000;

/** Handles reports that were stored and not handled, and asks for payments whose report was lost, until it is stopped. */
export function runMpesaRounds(deps: MpesaDepositDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = (async (): Promise<void> => {
    let pullFrom = 0;
    const report = (error: unknown): void =>
      deps.log.warn({ reason: describeChainError(error) }, "a round of M-Pesa failed; it runs again");
    while (!stopping.signal.aborted) {
      if (deps.now().getTime() >= pullFrom) {
        await pullMissedPayments(deps).catch((error: unknown) => {
          pullFrom = deps.now().getTime() + PULL_AGAIN_MS;
          report(error);
        });
      }
      await handleMpesaEvents(deps).catch(report);
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
