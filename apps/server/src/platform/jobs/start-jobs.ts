import type { Job, ProcessIdentity } from "../module.ts";
import type { StopList } from "../process/stop-list.ts";

/** Starts those of the jobs that belong to a kind of process, one after the other. A stop ends each of them. */
export async function startJobs(
  stops: StopList,
  jobs: readonly Job[],
  { kind, startsLast = false }: { kind: Job["in"]; startsLast?: boolean },
  as: ProcessIdentity,
): Promise<void> {
  for (const job of jobs) {
    if (job.in !== kind || (job.startsLast ?? false) !== startsLast) continue;
    const running = await job.start(as);
    stops.add("work", job.name, () => running.stop());
  }
}
