import type { Logger } from "pino";
import type { Check } from "./health/readiness.ts";
import type { App } from "./http/register-call.ts";
import type { Running } from "./jobs/run-every.ts";
import type { MetricGroup, MetricReader } from "./metrics/metric.ts";
import type { StopList } from "./process/stop-list.ts";
import type { PartitionRule, RetentionRule } from "./retention/retention-rule.ts";
import type { SettingEntry } from "./settings/setting-entry.ts";

/** As what a process does its work. */
export interface ProcessIdentity {
  /** Its name in the leases of the database. */
  holder: string;
  /** True if no other process works on this database. */
  isAloneOnDatabase: boolean;
  log: Logger;
}

/** Work that goes on between requests. A stop that has to cut it off names it. */
export interface Job {
  name: string;
  /** The processes that do it: those that serve requests, or those that may trade. One process can be both. */
  in: "serving" | "trading" | "every";
  /** True for a start that would keep everything else waiting. */
  startsLast?: true;
  /** @throws StartError for a problem that the operator can fix */
  start: (as: ProcessIdentity) => Running | Promise<Running>;
}

/** An opened noun: its part of a process, besides what it offers to later nouns. */
export interface OpenedModule {
  /** Registers its calls. */
  addRoutes: (app: App) => void;
  /** Empty where the settings ask for none. */
  jobs: readonly Job[];
  /** Without them this process gets no requests. */
  checks: readonly Check[];
  /** Readers of the metrics that the noun declares. */
  metrics: readonly MetricReader[];
}

/** The part of a noun that needs no database. */
export interface Noun {
  /** Its part of the settings, of a light file that a start reads before the noun's code. */
  settings?: { entries: Readonly<Record<string, SettingEntry<unknown>>> };
  /** How long its rows are kept. docs/reference/retention.md says it for every table, and a test compares the two. */
  retention?: readonly RetentionRule[];
  partitions?: readonly PartitionRule[];
  /** Its part of /metrics, without values until it is opened. */
  metrics?: readonly MetricGroup[];
}

interface Module extends Noun {
  /** Opens it with the settings, the platform and the nouns before it. */
  open: (...parts: never[]) => OpenedModule | Promise<OpenedModule>;
}

export const defineModule = <Opening extends Module>(noun: Opening): Opening & Noun => noun;

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
