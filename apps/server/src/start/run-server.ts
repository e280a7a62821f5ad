import type { Logger } from "pino";
import type { NamedValue } from "../record/installation/setting-fingerprints.ts";
import { createDrain } from "../platform/process/drain.ts";
import { openLog } from "../platform/process/open-log.ts";
import type { StartError } from "../platform/process/start-error.ts";
import { readVersion } from "../platform/process/version.ts";
import type { Settings } from "./settings/settings.ts";
import { planFeeds, reportPlan } from "../trader/feeds/feed-plan.ts";
import type { MigrateOptions } from "../platform/db/migrate.ts";
import { openListener } from "../platform/http/open-listener.ts";
import { StopList } from "../platform/process/stop-list.ts";
import { type Database, openDatabase } from "../platform/db/prepare-database.ts";
import { toOwnerUrl } from "../platform/settings/database-settings.ts";

interface StartingServer {
  /** Settles when the process serves. Never settles when the start is stopped. */
  started: Promise<void>;
  /** Settles only when the process cannot continue. */
  lost: Promise<StartError>;
  /**
   * Stops what runs, at any point of the start and after it, within STOP_WITHIN_MS and the seconds of draining. Parts that
   * did not stop in time still run, so the process must exit.
   */
  stop(): Promise<void>;
}

/**
 * The composition root: takes the settings and starts everything. When a step fails, the steps before it are stopped, and
 * `started` rejects, with a StartError for a problem that the operator can fix.
 * @param texts the settings as text; a change since the last start is recorded in the audit log
 * @param options.migrations further ones, only for tests
 */
export function startServer(
  settings: Settings,
  texts: readonly NamedValue[],
  { migrations }: { migrations?: MigrateOptions["further"] } = {},
): StartingServer {
  const { log, logStream } = openLog(settings);
  if (logStream !== undefined) process.stdout.write(`Starting Wazi ${readVersion()} …\n`);
  const stops = new StopList();
  const drain = createDrain(settings);
  let reportLost: (error: StartError) => void = () => undefined;
  const lost = new Promise<StartError>((resolve) => (reportLost = resolve));
  const begin = async (): Promise<void> => {
    const { role, mode } = settings;
    log.info({ version: readVersion(), node: process.versions.node, role, mode }, "Wazi is starting");
    const plan = planFeeds(settings);
    reportPlan(plan, log);
    const listener = await openListener(settings);
    stops.add("work", "requests", () => listener.close());
    log.info({ address: listener.address }, "requests are answered; /readyz says how far the start is");
    const database = openStoppableDatabase(settings, log, stops);
    // Why it did not open is told where it is awaited.
    database.then(({ lost }) => lost.then(reportLost)).catch(() => undefined);
    // Most of the code, which is loaded while the database starts.
    const { serve } = await import("./serve.ts");
    await serve({ settings, texts, log, logStream, plan, stops, drain, listener, database, migrations });
    drain.begin();
  };
  const started = begin().catch(async (error: unknown) => {
    if (stops.signal.aborted) return new Promise<never>(() => undefined);
    await stops.run(log);
    throw error;
  });
  const stop = async (): Promise<void> => {
    log.info("Wazi is stopping");
    await drain.run();
    const cut = await stops.run(log);
    if (cut.length > 0) log.warn({ cut }, "Wazi has stopped, and cut off what did not end in time; no data is lost");
    else log.info("Wazi has stopped");
  };
  return { started, lost, stop };
}

/** A stop ends the start of the embedded database too. */
async function openStoppableDatabase(settings: Settings, log: Logger, stops: StopList): Promise<Database> {
  const place = { ownerUrl: toOwnerUrl(settings), dataDir: settings.dataDir };
  const opening = openDatabase(place, log, stops.signal);
  stops.add("database", "the database", async (withinMs) => {
    const database = await opening.catch(() => undefined);
    await database?.stop(withinMs);
  });
  return opening;
}
