import { Gauge, type Registry } from "prom-client";
import type { BaseLogger } from "pino";
import { readFreeBytes } from "../health/readiness.ts";
import type { MetricGroup, MetricReader, MetricValue, ScrapeTime } from "./metric.ts";

/** Several scrapes share a reading of this age. */
const SHARED_MS = 2_000;
/** A database that does not answer delays a scrape by this much. The other metrics are then not asked for. */
const STATE_TIMEOUT_MS = 800;
const OTHERS_TIMEOUT_MS = 5_000;
/** More than the usual 15 s between two scrapes, so that a single slow answer does not look like a service that is gone. */
const KEEP_STATE_MS = 20_000;
const MS_PER_SECOND = 1_000;

interface Deps {
  now: () => Date;
  dataDir: string;
  log: Pick<BaseLogger, "warn">;
  /** The metrics that a scrape names from the first moment of a start. */
  groups: readonly MetricGroup[];
}

/** The sources of the values, once the database is migrated. */
export interface MetricSources {
  readers: readonly MetricReader[];
  /** Why this process should get no requests now; null when it is ready. */
  findReadinessProblem: () => Promise<string | null>;
}

export interface ScrapedMetrics {
  /** From now on, the metrics are read. */
  begin(sources: MetricSources): void;
  /** Reads the metrics; call it before each scrape. */
  refresh(): Promise<void>;
}

/**
 * Adds the metrics that are read at a scrape. Every process answers the same, except for those of its own, its disk, and
 * networks that no process has tried to read yet. While the process starts or migrates, `wazi_ready` and the groups of a
 * state are 0, and of the others only `wazi_disk_free_bytes` has a value. While the database does not answer,
 * `wazi_database_up` and `wazi_ready` are 0, the groups of a state keep their last values for KEEP_STATE_MS and are 0 then,
 * and the others have no value, so that no old figure looks current.
 */
export function addScrapedMetrics(registry: Registry, { now, dataDir, log, groups }: Deps): ScrapedMetrics {
  const own = addOwnGauges(registry);
  const gauges = new GroupGauges(registry, groups);
  const startedAt = now();
  const isWithin = (since: Date | undefined, ms: number): boolean => {
    // A clock that was set back keeps nothing.
    const age = since === undefined ? -1 : now().getTime() - since.getTime();
    return age >= 0 && age <= ms;
  };
  let sources: MetricSources | undefined;
  let last: { at: Date; reading: Promise<void> } | undefined;
  let lastAnswerAt: Date | undefined;

  const readGroups = async ({ readers }: MetricSources, isState: boolean): Promise<Reading[]> => {
    const nowMs = now().getTime();
    const secondsSince = (time: Date | string): number => (nowMs - new Date(time).getTime()) / MS_PER_SECOND;
    return readAll(
      readers.filter(({ group }) => group.isState === isState),
      { startedAt, secondsSince },
    );
  };
  const read = async (): Promise<void> => {
    own.disk.set(await readFreeBytes(dataDir).catch(() => 0));
    if (sources === undefined) return;
    const from = sources;
    const state = await readWithin(log, STATE_TIMEOUT_MS, () =>
      Promise.all([from.findReadinessProblem(), readGroups(from, true)]),
    );
    own.database.set(state === undefined ? 0 : 1);
    own.ready.set(state !== undefined && state[0] === null ? 1 : 0);
    if (state !== undefined) {
      lastAnswerAt = now();
      gauges.set(state[1]);
    }
    if (!isWithin(lastAnswerAt, KEEP_STATE_MS)) gauges.clear(true);
    const others = state && (await readWithin(log, OTHERS_TIMEOUT_MS, () => readGroups(from, false)));
    if (others === undefined) gauges.clear(false);
    else gauges.set(others);
  };
  return {
    begin: (given) => {
      sources = given;
      last = undefined;
    },
    refresh: () => {
      if (!isWithin(last?.at, SHARED_MS)) last = { at: now(), reading: read() };
      return last?.reading ?? Promise.resolve();
    },
  };
}

function addOwnGauges(registry: Registry): Record<"ready" | "database" | "disk", Gauge> {
  const registers = [registry];
  const own = {
    ready: new Gauge({ name: "wazi_ready", help: "1 when /readyz answers 200.", registers }),
    database: new Gauge({ name: "wazi_database_up", help: "1 when the database answers.", registers }),
    disk: new Gauge({ name: "wazi_disk_free_bytes", help: "Free bytes on the disk of the data folder.", registers }),
  };
  own.database.remove();
  return own;
}

interface Reading {
  group: MetricGroup;
  values: Readonly<Record<string, MetricValue>>;
}

/** Reads everything before anything is set, so that a failure leaves no mixture of old and new figures. */
function readAll(readers: readonly MetricReader[], at: ScrapeTime): Promise<Reading[]> {
  return Promise.all(readers.map(async ({ group, read }) => ({ group, values: await read(at) })));
}

/** @returns undefined after a failure, and when it takes too long */
async function readWithin<T>(
  log: Pick<BaseLogger, "warn">,
  timeoutMs: number,
  read: () => Promise<T>,
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("reading the metrics took too long")), timeoutMs);
  });
  try {
    return await Promise.race([read(), timeout]);
  } catch (error) {
    log.warn({ err: error }, "could not read the metrics");
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** The gauges of groups, by their keys. */
class GroupGauges {
  readonly #byGroup = new Map<MetricGroup, Map<string, Gauge>>();

  constructor(registry: Registry, groups: readonly MetricGroup[]) {
    for (const group of groups) {
      const gauges = Object.entries(group.definitions).map(([key, { name, help, labelNames = [] }]) => {
        const gauge = new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
        return [key, gauge] as const;
      });
      this.#byGroup.set(group, new Map(gauges));
    }
    this.clear(false);
  }

  set(readings: readonly Reading[]): void {
    for (const { group, values } of readings) {
      for (const [key, value] of Object.entries(values)) setGauge(this.#get(group, key), value);
    }
  }

  /** @param isState sets groups of a state to 0, or else leaves the others without values */
  clear(isState: boolean): void {
    for (const [{ isState: isOfState, definitions }, gauges] of this.#byGroup) {
      if (isOfState !== isState) continue;
      for (const [key, gauge] of gauges)
        setGauge(gauge, definitions[key]?.labelNames !== undefined ? [] : isState ? 0 : null);
    }
  }

  #get(group: MetricGroup, key: string): Gauge {
    const gauge = this.#byGroup.get(group)?.get(key);
    if (gauge === undefined) throw new Error(`the metric "${key}" is read, but no noun declares it`);
    return gauge;
  }
}

function setGauge(gauge: Gauge, value: MetricValue): void {
  if (value === null) gauge.remove();
  else if (typeof value === "number") gauge.set(value);
  else {
    gauge.reset();
    for (const { labels, value: each } of value) gauge.set(labels, each);
  }
}
