import { existsSync } from "node:fs";
import type { Sql } from "../platform/db/pool.ts";
import { addOpenApiRoutes } from "../platform/http/openapi/openapi-routes.ts";
import type { App } from "../platform/http/register-call.ts";
import { buildApp, type AppOptions } from "./build-app.ts";
import type { Modules } from "./modules.ts";
import type { Settings } from "./settings/settings.ts";
import { findQuarantine } from "../platform/backup/store.ts";

interface Composition {
  settings: Settings;
  sql: Sql;
  now: () => Date;
  modules: Modules;
  webRoot: string;
  /** True before a stop, while a proxy still has to notice it. */
  isDraining?: () => boolean;
  checkAnswers?: boolean;
  logStream?: AppOptions["logStream"];
  recordAnswer?: AppOptions["recordAnswer"];
}

const QUARANTINED = "The database was restored from a backup: payouts are stopped. See npm run wazi -- quarantine.";

/** Builds the HTTP server with all calls. A process that only trades serves its health checks and nothing else. */
export async function composeApp(parts: Composition): Promise<App> {
  const { settings, sql, now, webRoot } = parts;
  const isServing = settings.role !== "trader";
  const app = buildApp({
    settings,
    sessions: { sql, now },
    requiresAdminFactor: settings.mode === "live",
    health: {
      findReadinessProblem: () =>
        parts.isDraining?.() ? Promise.resolve("It is stopping.") : parts.modules.findReadinessProblem(),
      readNotice: async () => ((await findQuarantine(sql)) === null ? null : QUARANTINED),
      readTraderHealth: parts.modules.trader.readHealth,
    },
    ...(isServing && existsSync(webRoot) ? { webRoot } : {}),
    ...(parts.checkAnswers === undefined ? {} : { checkAnswers: parts.checkAnswers }),
    ...(parts.logStream === undefined ? {} : { logStream: parts.logStream }),
    ...(parts.recordAnswer === undefined ? {} : { recordAnswer: parts.recordAnswer }),
  });
  if (isServing) {
    addOpenApiRoutes(app);
    for (const { addRoutes } of parts.modules.all) addRoutes(app);
  }
  await app.ready();
  return app;
}
