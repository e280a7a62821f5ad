import type { BaseLogger } from "pino";
import type { Sql } from "../platform/db/pool.ts";
import { addPlatformMetrics } from "../office/metrics/platform-metrics.ts";
import { createProcessMetrics, type ProcessMetrics } from "../platform/metrics/process-metrics.ts";
import { serveMetrics } from "../platform/metrics/serve-metrics.ts";
import { StartError } from "../platform/process/start-error.ts";
import { readVersion } from "../platform/process/version.ts";
import { listDepositNetworks } from "../deposits/chains/open-chains.ts";
import type { Settings } from "./settings/settings.ts";
import { feedOf, type FeedPlan } from "../trader/feeds/feed-plan.ts";
import { listBotSymbols } from "../trader/loop/trading-bot.ts";

export interface Metrics extends Pick<ProcessMetrics, "recordAnswer" | "countOperations"> {
  /** Adds what the database says, once it is migrated. */
  begin(parts: { sql: Sql; isNatsConnected: (() => boolean) | undefined }): void;
  stop(): Promise<void>;
}

interface MetricsParts {
  settings: Pick<
    Settings,
    "metricsPort" | "metricsHost" | "role" | "dataDir" | "databaseDiskBytes" | "chains" | "mpesa" | "publicOrigin"
  >;
  now: () => Date;
  plan: FeedPlan;
  /** The name of this process's trader in the lease; undefined when it does not trade. */
  holder: string | undefined;
  log: Pick<BaseLogger, "info" | "warn">;
}

/**
 * Serves the metrics on the port of the settings, from the first moment of a start. Without a port, nothing is counted.
 * @throws StartError when the port is in use
 */
export async function openMetrics({ settings, now, plan, holder, log }: MetricsParts): Promise<Metrics> {
  const { metricsPort: port, metricsHost: host, role, dataDir, databaseDiskBytes } = settings;
  if (port === undefined) {
    const nothing = (): void => undefined;
    return {
      recordAnswer: nothing,
      countOperations: (door) => door,
      begin: nothing,
      stop: () => Promise.resolve(),
    };
  }
  let countConnections: Sql["countConnections"] = () => [];
  const metrics = createProcessMetrics({ version: readVersion(), role }, () => countConnections());
  const symbols = {
    feedOf: (market: Parameters<typeof feedOf>[1]) => feedOf(plan, market),
    symbolsOf: (botName: string) => listBotSymbols(botName, plan),
  };
  const depositNetworks = listDepositNetworks(settings);
  const deps = { now, ...symbols, dataDir, databaseDiskBytes, holder, depositNetworks, log };
  const platform = addPlatformMetrics(metrics.registry, deps);
  const refresh = (): Promise<void> => platform.refresh();
  const server = await serveMetrics(metrics.registry, refresh, { host, port }).catch((error: unknown) => {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new StartError(`METRICS_PORT: ${port} cannot be used on ${host} (${code}). Set another METRICS_PORT.`);
  });
  log.info(`metrics are at http://${host}:${port}/metrics`);
  return {
    ...metrics,
    begin: ({ sql, isNatsConnected }) => {
      countConnections = () => sql.countConnections();
      if (isNatsConnected !== undefined) metrics.watchNats(isNatsConnected);
      platform.begin(sql);
    },
    stop: () => server.stop(),
  };
}
