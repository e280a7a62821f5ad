import { randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { pino, type Logger } from "pino";
import { createPasswordHasher } from "./core/identity/passwords.ts";
import { ensureFirstAdmin, type CreatedAdmin } from "./core/identity/first-admin.ts";
import { recordSettings, type NamedValue } from "./core/installation/setting-fingerprints.ts";
import { recordMode } from "./core/installation/store.ts";
import { seedBots } from "./core/bots/store.ts";
import { prepareEvidence } from "./core/evidence/prepare-evidence.ts";
import { openDoor } from "./core/ledger/post.ts";
import { isConnectionLost } from "./db/database-errors.ts";
import { openApplicationLogin } from "./db/application-login.ts";
import { migrate } from "./db/migrate.ts";
import { openPool, type Sql } from "./db/pool.ts";
import { startEmbeddedDatabase } from "./db/embedded/supervisor.ts";
import { createAddressSource, makeDemoKeys } from "./adapters/deposit-addresses.ts";
import { ensureDepositKeys, ensureGasWallet, listDepositKeys } from "./features/deposits/deposit-key-store.ts";
import { takeAddressIndex } from "./features/deposits/store.ts";
import type { AddressSource } from "./features/deposits/address-source.ts";
import { toDepositKeys } from "./settings/deposit-settings.ts";
import { watchConnections } from "./process/connections.ts";
import { acquireDataDirLock } from "./process/data-dir-lock.ts";
import { computeMaxStreams, MAX_STREAMS, readOpenFilesLimit } from "./process/open-files.ts";
import { StartError } from "./process/start-error.ts";
import { openBroker, openPriceSource } from "./live-wiring.ts";
import type { Settings } from "./settings/settings.ts";
import { planFeeds, type FeedPlan } from "./trader/feeds/feed-plan.ts";
import { runTrader } from "./trader/run-trader.ts";
import { runReconciliation } from "./core/reconciliation/run-reconciliation.ts";
import { describeError } from "./http/request-log.ts";
import { composeApp } from "./compose-app.ts";
import { openDocuments, openFactors } from "./document-wiring.ts";
import { openLinkSigner, openMail } from "./mail-wiring.ts";
import type { MailTransport } from "./core/mail/mail-transport.ts";
import { runMailSender } from "./core/mail/send-mails.ts";
import { AnswerTimes } from "./features/status/answer-times.ts";
import { startHeartbeat, type HeartbeatDeps } from "./features/status/heartbeat.ts";
import { createSubmissionWorkers } from "./features/verification/submission-workers.ts";
import { runHousekeeping } from "./housekeeping.ts";

const SEED_BYTES = 32;
/** At a stop, statements in progress have this long to finish. */
const POOL_END_SECONDS = 1;
/** At a stop, requests in progress have this long. With the stop of the database it is less than process managers allow. */
const REQUESTS_END_MS = 5_000;

export interface RunningServer {
  address: string;
  /** Settles only when the process cannot continue. */
  lost: Promise<StartError>;
  stop(): Promise<void>;
}

interface Database {
  /** The owner's connection. */
  url: string;
  lost: Promise<StartError>;
  /** True for the embedded database, which no other process uses. */
  isOurs: boolean;
  announce(address: string): void;
  stop(): Promise<void>;
}

/**
 * The composition root: takes the settings and starts everything. When a step fails, the steps before it are stopped.
 * @param texts the settings as text; a change since the last start is recorded in the audit log
 * @throws StartError for a problem that the operator can fix
 */
export async function runServer(settings: Settings, texts: readonly NamedValue[]): Promise<RunningServer> {
  const log = pino({ level: settings.logLevel, serializers: { err: describeError } });
  await checkPortIsFree(settings);
  const plan = planFeeds(settings);
  if (plan.skippedFiles.length > 0)
    log.info(
      { files: plan.skippedFiles },
      "skipped files in the replay folder: their names are not of the form {market}_{SYMBOL}_{interval}.csv",
    );
  if (plan.replayed.length + plan.live.length > 0 && plan.simulated.length > 0)
    log.info({ symbols: plan.simulated }, "these symbols have simulated prices");
  const database = await openDatabase(settings, log);
  try {
    return await serve({ settings, texts, log, plan, database });
  } catch (error) {
    await database.stop();
    throw error;
  }
}

interface Start {
  settings: Settings;
  texts: readonly NamedValue[];
  log: Logger;
  plan: FeedPlan;
  database: Database;
}

async function serve({ settings, texts, log, plan, database }: Start): Promise<RunningServer> {
  const sql = openPool(await prepareDatabase(settings, log, database));
  const stops: (() => Promise<unknown>)[] = [() => sql.end({ timeout: POOL_END_SECONDS })];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
    await database.stop();
  };
  try {
    const now = (): Date => new Date();
    const passwords = createPasswordHasher();
    const { addresses, admin } = await seed(sql, settings, passwords);
    const changed = await recordSettings(sql, settings.role, [...texts, ...(await listDepositKeys(sql))]);
    if (changed.length > 0)
      log.info({ changed }, "settings differ from the last start; the audit log has their fingerprints");
    const door = openDoor(sql);
    if (settings.role !== "api") {
      const feed = { plan, limits: settings.entryLimits, settings: settings.marketFeed };
      const identity = { holder: randomUUID(), isAloneOnDatabase: database.isOurs };
      const venue = { source: openPriceSource(settings), broker: openBroker(settings, now) };
      const trader = runTrader({ sql, door, log, now, ...feed, ...venue, ...identity });
      stops.push(() => trader.stop());
    }
    const house = runHousekeeping(sql, now, log);
    stops.push(() => house.stop());
    const submissions = createSubmissionWorkers(submissionProgram());
    stops.push(() => submissions.stop());
    const documents = openDocuments(settings);
    const factors = openFactors(settings);
    const mail = { mail: openMail(settings), links: openLinkSigner(settings) };
    const services = {
      passwords,
      addresses,
      documents,
      factors,
      submissions,
      ...mail,
      maxStreams: findMaxStreams(log),
    };
    const answerTimes = new AnswerTimes();
    const recordAnswer = answerTimes.record.bind(answerTimes);
    const app = await composeApp({ settings, sql, door, now, ...services, plan, webRoot: webRoot(), recordAnswer });
    const connections = watchConnections(app.server);
    stops.push(async () => {
      const closed = app.close();
      connections.endUnused();
      await Promise.race([closed, sleep(REQUESTS_END_MS, undefined, { ref: false })]);
    });
    const address = await listen(app, settings);
    if (settings.role !== "trader") {
      const origin = settings.publicOrigin ?? address;
      reportMail(settings, mail.mail, log);
      const sender = runMailSender({ sql, now, transport: mail.mail, links: mail.links, origin }, log);
      stops.push(() => sender.stop(), startMeasuring({ sql, now, answerTimes }, log));
    }
    database.announce(address);
    printStartMessage(address, admin);
    return { address, lost: database.lost, stop };
  } catch (error) {
    for (const each of stops.reverse()) await each();
    throw error;
  }
}

/** Compares the books and records that this process serves. @returns how to stop it */
function startMeasuring(deps: HeartbeatDeps, log: Logger): () => Promise<void> {
  const reconciling = runReconciliation(deps, log);
  const heartbeat = startHeartbeat(deps, log);
  return () => {
    reconciling.stop();
    heartbeat.stop();
    return Promise.resolve();
  };
}

/** Says where mails go: without a mail server no one receives them. */
function reportMail(
  { mail, mode }: Settings,
  { description }: MailTransport,
  log: Pick<Logger, "info" | "warn">,
): void {
  if (mail.server !== undefined) log.info(`mail goes to ${description}`);
  else log[mode === "live" ? "warn" : "info"](`mail is written to the ${description}; set MAIL_URL to send it`);
}

/**
 * Migrates as the owner of the tables and returns the address of the application's own connections.
 * @throws StartError in live mode when these could change what is only appended
 */
async function prepareDatabase({ mode, databaseUrl }: Settings, log: Logger, database: Database): Promise<string> {
  try {
    await migrate(database.url);
    const given = database.url === databaseUrl ? undefined : databaseUrl;
    const { url, excess } = await openApplicationLogin(database.url, given);
    if (excess === null) return url;
    const advice = `DATABASE_URL: ${excess}. Give the application a user without such rights, and set MIGRATION_DATABASE_URL.`;
    if (mode === "live") throw new StartError(advice);
    log.warn(advice);
    return url;
  } catch (error) {
    throw database.isOurs ? error : toStartError(error);
  }
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

async function openDatabase(settings: Settings, log: Logger): Promise<Database> {
  if (settings.databaseUrl !== undefined) {
    const never = new Promise<StartError>(() => undefined);
    return {
      url: settings.migrationDatabaseUrl ?? settings.databaseUrl,
      lost: never,
      isOurs: false,
      announce: () => undefined,
      stop: () => Promise.resolve(),
    };
  }
  const lock = acquireDataDirLock(settings.dataDir);
  try {
    const embedded = await startEmbeddedDatabase({ lock, log });
    return {
      url: embedded.url,
      lost: embedded.lost,
      isOurs: true,
      announce: (address) => lock.announce(address),
      stop: async () => {
        await embedded.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function seed(
  sql: Sql,
  settings: Settings,
  passwords: ReturnType<typeof createPasswordHasher>,
): Promise<{ addresses: AddressSource; admin: CreatedAdmin | undefined }> {
  await checkMode(sql, settings);
  await seedBots(sql);
  await prepareEvidence(sql);
  const addresses = await openAddresses(sql, settings);
  await ensureGasWallet(sql, async () => addresses.addressAt("TRC20", await takeAddressIndex(sql, "TRC20")));
  const { adminEmail: email, adminPassword: password } = settings;
  const admin = await ensureFirstAdmin({ sql, passwords, now: () => new Date() }, { email, password });
  return { addresses, admin };
}

/** A database keeps its first mode: otherwise paper money would count as real money, or real money as paper. */
async function checkMode(sql: Sql, { mode }: Settings): Promise<void> {
  const kept = await recordMode(sql, mode);
  if (kept === mode) return;
  throw new StartError(
    `WAZI_MODE: "${mode}" is not allowed: this database was created in ${kept} mode and holds ${kept === "demo" ? "paper" : "real"} money. ` +
      `Set WAZI_MODE=${kept}, or set another DATA_DIR or DATABASE_URL for ${mode} mode.`,
  );
}

/** Live mode uses the operator's watch-only keys. A demo generates its own keys once. */
async function openAddresses(sql: Sql, settings: Settings): Promise<AddressSource> {
  if (settings.mode === "live") return createAddressSource(toDepositKeys(settings), false);
  return createAddressSource(await ensureDepositKeys(sql, () => makeDemoKeys(randomBytes(SEED_BYTES))), true);
}

/** SQLSTATE: wrong user or password, unknown database, no permission. */
const refusedState = /^(28...|3D000|42501)$/;

/** The operator can fix a database that is unreachable or refuses us. The message leaves out its address, a secret. */
function toStartError(error: unknown): unknown {
  const isRefused = error instanceof Error && "code" in error && refusedState.test(String(error.code));
  if (!isRefused && !isConnectionLost(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(
    `DATABASE_URL: ${reason.replace(/\s+/g, " ")}. Start that PostgreSQL, or correct DATABASE_URL.`,
  );
}

/** Checked before the database starts, so that this common mistake is reported at once. */
async function checkPortIsFree({ host, port }: Settings): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => reject(portError(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartError(
        `PORT: ${port} is in use on ${host}. Stop the program that uses it, or set another PORT (0 picks a free one).`,
      );
    case "EACCES":
      return new StartError(`PORT: this user has no permission to use ${port}. Set a PORT above 1023.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(
        `HOST: ${host} is not an address of this machine. Set HOST to another address, such as 127.0.0.1.`,
      );
    default:
      return error;
  }
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    throw portError(error as NodeJS.ErrnoException, host, port);
  }
}

/** Printed for the operator, outside the log. */
function printStartMessage(address: string, admin: CreatedAdmin | undefined): void {
  const lines = [`Wazi is at ${address}`];
  if (admin) lines.push(`First administrator: ${admin.email}`);
  if (admin?.generatedPassword) lines.push(`Password: ${admin.generatedPassword} (shown only once: save it)`);
  process.stdout.write(`${lines.join("\n")}\n`);
}
