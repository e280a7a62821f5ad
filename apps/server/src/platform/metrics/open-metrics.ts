import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
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

interface MetricsServer {
  stop(): Promise<void>;
}

/**
 * Serves `GET /metrics` on a port of its own, so that a proxy of the product never shows it to visitors.
 * @param refresh called before each answer
 * @throws the error of a port that is in use
 */
async function serveMetrics(
  registry: Registry,
  refresh: () => Promise<void>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    void answer(registry, refresh, response);
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function answer(registry: Registry, refresh: () => Promise<void>, response: ServerResponse): Promise<void> {
  try {
    await refresh();
    const text = await registry.metrics();
    response.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" }).end(text);
  } catch {
    response.writeHead(500).end();
  }
}
