import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import { createPasswordHasher } from "../people/identity/passwords.ts";
import type { CreatedAdmin } from "../people/identity/first-admin.ts";
import { recordSettings, type NamedValue } from "../record/installation/setting-fingerprints.ts";
import type { DocumentVault } from "../people/documents/document-vault.ts";
import type { FactorVault } from "../people/second-factors/factor-vault.ts";
import { openDoor, type Door } from "../ledger/door/post.ts";
import { openPool, type Sql } from "../platform/db/pool.ts";
import { listDepositKeys } from "../deposits/requests/store.ts";
import { computeMaxStreams, MAX_STREAMS, readOpenFilesLimit } from "../platform/process/open-files.ts";
import { toAdminPasswordFile } from "../platform/process/admin-password-file.ts";
import type { textLog } from "../platform/process/text-log.ts";
import type { Drain } from "../platform/process/drain.ts";
import type { StopList } from "../platform/process/stop-list.ts";
import { checkDocumentKeys, openDocuments, openFactors, openLinkSigner } from "../people/documents/open-vaults.ts";
import { openBroker, openPriceSource } from "../trader/venue/open-venue.ts";
import { openPush } from "../platform/push/open-push.ts";
import { openMail } from "../platform/mail/open-mail.ts";
import type { Settings } from "./settings/settings.ts";
import type { FeedPlan } from "../trader/feeds/feed-plan.ts";
import { runTrader, type Trader } from "../trader/loop/run-trader.ts";
import type { RecordedAnswer } from "../platform/http/build-server.ts";
import type { Listener } from "../platform/http/open-listener.ts";
import { createExportGate } from "../platform/csv/export-gate.ts";
import { composeApp } from "./compose-app.ts";
import { openModules, type Modules } from "./modules.ts";
import type { Job, ProcessIdentity } from "../platform/module.ts";
import { openEvents } from "../platform/hints/open-events.ts";
import type { MigrateOptions } from "../platform/db/migrate.ts";
import { seed } from "./seed.ts";
import { type Database, prepareDatabase } from "./prepare-database.ts";
import { openMetrics } from "./open-metrics.ts";
import { AnswerTimes } from "../office/status/answer-times.ts";
import { createSubmissionWorkers } from "../people/verification/submission-workers.ts";
import { runHousekeeping } from "./housekeeping.ts";

const now = (): Date => new Date();

/** The parts of a start that come before the rest of the code is loaded. */
export interface Start {
  settings: Settings;
  texts: readonly NamedValue[];
  log: Logger;
  /** Undefined for JSON lines. */
  logStream: typeof textLog | undefined;
  plan: FeedPlan;
  stops: StopList;
  drain: Drain;
  listener: Listener;
  /** It may still be starting. */
  database: Promise<Database>;
  migrations: MigrateOptions["further"];
}

/** Starts everything that needs the database, and serves. */
export async function serve(start: Start): Promise<void> {
  const { settings, log, plan, stops, drain, listener } = start;
  const { address } = listener;
  // The name of this process's trader in the lease; undefined when it does not trade.
  const holder = settings.role === "api" ? undefined : randomUUID();
  const metrics = await openMetrics({ settings, now, plan, holder, log });
  stops.add("channels", "the metrics", () => metrics.stop());
  const database = await start.database;
  database.announce(address);
  const { url, directUrl } = await prepareDatabase(settings, log, database, {
    ...(start.migrations && { further: start.migrations }),
    onStep: (step, of) => listener.setState({ state: "migrating", step, of }),
    signal: stops.signal,
  });
  listener.setState({ state: "starting" });
  const sql = openPool(url, { max: settings.databaseConnections, directUrl });
  stops.add("connections", "statements", () => sql.end());
  const passwords = createPasswordHasher();
  const vaults = await openVaults(sql, settings);
  const { addresses, admin } = await seed(sql, settings, passwords);
  await reportSettings(sql, start);
  let trader: Trader | undefined;
  const { hints, isNatsConnected, stopEvents } = await openEvents(
    settings,
    sql,
    () => trader?.isTrading() === true,
    log,
  );
  stops.add("channels", "hints to other processes", stopEvents);
  metrics.begin({ sql, isNatsConnected });
  const door = metrics.countOperations(openDoor(sql, hints));
  const house = runHousekeeping(sql, now, log);
  stops.add("work", "housekeeping", () => house.stop());
  const submissions = createSubmissionWorkers(submissionProgram());
  stops.add("channels", "the preparation of documents", () => submissions.stop());
  const answerTimes = new AnswerTimes();
  const modules = await openModules({
    ...(await openTransports(settings, address)),
    ...{ settings, sql, door, now, log, plan, hints, addresses, passwords, submissions, answerTimes, ...vaults },
    exports: createExportGate(),
    maxStreams: findMaxStreams(log),
  });
  const identity = { holder: holder ?? randomUUID(), isAloneOnDatabase: database.isOurs, log };
  if (holder !== undefined) await startJobs(stops, modules, "trading", identity);
  const recordAnswer = (answer: RecordedAnswer): void => {
    answerTimes.record(answer);
    metrics.recordAnswer(answer);
  };
  const { isDraining } = drain;
  const parts = { settings, sql, now, modules, holder, isDraining, webRoot: webRoot(), recordAnswer };
  const app = await composeApp({ ...parts, ...(start.logStream && { logStream: start.logStream }) });
  stops.add("work", "live streams", () => app.close());
  listener.handOver((request, response) => app.routing(request, response));
  if (holder !== undefined) {
    // Last, because the first start makes 90 days of prices, which would keep everything else waiting.
    trader = startTrader(start, { sql, door, holder, isAloneOnDatabase: database.isOurs });
    stops.add("work", "the trader", () => trader?.stop());
  }
  if (settings.role !== "trader") await startJobs(stops, modules, "serving", { ...identity, holder: randomUUID() });
  printStartMessage(address, admin, settings.dataDir);
}

/** Starts the work of one kind of process. A stop ends each of the jobs. */
async function startJobs(stops: StopList, { all }: Modules, kind: Job["in"], as: ProcessIdentity): Promise<void> {
  for (const job of all.flatMap(({ jobs }) => jobs)) {
    if (job.in !== kind) continue;
    const running = await job.start(as);
    stops.add("work", job.name, () => running.stop());
  }
}

/** Opens what carries mails and push messages, with the address of the links in them. Connects to nothing. */
async function openTransports(settings: Settings, address: string) {
  const transports = { mail: await openMail(settings), push: openPush(settings), links: openLinkSigner(settings) };
  return { ...transports, origin: settings.publicOrigin ?? address };
}

async function reportSettings(sql: Sql, { settings, texts, log }: Start): Promise<void> {
  const changed = await recordSettings(sql, settings.role, [...texts, ...(await listDepositKeys(sql))]);
  if (changed.length > 0)
    log.info({ changed }, "settings differ from the last start; the audit log has their fingerprints");
}

function startTrader(
  { settings, log, plan }: Start,
  parts: { sql: Sql; door: Door; holder: string; isAloneOnDatabase: boolean },
): Trader {
  const feed = { plan, limits: settings.entryLimits, settings: settings.marketFeed };
  const venue = { source: openPriceSource(settings), broker: openBroker(settings, now) };
  return runTrader({ ...parts, log, now, ...feed, ...venue });
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

/** From the built bundle in apps/server/dist. */
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
