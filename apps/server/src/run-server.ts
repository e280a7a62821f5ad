import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino, type Logger } from "pino";
import { createPasswordHasher } from "./core/identity/passwords.ts";
import type { CreatedAdmin } from "./core/identity/first-admin.ts";
import { recordSettings, type NamedValue } from "./core/installation/setting-fingerprints.ts";
import type { DocumentVault } from "./core/documents/document-vault.ts";
import type { FactorVault } from "./core/second-factors/factor-vault.ts";
import { openDoor, type Door } from "./core/ledger/post.ts";
import { openPool, type Sql } from "./db/pool.ts";
import { listDepositKeys } from "./features/deposits/deposit-key-store.ts";
import { computeMaxStreams, MAX_STREAMS, readOpenFilesLimit } from "./process/open-files.ts";
import { toAdminPasswordFile } from "./process/admin-password-file.ts";
import { limitRepeats } from "./process/limit-repeats.ts";
import type { StartError } from "./process/start-error.ts";
import { textLog } from "./process/text-log.ts";
import { readVersion } from "./process/version.ts";
import { openBroker, openPriceSource } from "./live-wiring.ts";
import { startDepositWatch } from "./rails-wiring.ts";
import type { Settings } from "./settings/settings.ts";
import { planFeeds, type FeedPlan } from "./trader/feeds/feed-plan.ts";
import { runTrader, type Trader } from "./trader/run-trader.ts";
import type { RecordedAnswer } from "./http/build-app.ts";
import { describeError } from "./http/request-log.ts";
import { composeApp } from "./compose-app.ts";
import { openEvents } from "./event-wiring.ts";
import type { MigrateOptions } from "./db/migrate.ts";
import { openListener, type Listener } from "./http/open-listener.ts";
import { StopList } from "./process/stop-list.ts";
import { seed } from "./seed-wiring.ts";
import { openPayouts, startServices } from "./services-wiring.ts";
import { openDatabase, prepareDatabase, type Database } from "./database-wiring.ts";
import { openMetrics } from "./metrics-wiring.ts";
import { checkDocumentKeys, openDocuments, openFactors } from "./document-wiring.ts";
import { openLinkSigner, openMail } from "./mail-wiring.ts";
import { openPush } from "./push-wiring.ts";
import { AnswerTimes } from "./features/status/answer-times.ts";
import { createSubmissionWorkers } from "./features/verification/submission-workers.ts";
import { runHousekeeping } from "./housekeeping.ts";
import { startLog } from "./log-wiring.ts";

const MS_PER_SECOND = 1_000;

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

interface Start {
  settings: Settings;
  texts: readonly NamedValue[];
  log: Logger;
  /** Undefined for JSON lines. */
  logStream: typeof textLog | undefined;
  plan: FeedPlan;
  stops: StopList;
  drain: Drain;
  listener: Listener;
  database: Database;
  migrations: MigrateOptions["further"];
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
  const hooks = { logMethod: limitRepeats() };
  const options = { level: settings.logLevel, serializers: { err: describeError }, hooks };
  const logStream = findLogStream(settings);
  const log = logStream === undefined ? pino(options) : pino(options, logStream);
  if (logStream !== undefined) process.stdout.write(`Starting Wazi ${readVersion()} …\n`);
  const stops = new StopList();
  const drain = createDrain(settings);
  let reportLost: (error: StartError) => void = () => undefined;
  const lost = new Promise<StartError>((resolve) => (reportLost = resolve));
  const begin = async (): Promise<void> => {
    const plan = reportPlan(settings, log);
    const listener = await openListener(settings);
    stops.add("work", "requests", () => listener.close());
    log.info({ address: listener.address }, "requests are answered; /readyz says how far the start is");
    const database = await openStoppableDatabase(settings, log, stops);
    void database.lost.then(reportLost);
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

/** A terminal gets text, everything else JSON, unless the settings say otherwise. */
function findLogStream({ logFormat = process.stdout.isTTY ? "text" : "json" }: Settings): typeof textLog | undefined {
  return logFormat === "text" ? textLog : undefined;
}

function reportPlan(settings: Settings, log: Logger): FeedPlan {
  const { role, mode } = settings;
  log.info({ version: readVersion(), node: process.versions.node, role, mode }, "Wazi is starting");
  const plan = planFeeds(settings);
  if (plan.skippedFiles.length > 0)
    log.info(
      { files: plan.skippedFiles },
      "skipped files in the replay folder: their names are not of the form {market}_{SYMBOL}_{interval}.csv",
    );
  if (plan.replayed.length + plan.live.length > 0 && plan.simulated.length > 0)
    log.info({ symbols: plan.simulated }, "these symbols have simulated prices");
  return plan;
}

/** A stop ends the start of the embedded database too. */
async function openStoppableDatabase(settings: Settings, log: Logger, stops: StopList): Promise<Database> {
  const opening = openDatabase(settings, log, stops.signal);
  stops.add("database", "the database", async (withinMs) => {
    const database = await opening.catch(() => undefined);
    await database?.stop(withinMs);
  });
  return opening;
}

async function serve(start: Start): Promise<void> {
  const { settings, log, plan, stops, drain, listener, database } = start;
  const { address } = listener;
  database.announce(address);
  const { url, directUrl } = await prepareDatabase(settings, log, database, {
    ...(start.migrations && { further: start.migrations }),
    onStep: (step, of) => listener.setState({ state: "migrating", step, of }),
    signal: stops.signal,
  });
  listener.setState({ state: "starting" });
  const sql = openPool(url, { max: settings.databaseConnections, directUrl });
  stops.add("connections", "statements", () => sql.end());
  const now = (): Date => new Date();
  const passwords = createPasswordHasher();
  const vaults = await openVaults(sql, settings);
  const { addresses, admin } = await seed(sql, settings, passwords);
  await reportSettings(sql, start);
  const holder = settings.role === "api" ? undefined : randomUUID();
  let trader: Trader | undefined;
  const { hints, isNatsConnected, stopEvents } = await openEvents(
    settings,
    sql,
    () => trader?.isTrading() === true,
    log,
  );
  stops.add("channels", "hints to other processes", stopEvents);
  const metrics = await openMetrics({ settings, sql, now, plan, holder, isNatsConnected, log });
  stops.add("channels", "the metrics", () => metrics.stop());
  const door = metrics.countOperations(openDoor(sql, hints));
  if (settings.role !== "api") {
    const logging = await startLog(sql, settings, log);
    stops.add("work", "the public log and daily snapshots", () => logging.stop());
  }
  const house = runHousekeeping(sql, now, log);
  stops.add("work", "housekeeping", () => house.stop());
  const submissions = createSubmissionWorkers(submissionProgram());
  stops.add("channels", "the preparation of documents", () => submissions.stop());
  const mail = { mail: await openMail(settings), links: openLinkSigner(settings), push: openPush(settings) };
  const payouts = await openPayouts(settings, sql);
  const opened = { passwords, ...payouts, addresses, ...vaults, submissions, ...mail };
  const services = { ...opened, hints, isDraining: drain.isDraining, maxStreams: findMaxStreams(log) };
  const answerTimes = new AnswerTimes();
  const recordAnswer = (answer: RecordedAnswer): void => {
    answerTimes.record(answer);
    metrics.recordAnswer(answer);
  };
  const parts = { settings, sql, door, now, ...services, plan, holder, webRoot: webRoot(), recordAnswer };
  const app = await composeApp({ ...parts, ...(start.logStream && { logStream: start.logStream }) });
  stops.add("work", "live streams", () => app.close());
  listener.handOver((request, response) => app.routing(request, response));
  if (holder !== undefined) {
    // Last, because the first start makes 90 days of prices, which would keep everything else waiting.
    trader = startTrader(start, { sql, door, now, holder });
    stops.add("work", "the trader", () => trader?.stop());
    stops.add("work", "the watch of deposits", startDepositWatch(settings, { sql, door, hints, now, log }));
  }
  if (settings.role !== "trader") {
    const deps = { sql, door, now, settings, answerTimes };
    const identity = { holder: randomUUID(), isAloneOnDatabase: database.isOurs, log };
    startServices(stops, deps, { ...mail, ...payouts, origin: settings.publicOrigin ?? address }, identity);
  }
  printStartMessage(address, admin, settings.dataDir);
}

async function reportSettings(sql: Sql, { settings, texts, log }: Start): Promise<void> {
  const changed = await recordSettings(sql, settings.role, [...texts, ...(await listDepositKeys(sql))]);
  if (changed.length > 0)
    log.info({ changed }, "settings differ from the last start; the audit log has their fingerprints");
}

interface Drain {
  isDraining: () => boolean;
  /** The process serves from now on. */
  begin(): void;
  run(): Promise<void>;
}

/**
 * Before a stop, a process that serves says for a while that it is not ready and still takes requests, so that a proxy sends
 * the next ones to another process.
 */
function createDrain({ role, drainSeconds }: Settings): Drain {
  let isServing = false;
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    begin: () => (isServing = role !== "trader"),
    async run() {
      isDraining = true;
      if (isServing) await sleep(drainSeconds * MS_PER_SECOND);
    },
  };
}

function startTrader(
  { settings, log, plan, database }: Start,
  { sql, door, now, holder }: { sql: Sql; door: Door; now: () => Date; holder: string },
): Trader {
  const feed = { plan, limits: settings.entryLimits, settings: settings.marketFeed };
  const venue = { source: openPriceSource(settings), broker: openBroker(settings, now) };
  return runTrader({ sql, door, log, now, ...feed, ...venue, holder, isAloneOnDatabase: database.isOurs });
}

/** Opens what is encrypted, and checks that the keys fit the database. A process that only trades reads no documents. */
async function openVaults(sql: Sql, settings: Settings): Promise<{ documents: DocumentVault; factors: FactorVault }> {
  const vaults = { documents: openDocuments(settings), factors: openFactors(settings) };
  if (settings.role !== "trader") await checkDocumentKeys(sql, vaults, settings);
  return vaults;
}

/** Reports a limit of open files that allows fewer live streams. */
function findMaxStreams(log: Pick<Logger, "warn">): number {
  const openFiles = readOpenFilesLimit();
  const maxStreams = computeMaxStreams(openFiles);
  if (maxStreams < MAX_STREAMS) {
    log.warn(
      { openFiles, maxStreams },
      "the limit of open files allows fewer live streams than usual; raise it (ulimit -n)",
    );
  }
  return maxStreams;
}

/** In the folder of the built bundle. */
function submissionProgram(): string {
  return join(import.meta.dirname, "prepare-submission.js");
}

/** The same path from the built bundle (apps/server/dist) and from the source (apps/server/src). */
function webRoot(): string {
  return join(import.meta.dirname, "..", "..", "web", "dist");
}

/** The last lines of a start, for the operator and outside the log. */
function printStartMessage(address: string, admin: CreatedAdmin | undefined, dataDir: string): void {
  const lines = [`Wazi is at ${address}`];
  if (admin) lines.push(`First administrator: ${admin.email}`);
  if (admin?.generatedPassword) lines.push(`Password: in the file ${toAdminPasswordFile(dataDir)}`);
  const who = admin ? "sign in as this administrator, or sign up as an investor" : "sign in or sign up";
  lines.push(`Next: open the address in a browser and ${who}. Ctrl-C stops Wazi.`);
  process.stdout.write(`${lines.join("\n")}\n`);
}
