import type { Registry } from "prom-client";
import type { BaseLogger } from "pino";
import type { Sql } from "../db/pool.ts";
import { StartError } from "../process/start-error.ts";
import { readVersion } from "../process/version.ts";
import type { processSettings } from "../settings/process-settings.ts";
import type { SettingsOf } from "../settings/setting-entry.ts";
import type { MetricGroup } from "./metric.ts";
import { createProcessMetrics, type ProcessMetrics } from "./process-metrics.ts";
import { addScrapedMetrics, type MetricSources } from "./scraped-metrics.ts";
import { serveMetrics } from "./serve-metrics.ts";

export interface Metrics extends Pick<ProcessMetrics, "recordAnswer"> {
  /** Takes what a process counts itself; undefined where nothing is counted. */
  registry: Registry | undefined;
  /** Adds what the database says, once it is migrated. */
  begin(parts: MetricSources & { sql: Sql; isNatsConnected: (() => boolean) | undefined }): void;
  stop(): Promise<void>;
}

interface MetricsParts {
  settings: Pick<SettingsOf<typeof processSettings>, "metricsPort" | "metricsHost" | "role" | "dataDir">;
  now: () => Date;
  log: Pick<BaseLogger, "info" | "warn">;
  groups: readonly MetricGroup[];
}

/**
 * Serves the metrics on the port of the settings, from the first moment of a start. Without a port, nothing is counted.
 * @throws StartError when the port is in use
 */
export async function openMetrics({ settings, now, log, groups }: MetricsParts): Promise<Metrics> {
  const { metricsPort: port, metricsHost: host, role, dataDir } = settings;
  if (port === undefined) {
    const nothing = (): void => undefined;
    return { registry: undefined, recordAnswer: nothing, begin: nothing, stop: () => Promise.resolve() };
  }
  let countConnections: Sql["countConnections"] = () => [];
  const counted = createProcessMetrics({ version: readVersion(), role }, () => countConnections());
  const { registry } = counted;
  const scraped = addScrapedMetrics(registry, { now, dataDir, log, groups });
  const server = await serveMetrics(registry, () => scraped.refresh(), { host, port }).catch((error: unknown) => {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new StartError(`METRICS_PORT: ${port} cannot be used on ${host} (${code}). Set another METRICS_PORT.`);
  });
  log.info(`metrics are at http://${host}:${port}/metrics`);
  return {
    ...counted,
    begin: ({ sql, isNatsConnected, ...sources }) => {
      countConnections = () => sql.countConnections();
      if (isNatsConnected !== undefined) counted.watchNats(isNatsConnected);
      scraped.begin(sources);
    },
    stop: () => server.stop(),
  };
}
