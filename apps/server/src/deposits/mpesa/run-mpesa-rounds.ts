import { describeChainError, shortenError } from "../../platform/jobs/repeat-rounds.ts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import { recordRailFailure, recordRailSuccess } from "../rail-health/store.ts";
import { handleMpesaEvents } from "./handle-events.ts";
import type { MpesaDepositDeps } from "./open-mpesa-deposits.ts";
import { pullMissedPayments } from "./pull-missed.ts";

const EVERY_MS = 15_000;
/** Pulls that fail begin again after this. A refusal may last, such as that of a paybill that is not registered. */
const PULL_AGAIN_MS = 60_000;

/** Handles reports that were stored and not handled, and asks for payments whose report was lost, until it is stopped. */
export function runMpesaRounds(deps: MpesaDepositDeps): Running {
  const rounds = createMpesaRounds(deps);
  return runEvery({
    everyMs: EVERY_MS,
    run: (signal) => rounds.run(signal),
    failed: (error) => deps.log.warn({ reason: describeChainError(error) }, "a round of M-Pesa failed; it runs again"),
  });
}

/** Rounds whose end is recorded for the back office. Reports are handled even when the pull fails. */
export function createMpesaRounds(deps: MpesaDepositDeps): { run(signal?: AbortSignal): Promise<void> } {
  const { sql, log, now } = deps;
  let pullFrom = 0;
  const warn = (error: unknown, message: string): string => {
    const reason = describeChainError(error);
    log.warn({ reason }, message);
    return reason;
  };
  const attempt = async (step: () => Promise<unknown>, signal?: AbortSignal): Promise<string | null> => {
    try {
      if (signal?.aborted !== true) await step();
      return null;
    } catch (error) {
      if (signal?.aborted === true) return null;
      return warn(error, "a round of M-Pesa failed; it runs again");
    }
  };
  return {
    async run(signal) {
      const pulls = now().getTime() >= pullFrom;
      const pullFailure = pulls ? await attempt(() => pullMissedPayments(deps, signal), signal) : null;
      if (pullFailure !== null) pullFrom = now().getTime() + PULL_AGAIN_MS;
      const handlingFailure = await attempt(() => handleMpesaEvents(deps, signal), signal);
      if (signal?.aborted === true) return;
      const failure = pullFailure ?? handlingFailure;
      // While pulls wait after a failure, a round says nothing about them.
      if (failure === null && !pulls) return;
      const recording =
        failure === null
          ? recordRailSuccess(sql, "MPESA", null)
          : recordRailFailure(sql, "MPESA", shortenError(failure));
      await recording.catch((error: unknown) => warn(error, "the result of a round could not be recorded"));
    },
  };
}
