import { HOUR_MS } from "@wazi/contracts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import { type JudgeDeps, judgeLiveMonths } from "./judge-live-months.ts";

/** Judges a month within an hour of its end, or of the arrival of its rate. */
export function runJudgements(deps: JudgeDeps): Running {
  return runEvery({
    everyMs: HOUR_MS,
    run: (signal) => judgeLiveMonths(deps, signal),
    failed: (error) => deps.log.warn({ err: error }, "live months were not judged; they are tried again in an hour"),
  });
}
